// Lifting textual IR and evaluating what came of it.
#include "check.h"
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

namespace warplaw::lift::test {

Module moduleOf(const std::string& ir) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  const std::string text =
      "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"\n" + ir;
  const std::unique_ptr<llvm::Module> module = llvm::parseAssemblyString(text, diagnostic, context);
  if (!module) {
    diagnostic.print("test IR", llvm::errs());
    std::abort();
  }
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream stream(bytes);
  llvm::WriteBitcodeToFile(*module, stream);
  std::variant<Module, Unsupported> parsed =
      Module::parse(std::as_bytes(std::span(bytes.data(), bytes.size())), "test");
  if (const auto* unsupported = std::get_if<Unsupported>(&parsed)) {
    std::fprintf(stderr, "%s\n", unsupported->what.c_str());
    std::abort();
  }
  return std::get<Module>(std::move(parsed));
}

std::string show(Bits bits) {
  return bits >> 64
             ? fmt::format("{:#x}{:016x}", static_cast<std::uint64_t>(bits >> 64), static_cast<std::uint64_t>(bits))
             : fmt::format("{:#x}", static_cast<std::uint64_t>(bits));
}

namespace {

std::string show(const Outcome& outcome) {
  return outcome.undefined ? "undefined behaviour" : outcome.value ? test::show(*outcome.value) : "poison";
}

} // namespace

Bits contentsAt(Bits address) { return (static_cast<std::uint64_t>(address) * 2654435761u >> 7) & 0xff; }

Lifting::Lifting(const std::string& ir, const std::function<Input(Terms&)>& make, const std::string& function)
    : terms_(std::make_unique<Terms>()) {
  const Module module = moduleOf(ir);
  LiftResult result = lift(*terms_, module, function, make(*terms_));
  if (const auto* unsupported = std::get_if<Unsupported>(&result))
    problem_ = "not supported: " + unsupported->what;
  else
    lifted_ = std::get<Lifted>(std::move(result));
}

Outcome Lifting::outcome(const Assignment& assignment) const {
  const Cell returned = lifted_->returned.value_or(Cell{terms_->constant(1, 0), terms_->truth(false)});
  const std::array roots{lifted_->undefined, returned.poison, returned.bits, lifted_->boundExceeded};
  const std::vector<Bits> values = symbolic::evaluate(
      roots, assignment, [](std::string_view, std::span<const Bits> arguments) { return contentsAt(arguments[0]); });
  if (values[0] || values[3])
    return undefinedBehaviour();
  return values[1] ? poison() : value(values[2]);
}

Failure Lifting::expect(const Assignment& assignment, const Outcome& wanted) const {
  if (problem_)
    return problem_;
  const Outcome got = outcome(assignment);
  if (got.undefined == wanted.undefined && got.value == wanted.value)
    return std::nullopt;
  std::string inputs;
  for (const auto& [name, bits] : assignment)
    inputs += name + "=" + test::show(bits) + " ";
  return inputs + "got " + show(got) + ", wanted " + show(wanted);
}

Table tableOf(Terms& terms, const std::string& name, unsigned count, unsigned cellBits, bool withPoison) {
  Table table{name, std::uint64_t{count} * cellBits / 8, true, {}};
  Field field{"x", 0, cellBits, {}};
  for (unsigned i = 0; i < count; ++i) {
    const std::string cell = fmt::format("{}[{}]", name, i);
    field.cells.push_back(
        {terms.variable(cellBits, cell), withPoison ? terms.variable(1, cell + ".poison") : terms.truth(false)});
  }
  table.fields.push_back(std::move(field));
  return table;
}

std::function<Input(Terms&)> tableAnd(unsigned count, unsigned cellBits, std::vector<unsigned> argumentWidths,
                                      bool writable) {
  return [=](Terms& terms) {
    Input input;
    Table table = tableOf(terms, "t", count, cellBits);
    table.writable = writable;
    input.objects.emplace_back(std::move(table));
    input.arguments.emplace_back(PointerTo{0, 0});
    for (std::size_t i = 0; i < argumentWidths.size(); ++i)
      input.arguments.emplace_back(terms.variable(argumentWidths[i], fmt::format("a{}", i)));
    return input;
  };
}

} // namespace warplaw::lift::test

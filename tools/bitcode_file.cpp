#include "tools/bitcode_file.h"
#include "proofs/engine/hash.h"
#include "symbolic/lift/bitcode.h"
#include "symbolic/lift/constants.h"
#include "tools/compiler.h"
#include "tools/input.h"
#include "tools/output.h"
#include <algorithm>
#include <boost/algorithm/string/classification.hpp>
#include <boost/algorithm/string/split.hpp>
#include <fmt/format.h>

namespace warplaw::tools {
namespace {

constexpr std::size_t kMostBytes = std::size_t{64} << 20;

std::vector<std::string> flags(std::string text, std::initializer_list<std::string> more) {
  std::vector<std::string> all;
  boost::algorithm::split(all, text, boost::algorithm::is_space(), boost::algorithm::token_compress_on);
  all.insert(all.end(), more);
  return all;
}

template <class T> spec::Result<T> resultOf(std::variant<T, lift::Unsupported> made) {
  if (auto* unsupported = std::get_if<lift::Unsupported>(&made))
    return spec::Rejection{"executor", printable(unsupported->what), "LLVM 19's bitcode for x86-64"};
  return std::get<T>(std::move(made));
}

spec::Result<lift::NamedBitcode> readBitcode(const std::string& path, const std::string& name) {
  const auto text = readText(path, kMostBytes);
  if (!text)
    return text.error();
  const auto bytes = std::as_bytes(std::span(*text));
  return lift::NamedBitcode{{bytes.begin(), bytes.end()}, name};
}

/// Where the table has each family's function.
constexpr std::size_t kFunctionAt[] = {
#define WARPLAW_FAMILY(Name, member, of) offsetof(warplaw_executor, member),
#include "check/families.def"
#undef WARPLAW_FAMILY
};
constexpr std::string_view kOpen = "warplaw_executor_open";

} // namespace

spec::Result<BitcodeFile> BitcodeFile::open(const ExecutorSource& source) {
  const auto compiler = Compiler::make();
  if (!compiler)
    return compiler.error();
  const auto emitted = compiler->each(source,
                                      flags(WARPLAW_FRONT_END, {"-gline-tables-only", "-DWARPLAW_PROVE", "-Xclang",
                                                                "-disable-llvm-passes", "-emit-llvm"}),
                                      true);
  if (!emitted)
    return emitted.error();
  std::vector<lift::NamedBitcode> files;
  for (std::size_t i = 0; i < emitted->size(); ++i) {
    auto file = readBitcode((*emitted)[i], "of " + printable(source.files[i]));
    if (!file)
      return file.error();
    files.push_back(std::move(*file));
  }
  auto whole = files.size() == 1 ? spec::Result<std::vector<std::byte>>(boost::system::in_place_value, files[0].bytes)
                                 : resultOf(lift::linked(files));
  if (!whole)
    return whole.error();
  auto first = resultOf(lift::Module::parse(*whole, files.size() == 1 ? files[0].name : "of the executor"));
  if (!first)
    return first.error();
  if (const std::string defined = lift::definedForTheBackEnd(*first); !defined.empty())
    return spec::Rejection{"executor",
                           fmt::format("defines {}, which compiled code calls where the bitcode does not", defined),
                           "another name"};
  if (lift::hasAssemblyThatDefines(*first))
    return spec::Rejection{"executor", "has assembly that may define a symbol, which nobody reads", "C or C++"};
  const auto dropped = lift::dropAliasMetadata(*first);
  if (!dropped.empty())
    *whole = lift::bitcodeOf(first->llvm());
  const std::string unoptimized = compiler->in("unoptimized.bc"), final = compiler->in("final.bc");
  const std::string_view text(reinterpret_cast<const char*>(whole->data()), whole->size());
  if (auto written = writeReportFile(unoptimized, text); !written)
    return written.error();
  if (auto done = (*compiler)(unoptimized, flags(WARPLAW_OPTIMISER, {"-gline-tables-only", "-fno-discard-value-names",
                                                                     "-emit-llvm", "-c", "-o", final}));
      !done)
    return done.error();
  const auto optimized = readBitcode(final, "of the executor");
  if (!optimized)
    return optimized.error();
  auto second = resultOf(lift::Module::parse(optimized->bytes, optimized->name));
  if (!second)
    return second.error();
  BitcodeFile made(std::move(*first), std::move(*second));
  made.hash_ = proofs::sha256(optimized->bytes);
  made.dropped_ = dropped;
  if (auto read = made.readTable(); !read)
    return read.error();
  return made;
}

spec::Result<void> BitcodeFile::readTable() {
  if (!unoptimized_.has(kOpen))
    return spec::Rejection{"executor", fmt::format("has no function {}", kOpen), "include/warplaw/executor.h"};
  // of the final bitcode: before, what is returned stands in memory
  const auto all = lift::constantsReturnedBy(final_, kOpen);
  if (all && all->size() > 1)
    return spec::Rejection{"executor", fmt::format("{} may give any of {} tables", kOpen, all->size()),
                           "one table: what is proved is what its functions do"};
  if (!all || all->empty() || all->front().integerAt(offsetof(warplaw_executor, abi)) != WARPLAW_EXECUTOR_ABI ||
      all->front().integerAt(offsetof(warplaw_executor, bytes)) != all->front().bytes())
    return spec::Rejection{"executor", fmt::format("{} gives no table that can be read without running it", kOpen),
                           "a constant of this ABI with WARPLAW_TABLE in it"};
  const lift::ConstantStructure* const table = &all->front();
  domain_ = table->textAt(offsetof(warplaw_executor, domain)).value_or("");
  for (unsigned family = 0; family < check::kFamilies; ++family)
    functions_[family] = table->functionAt(kFunctionAt[family]).value_or("");
  return {};
}

} // namespace warplaw::tools

// What can be said of a SHFL path whose code the lifter does not read: random warps through its machine code and
// through the compiled encoding (TESTED).
#include "proofs/shfl_theorems.h"
#include "symbolic/native/native.h"
#include <cstring>
#include <fmt/format.h>
#include <random>

namespace warplaw::proofs::shfl {
namespace {
constexpr unsigned kWarps = 20000;

/// Objects: operands, choices, results before; output: results after.
native::Function compiledEncoding(spec::ShflMode mode) {
  Terms terms;
  const Situation s(terms, modeTerm(terms, mode));
  std::vector<native::Slot> inputs, outputs;
  const auto slots = [](std::vector<native::Slot>& into, const lift::Table& table, unsigned buffer) {
    for (const lift::Field& field : table.fields)
      for (unsigned cell = 0; cell < field.cells.size(); ++cell)
        into.push_back(
            {field.cells[cell].bits, buffer, field.offset + cell * (field.cellBits / 8), field.cellBits / 8});
  };
  slots(inputs, operandsTable(s.operands), 0);
  slots(inputs, shflChoicesTable(s.choices), 1);
  slots(inputs, resultsTable(s.before), 2);
  slots(outputs, resultsTable(s.after), 0);
  return native::compile(inputs, outputs);
}

/// Words where small lane numbers, masks and noise all occur.
void fill(void* bytes, std::size_t size, unsigned seed) {
  std::minstd_rand random(seed);
  auto* out = static_cast<unsigned char*>(bytes);
  for (std::size_t k = 0; k < size; ++k)
    out[k] = static_cast<unsigned char>(random() >> 8);
}

bool supported(const std::string& path) {
  return path != "warplaw_shfl_avx512" || (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                                           __builtin_cpu_supports("avx512vl"));
}

Obligation::Evidence test(const Subject& subject, spec::ShflMode mode, const std::string& symbol,
                          const std::string& reason) {
  if (!supported(symbol))
    return {Verdict::Unknown, "", "this processor cannot run " + symbol};
  auto* code = reinterpret_cast<Code*>(subject.machineCode(symbol));
  if (!code)
    return {Verdict::Error, "", "no machine code for " + symbol};
  const native::Function encoding = compiledEncoding(mode);
  for (unsigned warp = 0; warp < kWarps; ++warp) {
    spec::Operands operands;
    spec::ShflChoices choices;
    spec::Results got, expected;
    fill(&operands, sizeof operands, 4 * warp);
    fill(&choices, sizeof choices, 4 * warp + 1);
    fill(&got, sizeof got, 4 * warp + 2);
    const spec::Results before = got;
    const void* inputs[] = {&operands, &choices, &before};
    void* outputs[] = {&expected};
    encoding(inputs, outputs);
    code(static_cast<std::uint32_t>(mode), &operands, &choices, &got);
    if (std::memcmp(&got, &expected, sizeof got) != 0)
      return {Verdict::Refuted, "", fmt::format("random warp {} differs from the encoding", warp)};
  }
  return {Verdict::Tested, fmt::format("{} random warps", kWarps), "not proved: " + reason};
}

} // namespace

std::vector<Obligation> testedInstead(const Subject& subject, spec::ShflMode mode, const std::string& symbol,
                                      const std::string& prefix, const std::string& reason) {
  Obligation obligation;
  obligation.name = prefix + "/random-warps";
  obligation.expected = Verdict::Tested;
  obligation.check = [subject, mode, symbol, reason] { return test(subject, mode, symbol, reason); };
  std::vector<Obligation> obligations;
  obligations.push_back(std::move(obligation));
  return obligations;
}

} // namespace warplaw::proofs::shfl

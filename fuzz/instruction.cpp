#include "fuzz/instruction.h"
#include <cassert>

namespace warplaw::fuzz {

const spec::Results& untouchedResults() {
  static const spec::Results kUntouched = [] {
    spec::Results results;
    results.predicate = results.predicateWritten = 0xa5c35a3cu;
    results.written[0] = 0x5a3ca5c3u;
    results.written[1] = 0x3c5ac3a5u;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      results.error[lane] = static_cast<std::uint8_t>(lane % 3);
    for (unsigned r = 0; r < spec::kResultRows; ++r)
      for (unsigned lane = 0; lane < spec::kLanes; ++lane)
        results.row[r][lane] = 0xc0de0000u | (r << 8) | lane;
    return results;
  }();
  return kUntouched;
}

Kinds differingKinds(const spec::Results& expected, const spec::Results& got, std::uint32_t exec) {
  if (std::memcmp(&expected, &got, sizeof expected) == 0)
    return 0;
  Kinds kinds = 0;
  const auto lane = [&](unsigned i, std::uint32_t named, Kind kind) {
    kinds |= setOf(named >> i & 1 ? kind : Kind::Frame);
  };
  const std::uint32_t predicates =
      (expected.predicate ^ got.predicate) | (expected.predicateWritten ^ got.predicateWritten);
  const std::uint32_t predicateNamed = exec & (expected.predicateWritten | got.predicateWritten);
  for (unsigned i = 0; i < spec::kLanes; ++i) {
    if (expected.error[i] != got.error[i])
      lane(i, exec, Kind::Error);
    if (predicates >> i & 1)
      lane(i, predicateNamed, Kind::Predicate);
    for (unsigned r = 0; r < spec::kResultRows; ++r)
      if (expected.row[r][i] != got.row[r][i] || ((expected.written[r] ^ got.written[r]) >> i & 1))
        lane(i, exec & (expected.written[r] | got.written[r]), Kind::Register);
  }
  return kinds;
}

std::vector<std::unique_ptr<InstructionFuzzer>> allFuzzers() {
  std::vector<std::unique_ptr<InstructionFuzzer>> all;
#define WARPLAW_INSTRUCTION(Camel, folder, text) all.push_back(make##Camel##Fuzzer());
#include "spec/instructions.def"
#undef WARPLAW_INSTRUCTION
  return all;
}

std::unique_ptr<InstructionFuzzer> makeFuzzer(spec::Mnemonic mnemonic) {
#define WARPLAW_INSTRUCTION(Camel, folder, text)                                                                       \
  if (mnemonic == spec::Mnemonic::Camel)                                                                               \
    return make##Camel##Fuzzer();
#include "spec/instructions.def"
#undef WARPLAW_INSTRUCTION
  assert(false && "every mnemonic has a fuzzer");
  return nullptr;
}

} // namespace warplaw::fuzz

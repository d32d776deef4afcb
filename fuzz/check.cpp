#include "fuzz/check.h"
#include "fuzz/cuda_functions.h"
#include "fuzz/lane_table.h"
#include "fuzz/targets.h"
#include "fuzz/wrong_cells.h"
#include "spec/program_case.h"
#include "spec/shell_word.h"
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>

namespace warplaw::fuzz {
namespace {

std::string_view textOf(Bytes data) { return {reinterpret_cast<const char*>(data.data()), data.size()}; }

Failure mismatch(Oracle& oracle, spec::Case c) {
  const auto differences = oracle.differences(c);
  return {differences.empty() ? "executor and encoding differ in what is not written back"
                              : describe(differences.front()),
          std::move(c)};
}

} // namespace

std::optional<Failure> checkRoundTrip(const spec::Case& c) {
  const std::string text = spec::print(c.instruction);
  const auto parsed = spec::parse(text);
  if (!parsed)
    return Failure{fmt::format("{} is printed but rejected: {}", text, parsed.error().message), c};
  if (!(*parsed == c.instruction))
    return Failure{fmt::format("{} is read back as {}", text, spec::print(*parsed)), c};
  const std::string json = spec::toJson(c);
  const auto read = spec::caseFromJson(json);
  if (!read)
    return Failure{fmt::format("a case file is written but rejected: {}", read.error().message), c};
  if (!(*read == c) || spec::toJson(*read) != json)
    return Failure{"a case file is read back as another case", c};
  return std::nullopt;
}

std::optional<Failure> checkParser(std::string_view text) {
  const auto parsed = spec::parse(text);
  if (!parsed) {
    if (parsed.error().rule.empty() || parsed.error().message.empty())
      return Failure{"a rejection without rule or message", {}};
    if (parsed.error().position > text.size())
      return Failure{"a rejection points behind the text", {}};
    return std::nullopt;
  }
  if (auto legal = spec::check(*parsed); !legal)
    return Failure{fmt::format("parsed but illegal: {}", legal.error().message), {}};
  const std::string printed = spec::print(*parsed);
  const auto again = spec::parse(printed);
  if (!again || !(*again == *parsed) || spec::print(*again) != printed)
    return Failure{fmt::format("{} is not stable", printed), {}};
  return checkWrongCell(*parsed, nameOf(text));
}

std::optional<Failure> checkCaseFile(std::string_view text) {
  const auto read = spec::programCaseFromJson(text);
  if (!read)
    return read.error().message.empty() ? std::optional(Failure{"a rejection without a message", {}}) : std::nullopt;
  const std::string written = spec::toJson(*read);
  const auto again = spec::programCaseFromJson(written);
  if (!again || !(*again == *read) || spec::toJson(*again) != written)
    return Failure{"a case file is read back as another case", spec::asSingle(*read)};
  return checkWrongCell(*read, nameOf(text));
}

std::optional<Failure> checkMachine(Oracle& oracle, spec::Mnemonic mnemonic, Bytes record) {
  spec::Case c = oracle.of(mnemonic).machineCase(record);
  if (auto failure = checkRoundTrip(c))
    return failure;
  if (!oracle.encode(c))
    return Failure{"a generated case is not legal", c};
  if (!oracle.differences(c).empty())
    return mismatch(oracle, std::move(c));
  return std::nullopt;
}

std::optional<Failure> checkRecord(Oracle& oracle, spec::Mnemonic mnemonic, Bytes record) {
  InstructionFuzzer& fuzzer = oracle.of(mnemonic);
  if (!fuzzer.run(record))
    return std::nullopt;
  return mismatch(oracle, fuzzer.operandCase(record));
}

std::optional<Failure> checkOutcome(Oracle& oracle, OutcomeChecker& check, Bytes record) {
  const std::string wrong = check(AtomsFuzzer::trialOf(record), AtomsFuzzer::execute);
  if (wrong.empty())
    return std::nullopt;
  return Failure{"no serial order gives this outcome: " + wrong, oracle.of(spec::Mnemonic::Atoms).operandCase(record)};
}

void shrink(Oracle& oracle, Failure& failure, const std::atomic<bool>* stop) {
  if (!failure.counterexample)
    return;
  const CaseJudge judge = [&](const spec::Case& c) { return kindsOf(oracle.differences(c)); };
  if (!judge(*failure.counterexample))
    return;
  CaseOptions options;
  options.stop = stop;
  InstructionFuzzer& fuzzer = oracle.of(failure.counterexample->instruction.mnemonic());
  failure.counterexample = minimize(*failure.counterexample, judge, fuzzer, true, options).shrunk;
  const auto differences = oracle.differences(*failure.counterexample);
  if (!differences.empty())
    failure.what = describe(differences.front());
  if (const auto expected = oracle.encode(*failure.counterexample))
    failure.counterexample->expected = expectedOf(*failure.counterexample, *expected);
}

std::string report(Oracle& oracle, const Failure& failure, const std::string& folder, bool colour) {
  std::string text = fmt::format("mismatch: {}\n", failure.what);
  if (!failure.counterexample)
    return text;
  text += laneTable(oracle, *failure.counterexample, {colour, false});
  const auto path = writeCounterexample(failure, folder);
  if (!path)
    return text + fmt::format("  the case could not be written: {}\n{}\n", path.error().message,
                              spec::toJson(*failure.counterexample));
  return text + fmt::format("  case file: {}\n  replay:    warplaw replay {}\n", *path, spec::shellPath(*path));
}

namespace {

Oracle& targetOracle() {
  static Oracle oracle; // libFuzzer calls a function without a context: the one place that keeps state between calls
  return oracle;
}

void stopAt(std::optional<Failure> failure) {
  if (!failure)
    return;
  shrink(targetOracle(), *failure);
  std::fputs(report(targetOracle(), *failure, "counterexamples", wantsColour(2)).c_str(), stderr);
  std::abort();
}

} // namespace

void runTarget(spec::Mnemonic mnemonic, Bytes data) { stopAt(checkRecord(targetOracle(), mnemonic, data)); }
void runMachineTarget(Bytes data) {
  if (data.empty())
    return;
  static const std::vector<spec::Mnemonic> mnemonics = spec::allMnemonics();
  stopAt(checkMachine(targetOracle(), mnemonics[data[0] % mnemonics.size()], data.subspan(1)));
}
void runOutcomeTarget(Bytes data) {
  static OutcomeChecker check; // as targetOracle
  stopAt(checkOutcome(targetOracle(), check, data));
}
void runParserTarget(Bytes data) { stopAt(checkParser(textOf(data))); }
void runCudaTarget(Bytes data) {
  if (const std::string wrong = wrongCudaFunction(data); !wrong.empty())
    stopAt(Failure{wrong + " does not give what CUDA says", {}});
}
void runCaseFileTarget(Bytes data) { stopAt(checkCaseFile(textOf(data))); }

void runAllTargets(Bytes data) {
  if (data.empty())
    return;
  static const std::vector<spec::Mnemonic> mnemonics = spec::allMnemonics();
  const std::size_t choice = data[0] % (mnemonics.size() + 5);
  const Bytes rest = data.subspan(1);
  if (choice < mnemonics.size())
    runTarget(mnemonics[choice], rest);
  else if (choice == mnemonics.size())
    runParserTarget(rest);
  else if (choice == mnemonics.size() + 1)
    runMachineTarget(rest);
  else if (choice == mnemonics.size() + 2)
    runOutcomeTarget(rest);
  else if (choice == mnemonics.size() + 3)
    runCaseFileTarget(rest);
  else
    runCudaTarget(rest);
}

} // namespace warplaw::fuzz

// Executions as histories.
#include "fuzz/linearize_bridge.h"
#include "linearize/history_file.h"
#include "linearize/reason.h"
#include <fmt/format.h>

namespace warplaw::fuzz {
namespace {

linearize::Operation operationOf(const AtomsTrial& trial) {
  using linearize::Type;
  // both lists name ATOMS's operations in one order
  static_assert(static_cast<int>(linearize::Op::CastSpin) == static_cast<int>(spec::AtomsOp::CastSpin) &&
                static_cast<int>(linearize::Op::Exch) == static_cast<int>(spec::AtomsOp::Exch) &&
                static_cast<int>(linearize::Op::And) == static_cast<int>(spec::AtomsOp::And));
  constexpr Type kTypes[] = {Type::U32, Type::S32, Type::U64};
  return {static_cast<linearize::Op>(trial.op()), kTypes[static_cast<unsigned>(trial.size())]};
}

void fill(std::vector<linearize::KnownBytes>& memory, std::span<const std::uint8_t> bytes) {
  memory.resize(1);
  memory[0].address = 0;
  memory[0].bytes.assign(bytes.begin(), bytes.end());
}

} // namespace

void historyOf(const AtomsTrial& trial, std::span<const std::uint8_t> after, const spec::Results& results,
               linearize::History& history) {
  history.memoryBase = 0;
  history.memorySize = trial.allocated;
  const linearize::Operation operation = operationOf(trial);
  history.instructions.assign(1, {0, 0, operation});
  history.accesses.clear();
  const bool flag = linearize::returnsFlag(operation.op),
             ownBanks = operation == linearize::Operation{linearize::Op::CastSpin, linearize::Type::U64} &&
                        !trial.choices.bank64IsDefault;
  for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
    if (!(trial.operands.exec >> lane & 1) || results.error[lane] != static_cast<std::uint8_t>(spec::ErrorKind::None))
      continue;
    linearize::Access access;
    access.lane = static_cast<std::uint8_t>(lane);
    access.address = trial.addressOf(lane);
    access.operand = trial.operandOf(lane);
    if (linearize::takesSwap(operation.op))
      access.swap = trial.swapOf(lane);
    access.returns = results.written[0] >> lane & 1;
    access.returned = results.row[0][lane];
    if (!flag && spec::bytesOf(trial.size()) == 8)
      access.returned |= std::uint64_t{results.row[1][lane]} << 32;
    if (ownBanks)
      access.bank = trial.choices.bank64[lane];
    history.accesses.push_back(access);
  }
  fill(history.initial, std::span(trial.memory).first(trial.allocated));
  fill(history.final, after);
  history.completed.clear();
  history.barriers.clear();
}

linearize::History historyOf(const AtomsTrial& trial, std::span<const std::uint8_t> after,
                             const spec::Results& results) {
  linearize::History history;
  historyOf(trial, after, results, history);
  return history;
}

std::string OutcomeChecker::operator()(const AtomsTrial& trial, const AtomsFuzzer::Executor& executor) {
  AtomsTrial ran = trial;
  spec::Results results = untouchedResults();
  executor(ran, results);
  historyOf(trial, std::span(ran.memory).first(trial.allocated), results, history_);
  if (const auto valid = linearize::validate(history_); !valid) // an access that should have been an error
    return fmt::format("{}: {}", valid.error().rule, valid.error().message);
  const linearize::Verdict& verdict =
      checker_.check(history_, {.witness = trial.operands.exec % 16 == 0, .budget = {}});
  return verdict.answer == linearize::Answer::Legal
             ? ""
             : linearize::explain(history_, verdict) + "\n" + linearize::toJson(history_);
}

} // namespace warplaw::fuzz

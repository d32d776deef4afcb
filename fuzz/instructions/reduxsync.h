// redux.sync for the fuzzer (SYNC-5).
#pragma once
#include "fuzz/instructions/sync.h"
#include "symbolic/encodings/reduxsync.h"
#include <algorithm>
#include <bit>
#include <cmath>

namespace warplaw::fuzz {

struct Reduxsync : SyncTraits<spec::ReduxsyncForm, spec::ReduxsyncModifiers, spec::ReduxsyncChoices, 2> {
  using ReduxsyncType = spec::ReduxsyncType;
  using ReduxsyncOp = spec::ReduxsyncOp;
  WARPLAW_WARP_TRAITS_NAMES(reduxsync)

  /// Legal modifiers; among floats NaNs, infinities and both zeros.
  static void bias(Trial& trial, const Record<kPlainRecord<Choices, kRows>>& record) {
    biasGroups(trial, record);
    Modifiers& m = trial.modifiers;
    const auto op = static_cast<ReduxsyncOp>(m.op);
    const bool compares = op == ReduxsyncOp::Min || op == ReduxsyncOp::Max;
    if (op == ReduxsyncOp::Add)
      m.type &= 1;
    else if (!compares)
      m.type = static_cast<std::uint32_t>(ReduxsyncType::B32);
    else if (static_cast<ReduxsyncType>(m.type) == ReduxsyncType::B32)
      m.type = static_cast<std::uint32_t>(ReduxsyncType::F32);
    if (static_cast<ReduxsyncType>(m.type) != ReduxsyncType::F32) {
      m.abs = m.nan = 0;
      return;
    }
    constexpr std::uint32_t kFloats[] = {0, 0x80000000, 0x7f800000, 0xff800000, 0x7fc00000, 0xffffffff, 1, 0x3f800000};
    Dice dice(record.doubleWord(kRowStyles) ^ record.doubleWord(kExecWord));
    const unsigned rarity = 1 + dice.below(8);
    for (std::uint32_t& word : trial.operands.row[spec::sync_rows::kValue])
      if (dice.oneIn(rarity))
        word = kFloats[dice.below(8)];
  }
  static Form formOf(const Modifiers& m) {
    return {static_cast<ReduxsyncOp>(m.op),
            m.abs != 0,
            m.nan != 0,
            static_cast<ReduxsyncType>(m.type),
            {0},
            {2},
            {false, 1}};
  }
  static spec::Plan planOf(const Form& form, const Choices&) {
    spec::Plan plan;
    plan.source[spec::sync_rows::kMask] = plainSource(form.membermask);
    plan.source[spec::sync_rows::kValue] = {spec::SourceKind::Register, form.ra.index};
    plan.destination[0] = form.rd.index;
    return plan; // MACH-7: helpers are left out of RED and SURED alone
  }
  static constexpr std::uint32_t kNaN = 0x7fffffff;
  /// The lesser of two floats that are no NaN, -0 before +0.
  static bool isLess(float a, float b) { return a < b || (a == b && std::signbit(a) && !std::signbit(b)); }
  static std::uint32_t reducedFloats(const Form& form, const std::vector<std::uint32_t>& words) {
    std::optional<float> best;
    for (const std::uint32_t word : words) {
      const float value = std::bit_cast<float>(form.abs ? word & 0x7fffffff : word);
      if (std::isnan(value)) {
        if (form.nan)
          return kNaN;
      } else if (!best || (form.op == ReduxsyncOp::Min ? isLess(value, *best) : isLess(*best, value))) {
        best = value;
      }
    }
    return best ? std::bit_cast<std::uint32_t>(*best) : kNaN;
  }
  static std::uint32_t joined(const Form& form, std::uint32_t a, std::uint32_t b) {
    const bool isSigned = form.type == ReduxsyncType::S32;
    const bool aIsLess = isSigned ? static_cast<std::int32_t>(a) < static_cast<std::int32_t>(b) : a < b;
    switch (form.op) {
    case ReduxsyncOp::Add:
      return a + b;
    case ReduxsyncOp::Min:
      return aIsLess ? a : b;
    case ReduxsyncOp::Max:
      return aIsLess ? b : a;
    case ReduxsyncOp::And:
      return a & b;
    case ReduxsyncOp::Or:
      return a | b;
    case ReduxsyncOp::Xor:
      return a ^ b;
    }
    return 0;
  }
  static void runPlainly(const Form& form, const Choices& choices, const spec::Operands& operands,
                         spec::SurroundingCells& cells, spec::Results& results) {
    const PlainGroups groups = groupsPlainly(operands, cells.exited, choices.overlapIsDefined);
    answerPlainly(groups, choices, operands, true, false, results, [&](unsigned, const auto& part) {
      std::vector<std::uint32_t> words;
      for (const unsigned member : part)
        words.push_back(operands.row[spec::sync_rows::kValue][member]);
      if (form.type == ReduxsyncType::F32)
        return Answer{reducedFloats(form, words), false};
      std::uint32_t all = words.front();
      for (std::size_t i = 1; i < words.size(); ++i)
        all = joined(form, all, words[i]);
      return Answer{all, false};
    });
  }

  static constexpr FuzzerHooks<Reduxsync> kHooks = {
      .bias = bias, .smallBases = smallBasesOfGroups, .explain = explained, .oneFunction = true};
};

extern template class DescribedFuzzer<Reduxsync>;

} // namespace warplaw::fuzz

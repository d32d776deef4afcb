// Which choices are values that no rule promises, so that a result made from them may be anything. Other choices pick
// one of several known ways (an order of lanes, a kind of error), and the results of those are promised.
#pragma once
#include "spec/row.h"

namespace warplaw::spec {

/// One such value.
struct AnyValue {
  Mnemonic mnemonic;
  std::span<const std::string_view> fields; ///< of the instruction's choices; together they are the value
  std::string_view why;                     ///< in few words: when it comes to the fore
  std::string_view ruleOfSource = {};       ///< where a source lane is why, if that is another rule's
};
/// Those of the instruction, mostly none.
std::span<const AnyValue> anyValuesOf(Mnemonic mnemonic);

/// The rule that leaves the value open: that of its choices, or that of a source lane.
std::string_view ruleOf(const AnyValue& value, bool isOfSource = false);

/// The same choices with other values in those fields, as `map` says; a value that is not legal there is made so with
/// the default's bits. Nothing: it is not legal then, either.
std::optional<Choices> withAnyValue(const Instruction& instruction, const Choices& choices, const AnyValue& value,
                                    const CellMap& map);

} // namespace warplaw::spec

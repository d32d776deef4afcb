// PTX's operations of one thread (spec/scalar/operation.h) for `warplaw explain` and `warplaw list`.
#pragma once
#include "spec/scalar/operation.h"
#include "tools/kept_verdicts.h"
#include <string>
#include <string_view>
#include <vector>

namespace warplaw::tools {

/// Is there an operation of that mnemonic ("add", "setp")?
bool isScalarMnemonic(std::string_view name);
/// Every opcode that can be written; of those without a modifier the mnemonics.
std::vector<std::string> scalarNames(bool withModifiers);

/// Its operands and types, modifiers, rules, three examples that are executed now, and its theorem.
void printScalar(const spec::scalar::Spelled& spelled, const KeptVerdicts& verdicts);
/// A value of the type for people: 7, 0x80000000 (-2147483648), 0x3fc00000 (1.5).
std::string scalarValueText(const spec::scalar::Type& type, spec::scalar::Word word);

/// A line a row: opcode pattern, operands, types, rules. `mnemonic`: only its rows; empty: all.
void printScalarRows(std::string_view mnemonic);
/// The same as an object a row.
void printScalarRowsJson(std::string_view mnemonic);

} // namespace warplaw::tools

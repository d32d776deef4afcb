// The words of SMT-LIB that queries are written in.
#pragma once
#include "symbolic/terms/term.h"

namespace warplaw::symbolic {

/// The function that a node of this operation applies to its operands; on operands of width 1, which are Bools, the one
/// of the core theory.
std::string_view operatorOf(const Node& node);
void writeNumber(std::string& out, std::uint64_t number);
/// #x where the width is a multiple of 4, otherwise #b.
void writeConstant(std::string& out, unsigned width, Bits value);
/// Bool for width 1.
void writeSort(std::string& out, unsigned width);
/// The sizes of exponent and significand of floats of 16, 32 or 64 bits, as sorts and to_fp are given them.
void writeFormat(std::string& out, unsigned width);
/// |name|: names of variables hold brackets.
void writeName(std::string& out, std::string_view name);

} // namespace warplaw::symbolic

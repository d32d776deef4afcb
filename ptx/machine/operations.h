// Operations on single values, with the results of the machine's own steps, for code that computes kernels in another
// way.
#pragma once
#include "ptx/machine/kernel.h"

namespace warplaw::ptx {

/// The most bytes of a CTA's shared and of a thread's local memory: no GPU has more.
inline constexpr std::uint64_t kMostSharedBytes = 227 << 10, kMostLocalBytes = 512 << 10;
/// Does the kernel name an array of shared memory whose size the launch says?
bool namesDynamicShared(const Module& module, const Kernel& kernel);
/// Does the name stand in the text as a word of its own? marks: what words have beside letters and digits.
bool isNamedIn(std::string_view text, std::string_view name, std::string_view marks);

/// The value in memory after an Atomic that finds `memory`; c: the word that a compare-and-swap stores (PTX-17).
std::uint64_t atomicValue(const Step& step, bool isShared, std::uint64_t memory, std::uint64_t b, std::uint64_t c);
/// What atomics have in common that may change places: integers, whose result nobody asks for, of one operation that
/// commutes; inc and dec up to one limit. 0: nothing.
std::uint64_t effectOf(const Step& step, std::uint64_t operand);
bool isUpdateOfWords(const Step& step); ///< does an Atomic update one integer of 32 bits: most do?
bool isLimited(const Step& step);       ///< does that depend on the operand: inc and dec?

} // namespace warplaw::ptx

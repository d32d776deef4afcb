// Both solvers, fed with text: Z3 in this process, cvc5 as a program.
#pragma once
#include <string>

namespace warplaw::symbolic {

enum class Solver { Z3, Cvc5 };
inline constexpr unsigned kLimitMilliseconds =
    60'000; ///< for one check; running into it is an answer that is neither sat nor unsat

inline constexpr unsigned kLongLimitMilliseconds = 1'800'000; ///< at night

/// Everything that the solver prints.
std::string ask(Solver solver, const std::string& smtLibText, unsigned milliseconds = kLimitMilliseconds);

} // namespace warplaw::symbolic

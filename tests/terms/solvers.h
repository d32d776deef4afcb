// Both solvers, fed with text: Z3 in this process, cvc5 as a program.
#pragma once
#include <string>

namespace warplaw::symbolic {

enum class Solver { Z3, Cvc5 };
inline constexpr unsigned kLimitMilliseconds =
    60'000; ///< for one check; running into it is an answer that is neither sat nor unsat

/// Everything that the solver prints.
std::string ask(Solver solver, const std::string& smtLibText);

} // namespace warplaw::symbolic

// Wrong readings that are neither twins nor claims: the mistakes that foreign implementations make most often, in plain
// integers. No proof and no mutant uses them; they give a mistake its name.
#pragma once
#include "check/mistakes.h"

namespace warplaw::check {

/// Those of an instruction, with the rules that each breaks; empty where there are none.
std::vector<Reading> foreignReadings(spec::Mnemonic mnemonic);

} // namespace warplaw::check

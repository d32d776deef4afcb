// Wrong readings that no twin and no claim states: the mistakes that foreign implementations make most often, in plain
// integers. No proof and no mutant knows of them; they are there to give a mistake its name.
#pragma once
#include "check/mistakes.h"

namespace warplaw::check {

/// Those of an instruction, with the rules that each breaks; empty where there are none.
std::vector<Reading> foreignReadings(spec::Mnemonic mnemonic);

} // namespace warplaw::check

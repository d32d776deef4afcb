// What ATOMS leaves open (ATOMS-4, -5, -8, -9, -10, MACH-8): legality and JSON, used by ATOMS's row.
#pragma once
#include "spec/instruction.h"
#include "spec/json_text.h"

namespace warplaw::spec {

/// Legality that needs no form: order is a permutation, flags are 0 or 1, banks are 0..31.
Result<void> checkAtomsChoiceFields(const AtomsChoices& choices);
void writeAtomsChoices(const Choices& choices, boost::json::object& out);
Choices readAtomsChoices(JsonReader& reader, JsonFields& fields);

} // namespace warplaw::spec

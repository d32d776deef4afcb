// docs/case.schema.json: what a case file may hold, generated from what its reader and writer go by.
#pragma once
#include "spec/fields.h"
#include <boost/json/object.hpp>
#include <string>

namespace warplaw::spec {

/// The whole schema (JSON Schema 2020-12), in canonical layout.
std::string caseSchema();

/// "[0-9]|[12][0-9]|..": the decimals 0..greatest without leading zeros, as a pattern's alternatives.
std::string decimalsUpTo(unsigned greatest);

} // namespace warplaw::spec

// A build of only some instructions (cmake/Instructions.cmake: WARPLAW_ONLY) knows the others by name alone.
#pragma once

namespace warplaw::spec {

/// Thrown where an instruction is asked for that this program was built without, or may be. A program that has all
/// never throws it.
struct NotLinked {};

bool areAllLinked();

} // namespace warplaw::spec

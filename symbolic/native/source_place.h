// Where in its source an instruction of an object stands, where the object has debug information.
#pragma once
#include <cstdint>
#include <string>

namespace warplaw::native {

/// "vote.c:12" of the instruction so many bytes behind the object's beginning; "" where nothing is known. What is
/// inlined stands where it was written. Files below the current folder are named from there.
std::string sourcePlaceIn(const std::string& object, std::uint64_t offset);

} // namespace warplaw::native

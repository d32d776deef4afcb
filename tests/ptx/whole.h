// Whole modules around what a row is about.
#pragma once
#include <fmt/format.h>
#include <string>
#include <string_view>

namespace warplaw::ptx::tests {

inline const std::string kHeader = ".version 8.5\n.target sm_80\n.address_size 64\n";

/// A module with one entry; the body begins in line 5.
inline std::string entry(std::string_view body) { return fmt::format("{}.entry k() {{\n{}\n}}\n", kHeader, body); }

} // namespace warplaw::ptx::tests

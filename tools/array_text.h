// An array as a launch says it: `u32[256]:lane*3`, `f32[8]`, `@in.npy`.
#pragma once
#include "tools/array_file.h"

namespace warplaw::tools {

struct ArrayText {
  spec::scalar::Type type;
  std::vector<std::uint8_t> bytes;
  std::vector<bool> isDefined; ///< of each byte; empty: all of them
};

/// Is this meant as an array, and not as one value?
bool isArrayText(std::string_view text);

/// TYPE[COUNT] and, behind a colon, what it holds: `any` (nothing said), `zero`, `random`, an expression of the
/// element's number (element_expression.h), as many numbers as elements between commas (fewer: the rest is any), or
/// `@FILE`, looked for in `folder` (empty: the current one). `TYPE[]:@FILE` and `TYPE[]:1,2` have as many as are there.
spec::Result<ArrayText> arrayFromText(std::string_view text, std::string_view folder, std::uint64_t seed);

} // namespace warplaw::tools

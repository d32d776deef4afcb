// Histories in binary, for those who write millions of them: docs/history_format.md, "The binary form". A file is
// kBinaryMagic, then records: their size in 4 bytes, and that many bytes. All numbers are little-endian.
#pragma once
#include "linearize/history.h"
#include "spec/rejection.h"
#include <string_view>

namespace warplaw::linearize {

inline constexpr std::string_view kBinaryMagic = "WPLHIST1";

/// Adds one record, its size included. Instructions, accesses and the rest stand in it as they do in the history.
void appendBinary(const History& history, std::string& out);

/// One record, without its size. A valid history (linearize::validate), or a rejection: "binary" for what is no record,
/// and the rules of validate. What a record says of its sizes is believed only as far as its bytes go.
spec::Result<void> readBinary(std::string_view record, History& history);

/// The number of a record's bytes, from its first 4.
std::uint32_t binarySize(std::string_view start);

} // namespace warplaw::linearize

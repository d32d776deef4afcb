// SHA-256 as hexadecimal text: the names of queries, bitcode and cache entries.
#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace warplaw::proofs {

std::string sha256(std::span<const std::byte> bytes); ///< 64 hexadecimal digits
std::string sha256(std::string_view text);
/// Hash of the running program; empty if it cannot be read.
const std::string& ownHash();
/// Hash of it and of all libraries that it has loaded; empty if one of them cannot be read, or is another one by now.
const std::string& loadedHash();
/// Hash of the code that states and decides theorems of instructions. It is the same in each program that has this
/// code, so that what one of them decided the others need not decide again. In other programs it is ownHash.
const std::string& provingHash();
/// Hash of what this processor can do (the features that it reports).
const std::string& processorHash();

} // namespace warplaw::proofs

#include "proofs/engine/hash.h"
#include <cassert>
#include <fstream>
#include <openssl/evp.h>

namespace warplaw::proofs {

std::string sha256(std::span<const std::byte> bytes) {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned size = 0;
  const int done = EVP_Digest(bytes.data(), bytes.size(), digest, &size, EVP_sha256(), nullptr);
  assert(done == 1 && size == 32);
  (void)done;
  std::string text;
  text.reserve(64);
  for (unsigned i = 0; i < size; ++i) {
    constexpr char kDigits[] = "0123456789abcdef";
    text += kDigits[digest[i] >> 4];
    text += kDigits[digest[i] & 15];
  }
  return text;
}

std::string sha256(std::string_view text) { return sha256(std::as_bytes(std::span(text.data(), text.size()))); }

const std::string& ownHash() {
  static const std::string hash = [] {
    std::ifstream file("/proc/self/exe", std::ios::binary | std::ios::ate);
    std::string bytes(file ? static_cast<std::size_t>(file.tellg()) : 0, '\0'); // tens of MiB: not one by one
    file.seekg(0);
    file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return !file || bytes.empty() ? std::string() : sha256(bytes);
  }();
  return hash;
}

/// The hash of the libraries of `verify`; a program that has them is linked with it (tools/CMakeLists.txt).
[[gnu::weak]] extern const char* const kProvingCode;

const std::string& provingHash() {
  static const std::string hash = &kProvingCode ? kProvingCode : ownHash();
  return hash;
}

const std::string& processorHash() {
  static const std::string hash = [] {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);)
      if (line.starts_with("flags"))
        return sha256(line);
    return std::string("unknown");
  }();
  return hash;
}

} // namespace warplaw::proofs

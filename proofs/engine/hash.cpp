#include "proofs/engine/hash.h"
#include <cassert>
#include <fcntl.h>
#include <fstream>
#include <openssl/evp.h>
#include <set>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

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

namespace {

// Tens of MiB or more: not copied. Empty if it cannot be read.
std::string hashOfFile(const std::string& path) {
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat status{};
  if (descriptor < 0 || fstat(descriptor, &status) != 0 || status.st_size == 0)
    return close(descriptor), std::string();
  const auto size = static_cast<std::size_t>(status.st_size);
  void* const bytes = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  close(descriptor);
  if (bytes == MAP_FAILED)
    return {};
  std::string hash = sha256({static_cast<const std::byte*>(bytes), size});
  munmap(bytes, size);
  return hash;
}

} // namespace

const std::string& ownHash() {
  static const std::string hash = hashOfFile("/proc/self/exe");
  return hash;
}

const std::string& loadedHash() {
  static const std::string hash = [] {
    std::ifstream maps("/proc/self/maps");
    std::set<std::string> files;
    for (std::string line; std::getline(maps, line);)
      if (const std::size_t path = line.find('/'); path != line.npos)
        files.insert(line.substr(path)); // one that was replaced is "(deleted)", which no file is
    std::string hashes = ownHash();
    for (const std::string& file : files) {
      const std::string one = hashOfFile(file);
      if (one.empty())
        return one;
      hashes += one;
    }
    return hashes.empty() || files.empty() ? std::string() : sha256(hashes);
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

// libFuzzer target: any text as a PTX module. What is accepted prints as a text that is read as the same; what is
// rejected has one line that says where and why.
#include "ptx/text/read.h"
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace {
using namespace warplaw;

[[noreturn]] void stopAt(const std::string& what, std::string_view text) {
  std::fprintf(stderr, "mismatch: %s\n%.*s\n", what.c_str(), static_cast<int>(text.size()), text.data());
  std::abort();
}

void checkError(const ptx::ReadError& error, std::string_view text) {
  const std::string line = error.message("text");
  if (error.rule.empty() || error.what.empty() || error.place.line == 0)
    stopAt("a rejection without rule, reason or place", text);
  for (const char c : line)
    if (c < ' ' || c > '~')
      stopAt("a rejection that is no line of plain text", text);
}

void checkModule(const ptx::Module& module) {
  const std::string printed = ptx::print(module);
  const auto again = ptx::read(printed);
  if (!again)
    stopAt("a module is printed but rejected: " + again.error().message("printed"), printed);
  if (ptx::print(*again) != printed)
    stopAt("a module is read back as another", printed);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const auto module = ptx::read(text))
    checkModule(*module);
  else
    checkError(module.error(), text);
  return 0;
}

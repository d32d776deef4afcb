#include "symbolic/native/source_place.h"
#include <filesystem>
#include <llvm/DebugInfo/Symbolize/Symbolize.h>

namespace warplaw::native {
namespace {

std::string named(const std::string& file) {
  std::error_code error;
  const std::filesystem::path here = std::filesystem::current_path(error);
  const std::filesystem::path below = std::filesystem::path(file).lexically_relative(here);
  return error || below.empty() || *below.begin() == ".." ? file : below.string();
}

} // namespace

std::string sourcePlaceIn(const std::string& object, std::uint64_t offset) {
  static thread_local llvm::symbolize::LLVMSymbolizer symbolizer; // keeps what it has read of an object
  auto found = symbolizer.symbolizeCode(object, {offset, llvm::object::SectionedAddress::UndefSection});
  if (!found) {
    llvm::consumeError(found.takeError());
    return {};
  }
  if (found->Line == 0 || found->FileName == llvm::DILineInfo::BadString)
    return {};
  return named(found->FileName) + ":" + std::to_string(found->Line);
}

} // namespace warplaw::native

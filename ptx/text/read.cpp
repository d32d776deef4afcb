// Reading a module. Written by hand, not made by a generator: an error then names the rule, the place, and what would
// be accepted there.
#include "ptx/text/read.h"
#include "ptx/text/reader.h"
#include <boost/throw_exception.hpp>
#include <fmt/format.h>
#include <stdexcept>

namespace warplaw::ptx {

namespace {
constexpr std::size_t kMostText = std::size_t{1} << 27; ///< bytes: the tree takes some forty times as much
} // namespace

std::string ReadError::message(std::string_view file) const {
  return fmt::format("{}:{}: {}: {}", file, place.line, rule, what);
}

void throw_exception_from_error(const ReadError& error, const boost::source_location& where) {
  boost::throw_with_location(std::logic_error("value() of no module: " + error.message("text")), where);
}

Read<Module> read(std::string_view text) {
  try {
    if (text.size() > kMostText)
      reject({1, 1}, "PTX-1", fmt::format("a module of {} bytes", text.size()), fmt::format("{} at most", kMostText));
    return Reader(text).wholeModule();
  } catch (ReadError& error) {
    return std::move(error);
  }
}

std::string Instruction::opcodeText() const { return fmt::format("{}", fmt::join(opcode, ".")); }

} // namespace warplaw::ptx

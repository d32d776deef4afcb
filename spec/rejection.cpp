// Rejection as a user reads it: rule, reason, and the place in the text.
#include "spec/rejection.h"
#include <algorithm>
#include <boost/throw_exception.hpp>
#include <fmt/format.h>
#include <stdexcept>

namespace warplaw::spec {
namespace {

constexpr std::size_t kShownBefore = 60;
constexpr std::size_t kShownAfter = 40;

/// The line around `position`, cut to a window, one printable column a byte, and a caret under the position.
std::string excerpt(std::string_view text, std::size_t position) {
  const std::size_t earliest = position > kShownBefore ? position - kShownBefore : 0;
  const std::size_t latest = std::min(text.size(), position + kShownAfter);
  std::size_t begin = position;
  while (begin > earliest && text[begin - 1] != '\n')
    --begin;
  std::size_t end = position;
  while (end < latest && text[end] != '\n')
    ++end;
  std::string line(text.substr(begin, end - begin));
  for (char& c : line)
    if (c < 0x20 || c > 0x7e)
      c = c == '\t' ? ' ' : '?';
  return fmt::format("  {}\n  {}^", line, std::string(position - begin, ' '));
}

} // namespace

void throw_exception_from_error(const Rejection& rejection, const boost::source_location& where) {
  boost::throw_with_location(std::logic_error("value() of a rejection: " + describe(rejection, {})), where);
}

std::string describe(const Rejection& rejection, std::string_view text) {
  std::string result = fmt::format("{}: {}", rejection.rule, rejection.message);
  if (!rejection.accepted.empty())
    result += fmt::format(" (accepted: {})", rejection.accepted);
  if (text.empty())
    return result;
  return result + "\n" + excerpt(text, std::min(rejection.position, text.size()));
}

} // namespace warplaw::spec

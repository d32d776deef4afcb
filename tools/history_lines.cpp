// Lines are read piece by piece, so that an endless one ends at the limit; a file that is one value over several lines
// is read as that.
#include "tools/history_lines.h"
#include <algorithm>
#include <fmt/format.h>

namespace warplaw::tools {

using linearize::kMaxLine;

HistoryLines::Got HistoryLines::getLine(std::string& text) {
  text.clear();
  for (;;) {
    if (at_ == ahead_.size()) {
      // what is there is taken at once: an answer does not wait for the next line
      const std::streamsize there =
          std::max<std::streamsize>(1, std::min<std::streamsize>(in_.rdbuf()->in_avail(), 1 << 16));
      ahead_.resize(static_cast<std::size_t>(there));
      ahead_.resize(static_cast<std::size_t>(in_.rdbuf()->sgetn(ahead_.data(), there)));
      at_ = 0;
      if (ahead_.empty())
        return text.empty() ? Got::End : Got::Line;
    }
    const std::size_t end = std::min(ahead_.find('\n', at_), ahead_.size());
    text.append(ahead_, at_, end - at_);
    at_ = std::min(end + 1, ahead_.size());
    if (text.size() > kMaxLine)
      return Got::TooLong;
    if (end < ahead_.size())
      return Got::Line;
  }
}

/// All that is left, behind `text`; false: that is more than one history may have. It stays to be read line by line.
bool HistoryLines::readWhole(std::string& text) {
  std::string rest = ahead_.substr(at_);
  char piece[1 << 16];
  while (rest.size() <= kMaxLine)
    if (const auto count = in_.rdbuf()->sgetn(piece, sizeof piece); count > 0)
      rest.append(piece, static_cast<std::size_t>(count));
    else
      break;
  text += '\n' + rest;
  ahead_ = std::move(rest);
  at_ = 0;
  return text.size() <= kMaxLine;
}

bool HistoryLines::next() {
  for (;;) {
    const Got got = getLine(text_);
    ++line_;
    if (got == Got::TooLong)
      fatal_ = fmt::format("line {} is longer than {} bytes", line_, kMaxLine);
    else if (got == Got::End && !any_)
      fatal_ = "no history in it";
    if (got != Got::Line)
      return false;
    if (text_.find_first_not_of(" \t\r") != std::string::npos)
      break;
  }
  result_ = reader_.read(text_, history_);
  const bool first = !std::exchange(any_, true);
  if (result_ || !first || !reader_.isCutOff())
    return true;
  const bool fits = readWhole(text_);
  const std::size_t more = ahead_.find_first_not_of(" \t\r\n");
  if (more == std::string::npos)
    return true;
  const spec::Result<void> cut = result_;
  result_ = fits ? reader_.read(text_, history_) : cut;
  if (fits && (result_ || result_.error().rule != "syntax")) { // the whole file is one value
    ahead_.clear();
    at_ = 0;
    return true;
  }
  if (ahead_[more] == '{') { // lines of their own, the first of them damaged
    result_ = cut;
    return true;
  }
  fatal_ = fmt::format("the history at line {} goes over several lines: one history a line, or one alone in its file "
                       "(`jq -c .` joins lines)",
                       line_);
  return false;
}

} // namespace warplaw::tools

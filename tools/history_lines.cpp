// Lines and records are read piece by piece, so that an endless one ends at the limit; a file that is one value over
// several lines is read as that.
#include "tools/history_lines.h"
#include "linearize/sorted.h"
#include "spec/byte_order_mark.h"
#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace warplaw::tools {

using linearize::kMaxLine;

/// What is there is taken at once: an answer does not wait for the next history. False at the end.
bool HistoryLines::takeIn() {
  ahead_.erase(0, std::exchange(at_, 0));
  const std::streamsize there =
      std::max<std::streamsize>(1, std::min<std::streamsize>(in_.rdbuf()->in_avail(), 1 << 16));
  const std::size_t before = ahead_.size();
  ahead_.resize(before + static_cast<std::size_t>(there));
  ahead_.resize(before + static_cast<std::size_t>(in_.rdbuf()->sgetn(ahead_.data() + before, there)));
  return ahead_.size() > before;
}

bool HistoryLines::has(std::size_t bytes) {
  while (ahead_.size() - at_ < bytes)
    if (!takeIn())
      return false;
  return true;
}

/// No more is read than says that it does not.
bool HistoryLines::startsBinary() {
  const auto skip = [this](std::string_view beginning) {
    for (std::size_t k = 0; k < beginning.size(); ++k)
      if (!has(k + 1) || ahead_[at_ + k] != beginning[k])
        return false;
    at_ += beginning.size();
    return true;
  };
  skip(spec::kByteOrderMark);
  return skip(linearize::kBinaryMagic);
}

bool HistoryLines::nextRecord() {
  ++line_;
  if (!has(1)) {
    if (!any_)
      fatal_ = "no history in it";
    return false;
  }
  const std::string cut = fmt::format("record {} is cut off", line_);
  if (!has(4)) {
    fatal_ = cut;
    return false;
  }
  const std::size_t size = linearize::binarySize(std::string_view(ahead_).substr(at_, 4));
  if (size > kMaxLine)
    fatal_ = fmt::format("record {} is longer than {} bytes", line_, kMaxLine);
  else if (!has(4 + size))
    fatal_ = cut;
  if (!fatal_.empty())
    return false;
  result_ = linearize::readBinary(std::string_view(ahead_).substr(at_ + 4, size), history_);
  at_ += 4 + size;
  if (constexpr std::size_t kLong = 1u << 20; size > kLong) // it is not kept beside its history
    ahead_ = std::string(std::exchange(ahead_, {}), std::exchange(at_, 0));
  any_ = true;
  return true;
}

void HistoryLines::sortIfLong() {
  if (constexpr std::size_t kLong = 1u << 16; history_.accesses.size() > kLong)
    linearize::sortByName(history_);
}

HistoryLines::Got HistoryLines::getLine(std::string& text, std::size_t longest) {
  text.clear();
  for (;;) {
    if (at_ == ahead_.size() && !takeIn())
      return text.empty() ? Got::End : Got::Line;
    const std::size_t end = std::min(ahead_.find('\n', at_), ahead_.size());
    text.append(ahead_, at_, end - at_);
    at_ = std::min(end + 1, ahead_.size());
    if (text.size() > longest)
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

/// No more is read after it: what else its history holds is not known.
bool HistoryLines::rejectRow(spec::Rejection rejection) {
  line_ = row_;
  result_ = std::move(rejection);
  any_ = isOver_ = true;
  return true;
}

bool HistoryLines::nextTable() {
  constexpr std::size_t kMaxRow = 1 << 16;
  while (!isOver_) {
    const Got got = isAhead_ ? Got::Line : getLine(text_, kMaxRow);
    row_ += !std::exchange(isAhead_, false);
    if (got == Got::TooLong)
      return rejectRow({"syntax", "the row is too long", fmt::format("at most {} bytes", kMaxRow)});
    if (row_ == 1 && text_.starts_with(spec::kByteOrderMark))
      text_.erase(0, spec::kByteOrderMark.size());
    auto took = got == Got::End ? spec::Result<linearize::TableReader::Took>(linearize::TableReader::Took::Next)
                                : table_->take(text_, row_);
    if (!took)
      return rejectRow(took.error());
    if (*took != linearize::TableReader::Took::Next)
      continue;
    isAhead_ = got != Got::End;
    isOver_ = !isAhead_;
    if (!table_->hasRows())
      break;
    any_ = true;
    result_ = table_->finish(history_, line_);
    return true;
  }
  if (!any_)
    fatal_ = "no history in it";
  return false;
}

bool HistoryLines::next() {
  if (table_)
    return nextTable();
  if (!isBinary_)
    isBinary_ = startsBinary();
  if (*isBinary_)
    return nextRecord();
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

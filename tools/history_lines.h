// The histories of a file, one after another, without taking in more than one line may hold.
#pragma once
#include "linearize/history_file.h"
#include <istream>

namespace warplaw::tools {

class HistoryLines {
public:
  explicit HistoryLines(std::istream& in) : in_(in) {}
  /// Reads the next history; false at the end, or where nothing more can be read: fatal() says why.
  bool next();
  std::size_t line() const { return line_; } ///< of the last one, from 1
  const linearize::History& history() const { return history_; }
  const spec::Result<void>& result() const { return result_; }
  const std::string& fatal() const { return fatal_; }

private:
  enum class Got { Line, End, TooLong };
  Got getLine(std::string& text);
  bool readWhole(std::string& text);

  std::istream& in_;
  std::string ahead_; ///< read, and not yet given out
  std::size_t at_ = 0, line_ = 0;
  bool any_ = false;
  linearize::HistoryReader reader_;
  linearize::History history_;
  spec::Result<void> result_;
  std::string text_, fatal_;
};

} // namespace warplaw::tools

// The histories of a file, one after another, as lines or in binary, without taking in more than one of them may hold.
#pragma once
#include "linearize/history_binary.h"
#include "linearize/history_file.h"
#include <istream>
#include <optional>

namespace warplaw::tools {

class HistoryLines {
public:
  explicit HistoryLines(std::istream& in) : in_(in) {}
  /// Reads the next history; false at the end, or where nothing more can be read: fatal() says why.
  bool next();
  std::size_t line() const { return line_; } ///< of the last one, from 1; in binary: its record
  bool isBinary() const { return isBinary_ == true; }
  const char* what() const { return isBinary() ? "record" : "line"; }
  const linearize::History& history() const { return history_; }
  const spec::Result<void>& result() const { return result_; }
  const std::string& fatal() const { return fatal_; }

private:
  enum class Got { Line, End, TooLong };
  bool takeIn();
  bool has(std::size_t bytes);
  bool startsBinary();
  bool nextRecord();
  Got getLine(std::string& text);
  bool readWhole(std::string& text);

  std::istream& in_;
  std::string ahead_; ///< read, and given out as far as at_
  std::size_t at_ = 0, line_ = 0;
  std::optional<bool> isBinary_; ///< nothing: not looked at yet
  bool any_ = false;
  linearize::HistoryReader reader_;
  linearize::History history_;
  spec::Result<void> result_;
  std::string text_, fatal_;
};

} // namespace warplaw::tools

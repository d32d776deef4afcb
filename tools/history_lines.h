// The histories of a file, one after another, as lines or in binary, without taking in more than one of them may hold.
#pragma once
#include "linearize/history_binary.h"
#include "linearize/history_file.h"
#include "linearize/history_table.h"
#include <istream>
#include <optional>

namespace warplaw::tools {

class HistoryLines {
public:
  explicit HistoryLines(std::istream& in) : in_(in) {}
  /// Rows of a table; without columns its first row names them.
  HistoryLines(std::istream& in, std::optional<linearize::Columns> columns) : in_(in), table_(std::move(columns)) {}
  /// Reads the next history; false at the end, or where nothing more can be read: fatal() says why.
  bool next();
  std::size_t line() const {
    return line_;
  } ///< of the last one, from 1; in binary: its record; in a table: its first row, or the one that is wrong
  bool isBinary() const { return isBinary_ == true; }
  const char* what() const { return isBinary() ? "record" : "line"; }
  const linearize::History& history() const { return history_; }
  /// A long history is sorted where it stands: the checker would take a sorted copy of it.
  void sortIfLong();
  const spec::Result<void>& result() const { return result_; }
  const std::string& fatal() const { return fatal_; }

private:
  enum class Got { Line, End, TooLong };
  bool takeIn();
  bool has(std::size_t bytes);
  bool startsBinary();
  bool nextRecord();
  bool nextTable();
  bool rejectRow(spec::Rejection rejection);
  Got getLine(std::string& text, std::size_t longest = linearize::kMaxLine);
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
  std::optional<linearize::TableReader> table_;
  std::size_t row_ = 0;                   ///< the number of the line in text_
  bool isAhead_ = false, isOver_ = false; ///< ahead: text_ is of the next history
};

} // namespace warplaw::tools

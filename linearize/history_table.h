// Histories as tables, a row for each access: what a simulator can print without knowing JSON
// (docs/history_format.md).
#pragma once
#include "linearize/history.h"
#include "spec/rejection.h"
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warplaw::linearize {

enum class Column : std::uint8_t {
  History,
  Warp,
  Lane,
  Thread,
  Number,
  Operation,
  Address,
  Operand,
  Swap,
  Returned,
  Ignored
};
using Columns = std::vector<Column>;

/// "warp,lane,op,address,operand,returned".
spec::Result<Columns> columnsFrom(std::string_view list);

/// Puts rows together to histories.
class TableReader {
public:
  /// Without columns, the first row names them.
  explicit TableReader(std::optional<Columns> columns) : columns_(std::move(columns)) {}

  enum class Took : std::uint8_t {
    Row,
    Nothing, ///< an empty line, a comment, or the names of the columns
    Next,    ///< not taken: it begins the next history
  };
  /// A rejection says what is wrong with this line.
  spec::Result<Took> take(std::string_view line, std::size_t number);
  bool hasRows() const { return firstLine_ != 0; }
  std::size_t firstLine() const { return firstLine_; }
  /// What the rows since the last time are; validated. `line` becomes that of the row that is wrong.
  spec::Result<void> finish(History& history, std::size_t& line);

private:
  using Fields = std::vector<std::string_view>;
  struct Row {
    std::uint32_t warp = 0;
    std::uint8_t lane = 0;
    std::optional<std::uint32_t> number;
  };
  /// What a warp did last.
  struct Last {
    std::uint32_t number = 0, lanes = 0;
    std::string operation;
    std::size_t index = 0; ///< of instructions, or of fences
  };

  std::string_view field(const Fields& fields, Column column) const;
  bool has(Column column) const;
  spec::Result<std::uint64_t> number(const Fields& fields, Column column, unsigned bytes) const;
  spec::Result<Row> who(const Fields& fields) const;
  spec::Result<void> addKnown(const Fields& fields, std::vector<KnownBytes>& memory, unsigned bytes);
  spec::Result<void> addRow(const Fields& fields, std::size_t line);
  spec::Result<Last*> instructionOf(const Row& row, const std::string& operation);
  spec::Result<void> addAccess(const Fields& fields, const Row& row, const std::string& name, std::size_t line);

  std::optional<Columns> columns_;
  bool any_ = false; ///< was there a row that is not empty?
  History history_;
  std::size_t firstLine_ = 0;
  std::vector<std::size_t> lines_; ///< of each access
  std::map<std::uint32_t, Last> last_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, Last> named_; ///< where rows say numbers
};

} // namespace warplaw::linearize

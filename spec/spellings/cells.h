// A form's cells by name: how rows of spec/spellings speak of any instruction's.
#pragma once
#include "spec/row.h"
#include "spec/spellings/spelling.h"

namespace warplaw::spec {

class Cells {
public:
  explicit Cells(const Form& form);
  std::uint64_t& operator[](std::string_view cell) { return of(cell).value; }
  std::uint64_t operator[](std::string_view cell) const { return const_cast<Cells&>(*this).of(cell).value; }
  bool has(std::string_view cell) const;
  /// What is said of the member that the cell is in, or that it names.
  const About& aboutOf(std::string_view cell) const;
  Form form() const;

private:
  struct Cell {
    std::string name;
    std::string_view field;
    std::uint64_t value;
    About about;
  };
  Cell& of(std::string_view cell);
  Form form_;
  std::vector<Cell> cells_;
};

/// Those of one instruction, or of two: of the second under "then.".
class CellsOfBoth {
public:
  explicit CellsOfBoth(const Spelling& spelling);
  Cells& of(std::string_view cell) { return cell.starts_with(kThen) ? *then_ : first_; }
  static std::string_view nameOf(std::string_view cell) {
    return cell.starts_with(kThen) ? cell.substr(kThen.size()) : cell;
  }
  std::uint64_t& operator[](std::string_view cell) { return of(cell)[nameOf(cell)]; }
  const About& aboutOf(std::string_view cell) { return of(cell).aboutOf(nameOf(cell)); }
  void set(const Settings& settings);
  bool holds(const Settings& settings);
  Spelled spelled() const;

private:
  static constexpr std::string_view kThen = "then.";
  Cells first_;
  std::optional<Cells> then_;
};

/// Does the cell print as the setting's word?
inline bool isAlike(const Setting& setting, std::uint64_t value) {
  return value == setting.value || (value < 64 && setting.alike >> value & 1);
}

} // namespace warplaw::spec

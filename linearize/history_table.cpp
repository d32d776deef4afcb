// Rows of a table, field by field; what a warp's rows say together is told by their numbers, or by their lanes.
#include "linearize/history_table.h"
#include "linearize/check.h"
#include "linearize/history_file.h"
#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace warplaw::linearize {
namespace {

using spec::Rejection;

struct NamedColumn {
  std::string_view name;
  Column column;
};
constexpr NamedColumn kColumns[] = {
    {"history", Column::History},   {"warp", Column::Warp},           {"lane", Column::Lane},
    {"thread", Column::Thread},     {"number", Column::Number},       {"op", Column::Operation},
    {"address", Column::Address},   {"operand", Column::Operand},     {"swap", Column::Swap},
    {"returned", Column::Returned}, {"operation", Column::Operation}, {"-", Column::Ignored}};

std::string_view nameOf(Column column) {
  return std::find_if(std::begin(kColumns), std::end(kColumns), [&](const auto& c) { return c.column == column; })
      ->name;
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \r\"";
  const std::size_t first = text.find_first_not_of(kBlanks);
  return first == std::string_view::npos ? "" : text.substr(first, text.find_last_not_of(kBlanks) + 1 - first);
}

std::vector<std::string_view> fieldsOf(std::string_view line) {
  std::vector<std::string_view> fields;
  for (std::size_t at = 0; at <= line.size();) {
    const std::size_t end = std::min(line.find_first_of(",;\t", at), line.size());
    fields.push_back(trimmed(line.substr(at, end - at)));
    at = end + 1;
  }
  return fields;
}

/// An integer, "0x.."; a negative one is two's complement.
std::optional<std::uint64_t> integerOf(std::string_view text, unsigned bytes) {
  const bool isNegative = text.starts_with("-");
  text.remove_prefix(isNegative);
  const bool isHex = text.starts_with("0x") || text.starts_with("0X");
  text.remove_prefix(isHex ? 2 : 0);
  std::uint64_t bits = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), bits, isHex ? 16 : 10);
  const std::uint64_t most = isNegative ? onesOf(bytes) / 2 + 1 : onesOf(bytes);
  if (error != std::errc() || end != text.data() + text.size() || bits > most)
    return std::nullopt;
  return (isNegative ? 0 - bits : bits) & onesOf(bytes);
}

bool hasDigit(std::string_view field) { return !field.empty() && field[0] >= '0' && field[0] <= '9'; }

/// As the documents write it, whatever the case.
std::string operationNamed(std::string_view text) {
  std::string name(text);
  for (char& c : name)
    c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  const std::size_t half = name.find("F16X2");
  if (half != std::string::npos)
    name[half + 3] = 'x';
  return name;
}

} // namespace

spec::Result<Columns> columnsFrom(std::string_view list) {
  Columns columns;
  std::string accepted;
  for (const NamedColumn& column : kColumns)
    accepted += fmt::format("{}{}", accepted.empty() ? "" : ", ", column.name);
  for (const std::string_view name : fieldsOf(list)) {
    const auto* const found = std::find_if(std::begin(kColumns), std::end(kColumns),
                                           [&](const NamedColumn& column) { return column.name == name; });
    if (found == std::end(kColumns))
      return Rejection{"history", fmt::format("there is no column \"{}\"", shown(name)), accepted};
    if (found->column != Column::Ignored && std::count(columns.begin(), columns.end(), found->column) > 0)
      return Rejection{"history", fmt::format("column \"{}\" stands twice", name), "each column once"};
    columns.push_back(found->column);
  }
  const auto has = [&](Column column) { return std::count(columns.begin(), columns.end(), column) > 0; };
  if (!has(Column::Operation) || !has(Column::Address))
    return Rejection{"history", "columns op and address must be there", accepted};
  const bool isOfWarps = has(Column::Warp) || has(Column::Lane);
  if (isOfWarps == has(Column::Thread))
    return Rejection{"history", "columns say who: warp and lane, or thread", accepted};
  return columns;
}

bool TableReader::has(Column column) const {
  return std::find(columns_->begin(), columns_->end(), column) != columns_->end();
}

std::string_view TableReader::field(const Fields& fields, Column column) const {
  const auto at = static_cast<std::size_t>(std::find(columns_->begin(), columns_->end(), column) - columns_->begin());
  const std::string_view text = at < fields.size() ? fields[at] : "";
  return text == "-" || text == "null" ? "" : text;
}

spec::Result<std::uint64_t> TableReader::number(const Fields& fields, Column column, unsigned bytes) const {
  const std::string_view text = field(fields, column);
  if (const auto value = integerOf(text, bytes))
    return *value;
  if (text.empty())
    return Rejection{"history", fmt::format("{} is missing", nameOf(column)), ""};
  return Rejection{"history", fmt::format("{} \"{}\" is no number of {} bytes", nameOf(column), shown(text), bytes),
                   "an integer, or 0x.."};
}

spec::Result<TableReader::Took> TableReader::take(std::string_view line, std::size_t number) {
  const std::string_view text = trimmed(line);
  if (text.empty() || text[0] == '#')
    return Took::Nothing;
  const Fields fields = fieldsOf(line);
  const bool isFirst = !any_;
  any_ = true;
  if (!columns_) {
    auto columns = columnsFrom(text);
    if (!columns)
      return columns.error();
    columns_ = std::move(*columns);
    return Took::Nothing;
  }
  if (isFirst && std::none_of(fields.begin(), fields.end(), hasDigit))
    return Took::Nothing; // names of columns, as whoever printed them calls them
  if (fields.size() > columns_->size())
    return Rejection{"history", fmt::format("{} fields, but {} columns", fields.size(), columns_->size()), ""};
  const std::string_view name = field(fields, Column::History);
  if (hasRows() && name != history_.name)
    return Took::Next;
  if (!hasRows()) {
    firstLine_ = number;
    history_.name = shown(name);
    history_.memorySize = std::uint64_t{1} << 48;
    history_.isOfThreads = has(Column::Thread);
  }
  if (auto added = addRow(fields, number); !added)
    return added.error();
  return Took::Row;
}

spec::Result<void> TableReader::addKnown(const Fields& fields, std::vector<KnownBytes>& memory, unsigned bytes) {
  const auto address = number(fields, Column::Address, 8), value = number(fields, Column::Operand, bytes);
  if (!address)
    return address.error();
  if (!value)
    return value.error();
  if (*address > history_.memorySize - bytes)
    return Rejection{"ATOMS-4", fmt::format("address {:#x} is outside memory", *address), "below 2^48"};
  KnownBytes& known = memory.emplace_back();
  known.address = *address;
  for (unsigned k = 0; k < bytes; ++k)
    known.bytes.push_back(static_cast<std::uint8_t>(*value >> 8 * k));
  return {};
}

spec::Result<TableReader::Row> TableReader::who(const Fields& fields) const {
  Row row;
  const bool isOfThreads = has(Column::Thread);
  if (isOfThreads || has(Column::Warp)) {
    const auto warp = number(fields, isOfThreads ? Column::Thread : Column::Warp, 4);
    if (!warp)
      return warp.error();
    row.warp = static_cast<std::uint32_t>(*warp);
  }
  if (has(Column::Lane)) {
    const auto lane = number(fields, Column::Lane, 4);
    if (!lane)
      return lane.error();
    if (has(Column::Warp) && *lane > 31)
      return Rejection{"MACH-1", fmt::format("lane {} is not 0..31", *lane), "0..31; without a column warp: any"};
    row.warp += static_cast<std::uint32_t>(*lane / 32);
    row.lane = static_cast<std::uint8_t>(*lane % 32);
  }
  if (has(Column::Number)) {
    const auto place = number(fields, Column::Number, 4);
    if (!place)
      return place.error();
    row.number = static_cast<std::uint32_t>(*place);
  }
  return row;
}

spec::Result<void> TableReader::addRow(const Fields& fields, std::size_t line) {
  const std::string name = operationNamed(field(fields, Column::Operation));
  for (const unsigned bytes : {4u, 8u}) {
    const char* const size = bytes == 8 ? ".64" : "";
    if (name == fmt::format("INITIAL{}", size))
      return addKnown(fields, history_.initial, bytes);
    if (name == fmt::format("FINAL{}", size))
      return addKnown(fields, history_.final, bytes);
  }
  const auto row = who(fields);
  if (!row)
    return row.error();
  return addAccess(fields, *row, name, line);
}

/// The instruction that a row is of: the one of that number, or the warp's last one, if it has that operation and not
/// yet that lane.
spec::Result<TableReader::Last*> TableReader::instructionOf(const Row& row, const std::string& operation) {
  const auto [at, isFirst] = last_.try_emplace(row.warp);
  const bool goesOn = !isFirst && at->second.operation == operation && !(at->second.lanes >> row.lane & 1);
  const std::uint32_t number = row.number.value_or(at->second.number + (isFirst || goesOn ? 0 : 1));
  Last& last = row.number ? named_[{row.warp, number}] : at->second;
  if (row.number && last.lanes != 0 && last.operation != operation)
    return Rejection{"history",
                     fmt::format("{} {}'s instruction {} has two operations", whoIn(history_), row.warp, number), ""};
  if (row.number && (last.lanes >> row.lane & 1))
    return Rejection{
        "MACH-1",
        fmt::format("lane {} stands twice in {} {}'s instruction {}", row.lane, whoIn(history_), row.warp, number), ""};
  const bool isNew = row.number ? last.lanes == 0 : !goesOn;
  if (isNew) {
    const bool isFence = operation == kFence;
    last = {number, 0, operation, isFence ? history_.fences.size() : history_.instructions.size()};
    if (isFence)
      history_.fences.push_back({row.warp, number, 0});
    else
      history_.instructions.push_back({row.warp, number, {}});
  }
  last.lanes |= 1u << row.lane;
  return &last;
}

spec::Result<void> TableReader::addAccess(const Fields& fields, const Row& row, const std::string& name,
                                          std::size_t line) {
  const auto subtraction = findSubtraction(name), operation = subtraction ? subtraction : findOperation(name);
  if (!operation && name != kFence)
    return Rejection{"ATOMS-1", fmt::format("operation \"{}\" does not exist", shown(name)),
                     "such as CAS.U64 or ADD.F32.FTZ.RN; INITIAL, FINAL"};
  if (history_.accesses.size() >= kMostInstructions || history_.fences.size() >= kMostInstructions)
    return Rejection{"history", "too many accesses", "less than 2^20"};
  const auto last = instructionOf(row, operation ? (subtraction ? "-" : "") + nameOf(*operation) : name);
  if (!last)
    return last.error();
  if (name == kFence) {
    history_.fences[(*last)->index].lanes |= 1u << row.lane;
    return {};
  }
  history_.instructions[(*last)->index].operation = *operation;
  Access access;
  access.instruction = static_cast<std::uint32_t>((*last)->index);
  access.lane = row.lane;
  const unsigned bytes = bytesOf(operation->type);
  const bool isLoad = *operation == loadOf(operation->type), isStore = *operation == storeOf(operation->type);
  std::optional<Rejection> wrong;
  const auto read = [&](Column column, unsigned size, std::uint64_t& into) {
    if (const auto value = number(fields, column, size))
      into = *value;
    else if (!wrong)
      wrong = value.error();
  };
  read(Column::Address, 8, access.address);
  if (!isLoad)
    read(Column::Operand, bytes, access.operand);
  if (takesSwap(operation->op))
    read(Column::Swap, bytes, access.swap);
  access.returns = !isStore && !field(fields, Column::Returned).empty();
  if (access.returns)
    read(Column::Returned, bytes, access.returned);
  if (wrong)
    return *wrong;
  if (subtraction)
    access.operand = negative(operation->type, access.operand);
  history_.accesses.push_back(access);
  lines_.push_back(line);
  return {};
}

spec::Result<void> TableReader::finish(History& history, std::size_t& line) {
  for (auto* memory : {&history_.initial, &history_.final})
    std::sort(memory->begin(), memory->end(),
              [](const KnownBytes& a, const KnownBytes& b) { return a.address < b.address; });
  line = firstLine_;
  history = std::move(history_);
  auto valid = validate(history);
  if (!valid) { // these rules are about one access
    const Rejection& rejection = valid.error();
    const bool isOfAccess = rejection.rule == "MACH-1" || rejection.rule == "ATOMS-4" || rejection.rule == "ATOMS-10";
    if (isOfAccess && rejection.position < lines_.size())
      line = lines_[rejection.position];
  }
  history_ = {};
  firstLine_ = 0;
  lines_.clear();
  last_.clear();
  named_.clear();
  if (valid)
    return {};
  Rejection rejection = valid.error();
  rejection.position = 0;
  return rejection;
}

} // namespace warplaw::linearize

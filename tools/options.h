// The options of a subcommand as rows: what each is called, where its value goes, what --help says of it, which values
// it takes. tools/options.cpp hands them to the library that reads command lines; no other header knows that.
#pragma once
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace warplaw::tools {

/// Where an option's value goes. A bool's option takes no value and makes it true. A vector's option may be repeated,
/// or is all arguments that stand by their places.
class Place {
public:
  enum class Kind { Flag, Text, Texts, Unsigned, Whole, Number, MaybeUnsigned, MaybeWhole };
  Place(bool& to) : kind(Kind::Flag), at(&to) {}
  Place(std::string& to) : kind(Kind::Text), at(&to) {}
  Place(std::vector<std::string>& to) : kind(Kind::Texts), at(&to) {}
  Place(unsigned& to) : kind(Kind::Unsigned), at(&to) {}
  Place(std::uint64_t& to) : kind(Kind::Whole), at(&to) {}
  Place(double& to) : kind(Kind::Number), at(&to) {}
  Place(std::optional<unsigned>& to) : kind(Kind::MaybeUnsigned), at(&to) {}
  Place(std::optional<std::uint64_t>& to) : kind(Kind::MaybeWhole), at(&to) {}

  Kind kind;
  void* at;
};

/// Which values an option takes, and beside which others it may stand. What it does not take is rejected before any
/// work. Names of options stand in one literal, with spaces between them.
struct Takes {
  enum class Kind { Any, Whole, Number, OneOf, ReadableFile, ReadableFolder, Judged };
  Kind kind = Kind::Any;
  std::string_view text = {}; ///< OneOf: the words; Any, Judged: what --help calls the value, besides TEXT
  std::uint64_t leastWhole = 0, mostWhole = 0;
  double least = 0, most = 0;
  std::string (*wrongWith)(const std::string& value) = nullptr;
  std::optional<unsigned> (*read)(std::string_view value) = nullptr; ///< of a number that is written in another way
  const char* alone = nullptr;
  std::string_view needed = {}, excluded = {};
  bool isRequired = false, isShown = false;

  constexpr Takes required() const { return with(&Takes::isRequired, true); }
  /// --help shows what its place holds before.
  constexpr Takes showsDefault() const { return with(&Takes::isShown, true); }
  constexpr Takes needs(std::string_view names) const { return with(&Takes::needed, names); }
  constexpr Takes excludes(std::string_view names) const { return with(&Takes::excluded, names); }
  /// `--option` is `--option=VALUE`, and `--option TEXT` is not `--option=TEXT`.
  constexpr Takes orAlone(const char* value) const { return with(&Takes::alone, value); }

private:
  template <class Member> constexpr Takes with(Member Takes::* member, Member value) const {
    Takes copy = *this;
    copy.*member = value;
    return copy;
  }
};

inline constexpr Takes kText{};
inline constexpr Takes kFlag{}; ///< no value
/// A whole number, decimal without leading zeros or 0x hexadecimal, as in an instruction's text.
constexpr Takes wholeNumberIn(std::uint64_t least, std::uint64_t most) {
  return {.kind = Takes::Kind::Whole, .leastWhole = least, .mostWhole = most};
}
/// A number that need not be whole.
constexpr Takes numberIn(double least, double most) {
  return {.kind = Takes::Kind::Number, .least = least, .most = most};
}
/// One of these words, which have spaces between them.
constexpr Takes oneOf(std::string_view words) { return {.kind = Takes::Kind::OneOf, .text = words}; }
/// What can be read, whether or not the work would come to it. Empty: none; "-": standard input.
inline constexpr Takes kReadableFile{.kind = Takes::Kind::ReadableFile};
inline constexpr Takes kReadableFolder{.kind = Takes::Kind::ReadableFolder};
/// The subcommand itself says what is wrong with a value of these.
inline constexpr Takes kFile{.text = "FILE"};
inline constexpr Takes kFolder{.text = "FOLDER"};
/// `wrongWith` says what is wrong with a value and, behind "; accepted: ", what would not be; empty: nothing.
constexpr Takes judgedBy(std::string (*wrongWith)(const std::string& value), std::string_view text = {}) {
  return {.kind = Takes::Kind::Judged, .text = text, .wrongWith = wrongWith};
}

struct OptionRow {
  const char* names; ///< "--jobs,-j"; without dashes: an argument that stands by its place
  Place to;          ///< lives until the subcommand has run
  std::string_view about;
  Takes takes = {}; ///< of a number: its range, always
};

/// The --help of a subcommand, as its file fills it.
class Subcommand {
public:
  explicit Subcommand(CLI::App& app) : app_(app) {}
  void options(std::initializer_list<OptionRow> rows);
  void footer(const std::string& text); ///< examples and exit codes
  /// Once all options are there: which need and which exclude each other.
  void relate();

private:
  struct Relation {
    CLI::Option* option;
    std::string_view needs, excludes;
  };
  CLI::App& app_;
  std::vector<Relation> relations_;
};

} // namespace warplaw::tools

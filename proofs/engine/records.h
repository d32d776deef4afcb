// The records of a run, one after another. They may be more than memory should hold: then their lines stay in their
// files, and what every report says of each is kept.
#pragma once
#include "proofs/engine/results.h"
#include <deque>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <memory_resource>
#include <span>
#include <unordered_map>

namespace warplaw::proofs {

/// So much of a hash tells questions apart for people.
inline constexpr std::size_t kBriefHash = 12;

/// Results files, each of which is one of several that make one run.
class FiledRecords {
public:
  struct File {
    std::string path;
    std::vector<WrittenRun> runs; ///< without names
    std::vector<std::string> notes;
    std::size_t first = 0;   ///< its entries stand together until removeDoubled
    std::size_t records = 0; ///< each obligation once, as in EarlierResults
  };
  /// As readResults.
  spec::Result<void> read(const std::string& path);
  const std::vector<File>& files() const { return files_; }
  /// What records of this file have in common, once for all that do, with the least of their names. Before
  /// removeDoubled.
  std::vector<Record> kindsOf(std::size_t file) const;
  /// By file: the names that an earlier file has, too, and that one's place in files(). The graver record remains:
  /// what is said of one file alone has been asked before.
  std::vector<std::map<std::string, std::size_t>> removeDoubled();
  /// By the place of their theorem, then by name.
  void sort(const std::function<std::size_t(const std::string& theorem)>& placeOf);

  std::size_t size() const { return entries_.size(); }
  const Record& at(std::size_t index) const; ///< see Records
  /// Read again; throws where the file is not any more as it was.
  Record whole(std::size_t index) const;

private:
  class Reader;
  struct Entry {
    std::uint64_t offset; ///< of its line
    double seconds;
    const char* texts;          ///< see textsOf
    std::uint32_t writer, kind; ///< in writers_, kinds_
  };
  struct Writer {
    std::uint32_t file;
    std::optional<std::uint32_t> run; ///< of the file; nothing: it does not say
  };
  struct Texts {
    std::string_view name, query, unfolded; ///< the hashes brief, and of what is about no code
  };
  static Texts textsOf(const Entry& entry);
  static std::string_view nameOf(const Entry& entry) { return textsOf(entry).name; }
  const char* stored(const Record& record);
  std::uint32_t kindOf(Record record);
  std::uint32_t fileOf(const Entry& entry) const { return writers_[entry.writer].file; }
  bool isGraver(const Entry& a, const Entry& b) const { return kinds_[a.kind].isGraverThan(kinds_[b.kind]); }
  /// Entries from `first` on that have one name, in their order: only the one that `chosen` gives remains.
  void leaveOneOfEach(std::size_t first, const std::function<Entry(std::span<const Entry>)>& chosen);

  std::vector<File> files_;
  std::vector<Writer> writers_;
  std::vector<Record> kinds_; ///< all that many records have in common
  std::unordered_map<std::string, std::uint32_t> kindsByText_;
  std::map<const char*, Certificate> certificates_; ///< by Entry::texts
  std::unique_ptr<std::pmr::monotonic_buffer_resource> texts_ = std::make_unique<std::pmr::monotonic_buffer_resource>();
  std::deque<Entry> entries_;
  // what at() gave, and the file that whole() read, last
  mutable Record given_;
  mutable std::uint32_t givenKind_ = UINT32_MAX;
  mutable std::ifstream open_;
  mutable std::uint32_t openFile_ = UINT32_MAX;
};

class Records {
public:
  Records() = default;
  Records(std::vector<Record> held) : held_(std::move(held)) {}
  explicit Records(FiledRecords filed) : filed_(std::make_shared<FiledRecords>(std::move(filed))) {}
  std::size_t size() const { return filed_ ? filed_->size() : held_.size(); }
  bool empty() const { return size() == 0; }
  /// Valid until another is asked for. Of one that is as expected and stands in a file it lacks what no report says:
  /// rules, limit, reason, the solver's version, its hashes but for their beginnings, counterexample and answers.
  const Record& operator[](std::size_t index) const { return filed_ ? filed_->at(index) : held_[index]; }
  Record whole(std::size_t index) const { return filed_ ? filed_->whole(index) : held_[index]; }

  class Iterator {
  public:
    using difference_type = std::ptrdiff_t;
    using value_type = Record;
    Iterator() = default;
    Iterator(const Records& records, std::size_t index) : records_(&records), index_(index) {}
    const Record& operator*() const { return (*records_)[index_]; }
    Iterator& operator++() { return ++index_, *this; }
    void operator++(int) { ++index_; }
    bool operator==(const Iterator& other) const { return index_ == other.index_; }

  private:
    const Records* records_ = nullptr;
    std::size_t index_ = 0;
  };
  Iterator begin() const { return {*this, 0}; }
  Iterator end() const { return {*this, size()}; }

private:
  std::vector<Record> held_;
  std::shared_ptr<const FiledRecords> filed_;
};

} // namespace warplaw::proofs

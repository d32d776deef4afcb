#include "proofs/engine/records.h"
#include "proofs/engine/results_reader.h"
#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace warplaw::proofs {
namespace {

// Texts stand behind their lengths.
template <class Length> char* put(char* at, std::string_view text) {
  const auto length = static_cast<Length>(text.size());
  std::memcpy(at, &length, sizeof length);
  return std::copy(text.begin(), text.end(), at + sizeof length);
}
template <class Length> std::string_view take(const char*& at) {
  Length length;
  std::memcpy(&length, at, sizeof length);
  const std::string_view text(at + sizeof length, length);
  at = text.data() + text.size();
  return text;
}

} // namespace

/// Keeps an entry of each line, then one of each name.
class FiledRecords::Reader final : public ResultsReader {
public:
  Reader(FiledRecords& all, File& file) : ResultsReader(file.runs, file.notes), all_(all) {}

private:
  void keep(Record record, std::uint64_t offset) override {
    const auto begun = static_cast<std::uint32_t>(runs_.size());
    const auto run = begun == 0 ? std::nullopt : std::optional(begun - 1);
    if (writer_ == UINT32_MAX || all_.writers_[writer_].run != run) {
      writer_ = static_cast<std::uint32_t>(all_.writers_.size());
      all_.writers_.push_back({static_cast<std::uint32_t>(all_.files_.size() - 1), run});
    }
    const char* const texts = all_.stored(record);
    if (record.certificate)
      all_.certificates_[texts] = *std::exchange(record.certificate, {});
    const double seconds = record.seconds;
    all_.entries_.push_back({offset, seconds, texts, writer_, all_.kindOf(std::move(record))});
  }
  // A bit of the hash says which answer it was.
  void believe(const KeptAnswer& answer) override {
    answers_.push_back((std::hash<std::string>()(answer.key) & ~std::uint64_t{1}) |
                       (answer.raw.kind == RawAnswer::Kind::Sat));
  }
  std::size_t contradictory() override {
    std::ranges::sort(answers_);
    answers_.erase(std::ranges::unique(answers_).begin(), answers_.end());
    std::size_t count = 0;
    for (std::size_t i = 1; i < answers_.size(); ++i)
      count += (answers_[i - 1] ^ answers_[i]) == 1;
    return count;
  }
  FiledRecords& all_;
  std::uint32_t writer_ = UINT32_MAX;
  std::vector<std::uint64_t> answers_;
};

spec::Result<void> FiledRecords::read(const std::string& path) {
  File& file = files_.emplace_back(File{path, {}, {}, entries_.size(), 0});
  if (const auto read = Reader(*this, file).read(path); !read)
    return read;
  leaveOneOfEach(file.first, [&](std::span<const Entry> lines) {
    const auto writerOf = [&](const Entry& line) {
      const auto run = writers_[line.writer].run;
      return run ? &file.runs[*run] : nullptr;
    };
    Entry known = lines.front();
    for (std::size_t i = 1; i < lines.size(); ++i) {
      WrittenRun* const now = writerOf(lines[i]);
      const bool twice =
          isNoNewRun(writerOf(lines[i - 1]), now, kinds_[known.kind].exitCode(), kinds_[lines[i].kind].exitCode());
      if (twice && now)
        now->doubled.emplace(nameOf(known));
      if (!twice || isGraver(lines[i], known))
        known = lines[i];
    }
    return known;
  });
  file.records = entries_.size() - file.first;
  return {};
}

const char* FiledRecords::stored(const Record& record) {
  const bool isLaw = record.bitcode.empty();
  const auto brief = [&](const std::string& hash) { return std::string_view(hash).substr(0, isLaw ? kBriefHash : 0); };
  const std::string_view query = brief(record.query), unfolded = brief(record.unfolded);
  const std::size_t size = sizeof(std::uint32_t) + record.name.size() + 2 + query.size() + unfolded.size();
  char* const texts = static_cast<char*>(texts_->allocate(size, 1));
  put<std::uint8_t>(put<std::uint8_t>(put<std::uint32_t>(texts, record.name), query), unfolded);
  return texts;
}

FiledRecords::Texts FiledRecords::textsOf(const Entry& entry) {
  const char* at = entry.texts;
  Texts texts;
  texts.name = take<std::uint32_t>(at);
  texts.query = take<std::uint8_t>(at);
  texts.unfolded = take<std::uint8_t>(at);
  return texts;
}

std::uint32_t FiledRecords::kindOf(Record record) {
  std::string text;
  for (const std::string* part : {&record.theorem, &record.instruction, &record.form, &record.path, &record.part,
                                  &record.solver, &record.bitcode}) {
    text += std::to_string(part->size()) + ':';
    text += *part;
  }
  for (const int flag : {static_cast<int>(record.verdict), static_cast<int>(record.expected), int{record.cached},
                         int{record.whole}, int{record.resumed}})
    text += static_cast<char>(flag);
  const auto [at, fresh] = kindsByText_.try_emplace(std::move(text), static_cast<std::uint32_t>(kinds_.size()));
  if (fresh) {
    for (std::string* own :
         {&record.name, &record.version, &record.query, &record.unfolded, &record.reason, &record.counterexample})
      own->clear();
    record.rules.clear();
    record.answers.clear();
    record.limit = 0;
    kinds_.push_back(std::move(record));
  }
  return at->second;
}

void FiledRecords::leaveOneOfEach(std::size_t first, const std::function<Entry(std::span<const Entry>)>& chosen) {
  struct Key {
    std::size_t hash;
    std::uint32_t index;
  };
  std::vector<Key> keys;
  keys.reserve(entries_.size() - first);
  for (std::size_t i = first; i < entries_.size(); ++i)
    keys.push_back({std::hash<std::string_view>()(nameOf(entries_[i])), static_cast<std::uint32_t>(i)});
  const auto nameAt = [&](const Key& key) { return nameOf(entries_[key.index]); };
  std::ranges::sort(keys, [&](const Key& a, const Key& b) {
    if (a.hash != b.hash)
      return a.hash < b.hash;
    const int names = nameAt(a).compare(nameAt(b));
    return names != 0 ? names < 0 : a.index < b.index;
  });
  std::vector<Entry> same;
  for (auto at = keys.begin(); at != keys.end();) {
    const auto end = std::find_if(at + 1, keys.end(),
                                  [&](const Key& key) { return key.hash != at->hash || nameAt(key) != nameAt(*at); });
    if (end - at > 1) {
      same.clear();
      for (auto one = at; one != end; ++one)
        same.push_back(std::exchange(entries_[one->index], {}));
      entries_[at->index] = chosen(same);
    }
    at = end;
  }
  std::erase_if(entries_, [](const Entry& entry) { return entry.texts == nullptr; });
}

std::vector<Record> FiledRecords::kindsOf(std::size_t file) const {
  std::map<std::uint32_t, std::string_view> least;
  for (std::size_t i = 0; i < files_[file].records; ++i) {
    const Entry& entry = entries_[files_[file].first + i];
    if (const auto [at, fresh] = least.try_emplace(entry.kind, nameOf(entry)); !fresh)
      at->second = std::min(at->second, nameOf(entry));
  }
  std::vector<Record> kinds;
  for (const auto& [kind, name] : least)
    kinds.emplace_back(kinds_[kind]).name = name;
  return kinds;
}

std::vector<std::map<std::string, std::size_t>> FiledRecords::removeDoubled() {
  std::vector<std::map<std::string, std::size_t>> doubled(files_.size());
  leaveOneOfEach(0, [&](std::span<const Entry> files) {
    Entry known = files.front();
    for (const Entry& next : files.subspan(1)) {
      doubled[fileOf(next)].emplace(nameOf(next), fileOf(files.front()));
      if (isGraver(next, known)) // whatever the order of files
        known = next;
    }
    return known;
  });
  return doubled;
}

void FiledRecords::sort(const std::function<std::size_t(const std::string& theorem)>& placeOf) {
  std::vector<std::size_t> places;
  for (const Record& kind : kinds_)
    places.push_back(placeOf(kind.theorem));
  std::ranges::sort(entries_, [&](const Entry& a, const Entry& b) {
    return places[a.kind] != places[b.kind] ? places[a.kind] < places[b.kind] : nameOf(a) < nameOf(b);
  });
}

const Record& FiledRecords::at(std::size_t index) const {
  const Entry& entry = entries_[index];
  if (kinds_[entry.kind].exitCode() != ExitCode::AsExpected) {
    givenKind_ = UINT32_MAX;
    return given_ = whole(index);
  }
  if (givenKind_ != entry.kind)
    given_ = kinds_[givenKind_ = entry.kind];
  const Texts texts = textsOf(entry);
  given_.name = texts.name;
  given_.query = texts.query;
  given_.unfolded = texts.unfolded;
  given_.seconds = entry.seconds;
  given_.certificate.reset();
  if (const auto certificate = certificates_.find(entry.texts); certificate != certificates_.end())
    given_.certificate = certificate->second;
  return given_;
}

Record FiledRecords::whole(std::size_t index) const {
  const Entry& entry = entries_[index];
  const std::uint32_t file = fileOf(entry);
  if (openFile_ != file) {
    open_ = std::ifstream(files_[file].path, std::ios::binary);
    openFile_ = file;
  }
  open_.clear();
  open_.seekg(static_cast<std::streamoff>(entry.offset));
  std::string line;
  std::getline(open_, line);
  auto record = recordFromJson(line);
  const Record& kind = kinds_[entry.kind];
  if (!record || record->name != nameOf(entry) || record->theorem != kind.theorem || record->verdict != kind.verdict ||
      record->expected != kind.expected)
    throw std::runtime_error(files_[file].path + ": was changed while it was read");
  return std::move(*record);
}

} // namespace warplaw::proofs

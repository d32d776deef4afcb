#include "proofs/engine/results.h"
#include "proofs/engine/results_reader.h"
#include "proofs/engine/seconds.h"
#include "spec/byte_order_mark.h"
#include "spec/utf8.h"
#include <algorithm>
#include <boost/json.hpp>
#include <cassert>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <sys/stat.h>
#include <tuple>
#include <unistd.h>

namespace warplaw::proofs {
namespace json = boost::json;

std::string toJson(const Record& r) {
  json::object o;
  const auto text = [&](const char* key, const std::string& value) {
    if (!value.empty())
      o[key] = spec::asUtf8(value); // it may name a file
  };
  o["name"] = r.name;
  o["theorem"] = r.theorem;
  text("instruction", r.instruction);
  text("form", r.form);
  text("path", r.path);
  o["rules"] = json::array(r.rules.begin(), r.rules.end());
  o["verdict"] = textOf(r.verdict);
  o["expected"] = textOf(r.expected);
  o["part"] = r.part;
  text("solver", r.solver);
  text("version", r.version);
  o["seconds"] = r.seconds;
  o["limit"] = r.limit;
  text("query", r.query);
  text("unfolded", r.unfolded);
  text("bitcode", r.bitcode);
  text("reason", r.reason);
  text("counterexample", r.counterexample);
  o["cached"] = r.cached;
  o["folded"] = r.folded;
  if (r.whole)
    o["whole"] = true;
  if (r.resumed)
    o["resumed"] = true;
  if (!r.answers.empty()) {
    json::array& answers = o["answers"].emplace_array();
    for (const KeptAnswer& a : r.answers)
      answers.push_back(json::object{
          {"key", a.key}, {"said", textOf(a.raw.kind)}, {"model", a.raw.detail}, {"seal", sealOf(a.key, a.raw)}});
  }
  if (r.certificate)
    o["certificate"] = json::parse(toJson(*r.certificate));
  return json::serialize(o);
}

namespace {

spec::Rejection notARecord(std::string message) { return {"results", std::move(message), "", 0}; }

// What Boost.JSON throws where a key is missing or of another type is the rejection.
template <class Read> auto fromLine(std::string_view line, Read read) -> decltype(read(json::object())) {
  try {
    unsigned char usual[1 << 14];
    json::monotonic_resource memory(usual, sizeof usual);
    const json::value value = json::parse(line, &memory);
    return read(value.as_object());
  } catch (const boost::system::system_error& e) {
    return notARecord(e.code().message()); // what() would name the place in Boost's source
  } catch (const std::exception& e) {
    return notARecord(e.what());
  }
}

constexpr RawAnswer::Kind kDefinite[] = {RawAnswer::Kind::Sat, RawAnswer::Kind::Unsat};

// Unknown where the answer is no definite one, or not the one that was sealed.
KeptAnswer answerFrom(const json::object& o) {
  KeptAnswer answer;
  answer.key = std::string(o.at("key").as_string());
  answer.raw.detail = std::string(o.at("model").as_string());
  for (const RawAnswer::Kind kind : kDefinite)
    if (std::string_view(o.at("said").as_string()) == textOf(kind)) {
      answer.raw.kind = kind;
      if (sealOf(answer.key, answer.raw) == std::string_view(o.at("seal").as_string()))
        return answer;
    }
  answer.raw = {RawAnswer::Kind::Unknown, {}, 0};
  return answer;
}

Record fromObject(const json::object& o) {
  Record r;
  const auto text = [&](const char* key) {
    const json::value* v = o.if_contains(key);
    return v == nullptr ? std::string() : std::string(v->as_string());
  };
  r.name = std::string(o.at("name").as_string());
  r.theorem = std::string(o.at("theorem").as_string());
  r.instruction = text("instruction");
  r.form = text("form");
  r.path = text("path");
  for (const json::value& rule : o.at("rules").as_array())
    r.rules.emplace_back(rule.as_string());
  const auto verdict = verdictFromText(o.at("verdict").as_string());
  const auto expected = verdictFromText(o.at("expected").as_string());
  if (!verdict || !expected)
    throw std::out_of_range("unknown verdict");
  r.verdict = *verdict;
  r.expected = *expected;
  r.part = text("part");
  r.solver = text("solver");
  r.version = text("version");
  r.seconds = secondsFrom(o.at("seconds"));
  r.limit = secondsFrom(o.at("limit"));
  r.query = text("query");
  r.unfolded = text("unfolded");
  r.bitcode = text("bitcode");
  r.reason = text("reason");
  r.counterexample = text("counterexample");
  r.cached = o.at("cached").as_bool();
  r.folded = o.at("folded").as_bool();
  r.whole = o.if_contains("whole") != nullptr;
  r.resumed = o.if_contains("resumed") != nullptr;
  if (const json::value* answers = o.if_contains("answers"))
    for (const json::value& value : answers->as_array())
      r.answers.push_back(answerFrom(value.as_object()));
  if (const json::value* certificate = o.if_contains("certificate"))
    r.certificate = certificateFrom(*certificate);
  return r;
}

spec::Rejection fileError(const std::string& path, const char* what) {
  return {"results", fmt::format("{}: {}: {}", path, what, std::strerror(errno)), "", 0};
}

bool same(const RawAnswer& a, const RawAnswer& b) { return a.kind == b.kind && a.detail == b.detail; }

/// Keeps everything.
class AllLines final : public ResultsReader {
public:
  explicit AllLines(EarlierResults& results) : ResultsReader(results.runs, results.notes), results_(results) {}

private:
  void keep(Record record, std::uint64_t) override {
    WrittenRun* const now = runs_.empty() ? nullptr : &runs_.back();
    const auto known = results_.records.find(record.name);
    const bool isKnown = known != results_.records.end();
    const bool twice =
        isKnown && isNoNewRun(results_.runOf(record.name), now, known->second.exitCode(), record.exitCode());
    if (twice && now)
      now->doubled.insert(record.name);
    if (now)
      now->names.insert(record.name);
    if (!isKnown)
      results_.records.emplace(record.name, std::move(record));
    else if (!twice || record.isGraverThan(known->second))
      known->second = std::move(record);
  }
  /// A query that several obligations ask may have another model each time: the first is as good as any.
  void believe(const KeptAnswer& answer) override {
    if (const auto [at, fresh] = results_.answers.try_emplace(answer.key, answer.raw);
        !fresh && at->second.kind != answer.raw.kind)
      contradictory_.insert(answer.key);
  }
  std::size_t contradictory() override {
    for (const std::string& key : contradictory_)
      results_.answers.erase(key);
    return contradictory_.size();
  }
  EarlierResults& results_;
  std::set<std::string> contradictory_;
};

/// How a file of results begins: with who made it or, of old, with an obligation.
constexpr std::string_view kBeginnings[] = {R"({"run":)", R"({"name":)"};

/// The file may be large, and anybody's: its first bytes decide. One that is cut off there is no other's.
bool beginsAsResults(std::string_view bytes) {
  return std::ranges::any_of(kBeginnings, [&](std::string_view beginning) {
    return beginning.substr(0, bytes.size()) == bytes.substr(0, beginning.size());
  });
}

/// A file that begins as one of results; it stands behind a byte order mark.
spec::Result<std::ifstream> opened(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  struct stat status{};
  if (!file || stat(path.c_str(), &status) != 0)
    return fileError(path, "cannot be read");
  if (!S_ISREG(status.st_mode))
    return spec::Rejection{"results", path + ": not a regular file", "", 0};
  char beginning[16];
  file.read(beginning, sizeof beginning);
  std::string_view first(beginning, static_cast<std::size_t>(file.gcount()));
  const bool isMarked = first.starts_with(spec::kByteOrderMark);
  if (isMarked)
    first.remove_prefix(spec::kByteOrderMark.size());
  if (!beginsAsResults(first))
    return spec::Rejection{"results", path + ":1: no run begins it", "a file that `verify --results` writes", 0};
  file.clear();
  file.seekg(isMarked ? spec::kByteOrderMark.size() : 0);
  return spec::Result<std::ifstream>(boost::system::in_place_value, std::move(file));
}

// Looks at the file as it is now, whoever wrote it since it was read.
off_t endOfWholeLines(int descriptor) {
  off_t end = lseek(descriptor, 0, SEEK_END);
  for (char last = 0; end > 0 && pread(descriptor, &last, 1, end - 1) == 1 && last != '\n';)
    --end;
  return end;
}

} // namespace

spec::Result<Record> recordFromJson(std::string_view line) {
  return fromLine(line, [](const json::object& o) { return spec::Result<Record>(fromObject(o)); });
}

// A lock of this process, which its children do not inherit: it ends with the process, whatever ended that. Where a
// file system knows no locks, nothing keeps two runs apart.
spec::Result<ResultsFile> ResultsFile::locked(int descriptor, const std::string& path) {
  ResultsFile file(descriptor);
  struct flock all{};
  all.l_type = F_WRLCK;
  all.l_whence = SEEK_SET;
  if (fcntl(descriptor, F_SETLK, &all) != 0 && (errno == EACCES || errno == EAGAIN))
    return spec::Rejection{"results", fmt::format("{}: another run writes it", path), "a file of this run's own", 0};
  return file;
}

spec::Result<ResultsFile> ResultsFile::create(const std::string& path) {
  const int descriptor = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0644);
  if (descriptor < 0)
    return fileError(path, "cannot be made");
  return locked(descriptor, path);
}

spec::Result<ResultsFile> ResultsFile::continueAt(const std::string& path) {
  // not once there is a lock, which ends where any descriptor of the file is closed
  if (const auto there = opened(path); !there)
    return there.error();
  const int descriptor = open(path.c_str(), O_RDWR | O_APPEND | O_CLOEXEC);
  if (descriptor < 0)
    return fileError(path, "cannot be written");
  auto file = locked(descriptor, path);
  if (!file)
    return file;
  if (ftruncate(descriptor, endOfWholeLines(descriptor)) != 0)
    return fileError(path, "its truncated last line cannot be cut off");
  return file;
}

ResultsFile::ResultsFile(ResultsFile&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), refused_(other.refused_) {}
ResultsFile& ResultsFile::operator=(ResultsFile&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  std::swap(refused_, other.refused_);
  return *this;
}
ResultsFile::~ResultsFile() {
  if (descriptor_ >= 0)
    close(descriptor_);
}

std::string lineOf(const Provenance& made) { return fmt::format(R"({{"run":{}}})", toJson(made)); }

std::string lineOf(const RunEnd& end) {
  const json::object o = {{"obligations", end.obligations}, {"seconds", end.seconds}};
  return json::serialize(json::object{{"end", o}});
}

bool ResultsFile::begin(const Provenance& made) { return appendLine(lineOf(made)); }

bool ResultsFile::append(const Record& record) { return appendLine(toJson(record)); }

bool ResultsFile::end(const RunEnd& end) { return appendLine(lineOf(end)); }

bool ResultsFile::appendLine(std::string line) {
  line += '\n';
  struct stat before{};
  if (refused_ == 0 && fstat(descriptor_, &before) != 0)
    refused_ = errno;
  std::string_view rest = line;
  while (refused_ == 0 && !rest.empty()) { // usually one write: what a kill cuts off is the end of one line
    const ssize_t n = write(descriptor_, rest.data(), rest.size());
    if (n >= 0) {
      rest.remove_prefix(static_cast<std::size_t>(n));
    } else if (errno != EINTR) {
      refused_ = errno;
      // what fits a full disk is half a line, which a later one would turn into a broken file
      (void)!ftruncate(descriptor_, before.st_size);
    }
  }
  errno = refused_;
  return refused_ == 0;
}

const WrittenRun* EarlierResults::runOf(std::string_view name) const {
  const auto found =
      std::find_if(runs.rbegin(), runs.rend(), [&](const WrittenRun& r) { return r.names.contains(name); });
  return found == runs.rend() ? nullptr : &*found;
}

bool EarlierResults::holds(const Record& now) const {
  const auto found = records.find(now.name);
  if (found == records.end())
    return false;
  // all but how long it took, under which limit, and where the answers came from
  const auto finding = [](const Record& r) {
    return std::tie(r.theorem, r.instruction, r.form, r.path, r.rules, r.verdict, r.expected, r.part, r.solver,
                    r.version, r.query, r.unfolded, r.bitcode, r.reason, r.counterexample, r.folded);
  };
  const auto certified = [](const Record& r) {
    return r.certificate ? std::string(textOf(r.certificate->status)) + r.certificate->reason : "";
  };
  return finding(found->second) == finding(now) && certified(found->second) == certified(now) &&
         std::all_of(now.answers.begin(), now.answers.end(), [&](const KeptAnswer& a) {
           const auto kept = answers.find(a.key);
           return kept != answers.end() && same(kept->second, a.raw);
         });
}

bool isNoNewRun(const WrittenRun* writer, const WrittenRun* now, ExitCode known, ExitCode next) {
  return writer == now ||
         (writer && writer->made.program == now->made.program && known == ExitCode::Counterexample && next != known);
}

spec::Result<void> ResultsReader::add(std::string_view line, std::uint64_t offset) {
  return fromLine(line, [&](const json::object& o) -> spec::Result<void> {
    if (const json::value* made = o.if_contains("run")) {
      Provenance run = provenanceFrom(*made);
      if (runs_.empty() && hasRecords_)
        throw std::out_of_range("records of no run stand before it");
      runs_.push_back({std::move(run), {}, {}, {}});
    } else if (const json::value* end = o.if_contains("end")) {
      const json::object& said = end->as_object();
      if (runs_.empty())
        throw std::out_of_range("the end of a run that did not begin");
      runs_.back().end = RunEnd{said.at("obligations").to_number<std::size_t>(), secondsFrom(said.at("seconds"))};
    } else {
      Record record = fromObject(o);
      for (const KeptAnswer& answer : record.answers)
        if (answer.raw.definite())
          believe(answer);
        else
          ++broken_;
      hasRecords_ = true;
      keep(std::move(record), offset);
    }
    return {};
  });
}

void ResultsReader::noteIgnored(const std::string& path, std::size_t count, const char* why) {
  if (count != 0)
    notes_.push_back(fmt::format("{}: {} answer(s) {}; ignored", path, count, why));
}

spec::Result<void> ResultsReader::read(const std::string& path) {
  auto file = opened(path);
  if (!file)
    return file.error();
  auto offset = static_cast<std::uint64_t>(file->tellg());
  std::string line;
  for (std::size_t number = 1; std::getline(*file, line); ++number) {
    if (file->eof()) {
      notes_.push_back(fmt::format("{}: last line (line {}) is truncated; ignored", path, number));
      break;
    }
    if (const auto added = add(line, offset); !added)
      return notARecord(fmt::format("{}:{}: {}", path, number, added.error().message));
    offset += line.size() + 1;
  }
  if (file->bad())
    return fileError(path, "cannot be read to its end");
  noteIgnored(path, broken_, "do not fit their seal");
  noteIgnored(path, contradictory(), "contradict others");
  return {};
}

spec::Result<EarlierResults> readResults(const std::string& path) {
  EarlierResults results;
  if (const auto read = AllLines(results).read(path); !read)
    return read.error();
  return results;
}

} // namespace warplaw::proofs

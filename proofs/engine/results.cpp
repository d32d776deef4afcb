#include "proofs/engine/results.h"
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
#include <set>
#include <sstream>
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
template <class Read> auto orRejected(Read read) -> decltype(read()) {
  try {
    return read();
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

/// The answers of all lines of a file; what cannot be believed is counted, not taken. A query that several obligations
/// ask may have another model each time: the first is as good as any.
class AnswersOfLines {
public:
  void add(const Record& record) {
    for (const KeptAnswer& a : record.answers)
      if (!a.raw.definite())
        ++broken_;
      else if (const auto [at, fresh] = answers_.try_emplace(a.key, a.raw); !fresh && at->second.kind != a.raw.kind)
        contradictory_.insert(a.key);
  }
  void moveTo(EarlierResults& results, const std::string& path) {
    for (const std::string& key : contradictory_)
      answers_.erase(key);
    const auto ignored = [&](std::size_t count, const char* why) {
      if (count != 0)
        results.notes.push_back(fmt::format("{}: {} answer(s) {}; ignored", path, count, why));
    };
    ignored(broken_, "do not fit their seal");
    ignored(contradictory_.size(), "contradict others");
    results.answers = std::move(answers_);
  }

private:
  std::map<std::string, RawAnswer, std::less<>> answers_;
  std::set<std::string> contradictory_;
  std::size_t broken_ = 0;
};

// The lines of a file one after another, told apart by their first key.
class Lines {
public:
  explicit Lines(EarlierResults& results) : results_(results) {}

  // A rejection says what a line is not.
  spec::Result<void> add(std::string_view line) {
    return orRejected([&]() -> spec::Result<void> {
      const json::value value = json::parse(line);
      const json::object& o = value.as_object();
      if (const json::value* made = o.if_contains("run"))
        begin(provenanceFrom(*made));
      else if (const json::value* end = o.if_contains("end"))
        finish(end->as_object());
      else
        keep(fromObject(o));
      return {};
    });
  }
  AnswersOfLines answers;

private:
  void begin(Provenance made) {
    if (results_.runs.empty() && !results_.records.empty())
      throw std::out_of_range("records of no run stand before it");
    results_.runs.push_back({std::move(made), {}, {}, {}});
  }
  void finish(const json::object& end) {
    if (results_.runs.empty())
      throw std::out_of_range("the end of a run that did not begin");
    results_.runs.back().end = RunEnd{end.at("obligations").to_number<std::size_t>(), secondsFrom(end.at("seconds"))};
  }
  void keep(Record record) {
    answers.add(record);
    // a file that names no run is taken for one run's
    const auto known = results_.records.find(record.name);
    if (known == results_.records.end()) {
      if (!results_.runs.empty())
        results_.runs.back().names.insert(record.name);
      results_.records.emplace(record.name, std::move(record));
      return;
    }
    const bool twice = results_.runs.empty() || isNoNewRun(record, known->second);
    if (twice && !results_.runs.empty())
      results_.runs.back().doubled.insert(record.name);
    if (!results_.runs.empty())
      results_.runs.back().names.insert(record.name);
    if (!twice || record.isGraverThan(known->second))
      known->second = std::move(record);
  }
  /// Did the run at hand write that name already, or did the same program refute it in a run before? That no later run
  /// takes back.
  bool isNoNewRun(const Record& record, const Record& known) const {
    const WrittenRun* const writer = results_.runOf(record.name);
    return writer == &results_.runs.back() ||
           (writer && writer->made.program == results_.runs.back().made.program &&
            known.exitCode() == ExitCode::Counterexample && record.exitCode() != known.exitCode());
  }
  EarlierResults& results_;
};

/// How a file of results begins: with who made it or, of old, with an obligation.
constexpr std::string_view kBeginnings[] = {R"({"run":)", R"({"name":)"};

/// The file may be large, and anybody's: its first bytes decide. One that is cut off there is no other's.
bool beginsAsResults(std::string_view bytes) {
  return std::ranges::any_of(kBeginnings, [&](std::string_view beginning) {
    return beginning.substr(0, bytes.size()) == bytes.substr(0, beginning.size());
  });
}

/// Not more than its beginning, where that is no file of results.
spec::Result<std::string> readAll(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  struct stat status{};
  if (!file || stat(path.c_str(), &status) != 0)
    return fileError(path, "cannot be read");
  if (!S_ISREG(status.st_mode))
    return spec::Rejection{"results", path + ": not a regular file", "", 0};
  char beginning[16];
  file.read(beginning, sizeof beginning);
  std::string_view first(beginning, static_cast<std::size_t>(file.gcount()));
  if (first.starts_with(spec::kByteOrderMark))
    first.remove_prefix(spec::kByteOrderMark.size());
  if (!beginsAsResults(first))
    return spec::Rejection{"results", path + ":1: no run begins it", "a file that `verify --results` writes", 0};
  std::ostringstream all;
  all << first;
  if (file)
    all << file.rdbuf();
  return spec::Result<std::string>(boost::system::in_place_value, std::move(all).str());
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
  return orRejected([&] { return spec::Result<Record>(fromObject(json::parse(line).as_object())); });
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
  const auto there = readAll(path);
  if (!there)
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

bool ResultsFile::begin(const Provenance& made) { return appendLine(fmt::format(R"({{"run":{}}})", toJson(made))); }

bool ResultsFile::append(const Record& record) { return appendLine(toJson(record)); }

bool ResultsFile::end(const RunEnd& end) {
  const json::object o = {{"obligations", end.obligations}, {"seconds", end.seconds}};
  return appendLine(json::serialize(json::object{{"end", o}}));
}

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

spec::Result<EarlierResults> readResults(const std::string& path) {
  const auto bytes = readAll(path);
  if (!bytes)
    return bytes.error();
  EarlierResults results;
  Lines lines(results);
  std::string_view rest = *bytes;
  for (std::size_t number = 1; !rest.empty(); ++number) {
    const std::size_t end = rest.find('\n');
    if (end == std::string_view::npos) {
      results.notes.push_back(fmt::format("{}: last line (line {}) is truncated; ignored", path, number));
      break;
    }
    if (const auto added = lines.add(rest.substr(0, end)); !added)
      return notARecord(fmt::format("{}:{}: {}", path, number, added.error().message));
    rest.remove_prefix(end + 1);
  }
  lines.answers.moveTo(results, path);
  return results;
}

} // namespace warplaw::proofs

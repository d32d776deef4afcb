#include "tools/shards.h"
#include "proofs/engine/hash.h"
#include "proofs/engine/results.h"
#include "proofs/engine/seconds.h"
#include "tools/input.h"
#include "tools/numbers.h"
#include <algorithm>
#include <boost/json.hpp>
#include <cmath>
#include <queue>

namespace warplaw::tools {
using namespace proofs;
namespace json = boost::json;
namespace {

constexpr std::size_t kMaxCostBytes = 1u << 30;
constexpr std::uint64_t kStating = 100; ///< milliseconds for each piece: a theorem is stated before anything is asked

// The lines of a file, each a result, a theorem with what it costs, or what stands around results.
class CostLines {
public:
  void add(std::string_view line) {
    const json::value value = json::parse(line);
    const json::object& o = value.as_object();
    if (o.contains("run") || o.contains("end"))
      return;
    if (o.contains("name")) {
      Record record = fromRecord(line);
      records_.insert_or_assign(record.name, std::move(record)); // the last line of a name counts
      return;
    }
    const json::value& seconds = o.at("seconds");
    Costs::Cost& cost = costs_[std::string(o.at("theorem").as_string())];
    cost.measured = !seconds.is_null();
    if (!cost.measured)
      return;
    cost.seconds = secondsFrom(seconds);
    cost.obligations = o.at("obligations").to_number<std::size_t>();
  }
  std::map<std::string, Costs::Cost> done() {
    for (const auto& [name, record] : records_) {
      Costs::Cost& cost = costs_[record.theorem];
      ++cost.obligations;
      cost.seconds += record.seconds;
      cost.measured &= !record.cached && !record.resumed && record.verdict != Verdict::Error;
    }
    return std::move(costs_);
  }

private:
  static Record fromRecord(std::string_view line) {
    auto record = recordFromJson(line);
    if (!record)
      throw std::out_of_range(record.error().message);
    return std::move(*record);
  }
  std::map<std::string, Record> records_;
  std::map<std::string, Costs::Cost> costs_;
};

std::uint64_t millisecondsOf(double seconds) { return static_cast<std::uint64_t>(std::llround(1000 * seconds)); }

// What is not known costs as much as what is known does on average.
double usualSeconds(const std::vector<Theorem>& theorems, const Costs& costs) {
  double sum = 0;
  std::size_t known = 0;
  for (const Theorem& theorem : theorems)
    if (const Costs::Cost* cost = costs.of(theorem.name)) {
      sum += cost->seconds;
      ++known;
    }
  return known == 0 ? 0 : sum / static_cast<double>(known);
}

std::vector<Piece> piecesOf(const std::vector<Theorem>& theorems, const Costs& costs, unsigned shards) {
  const std::uint64_t usual = millisecondsOf(usualSeconds(theorems, costs));
  std::vector<std::uint64_t> milliseconds;
  std::uint64_t all = 0;
  for (const Theorem& theorem : theorems) {
    const Costs::Cost* cost = costs.of(theorem.name);
    milliseconds.push_back(cost ? millisecondsOf(cost->seconds) : usual);
    all += milliseconds.back() + kStating;
  }
  const std::uint64_t fair = all / shards + 1;
  std::vector<Piece> pieces;
  for (std::size_t i = 0; i < theorems.size(); ++i) {
    const Costs::Cost* cost = costs.of(theorems[i].name);
    const std::uint64_t most = cost ? std::max<std::size_t>(1, cost->obligations) : 1;
    const auto parts = static_cast<unsigned>(std::min(most, milliseconds[i] / fair + 1));
    for (unsigned part = 1; part <= parts; ++part)
      pieces.push_back({i, part, parts, milliseconds[i] / parts + kStating, 1});
  }
  return pieces;
}

std::string nameOf(const Theorem& theorem, const Piece& piece) {
  return piece.parts == 1 ? theorem.name : fmt::format("{} {}/{}", theorem.name, piece.part, piece.parts);
}

Theorem partOf(const Theorem& theorem, const Piece& piece) {
  Theorem part = theorem;
  if (piece.parts == 1)
    return part;
  part.build = [whole = theorem.build, piece](Terms& terms) -> Obligations {
    Obligations built = whole(terms);
    auto* list = std::get_if<std::vector<Obligation>>(&built);
    if (list == nullptr)
      return built;
    if (list->size() < piece.parts)
      return Problem{Verdict::Error, "it has fewer obligations than the file of costs says, which is out of date"};
    std::vector<Obligation> own;
    for (std::size_t i = piece.part - 1; i < list->size(); i += piece.parts)
      own.push_back(std::move((*list)[i]));
    return own;
  };
  return part;
}

} // namespace

const Costs::Cost* Costs::of(const std::string& theorem) const {
  const auto found = byTheorem.find(theorem);
  return found == byTheorem.end() || !found->second.measured ? nullptr : &found->second;
}

spec::Result<Costs> readCosts(const std::string& path) {
  const auto text = readText(path, kMaxCostBytes);
  if (!text)
    return spec::Rejection{"results", fmt::format("{}: {}", path, text.error().message), text.error().accepted, 0};
  CostLines lines;
  std::string_view rest = *text;
  for (std::size_t number = 1; !rest.empty(); ++number) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string why;
    try {
      lines.add(rest.substr(0, end));
    } catch (const boost::system::system_error& e) {
      why = e.code().message(); // what() would name the place in Boost's source
    } catch (const std::exception& e) {
      why = e.what();
    }
    if (!why.empty())
      return spec::Rejection{"results", fmt::format("{}:{}: {}", path, number, why),
                             "lines of `verify --results` or of `verify --list --json`", 0};
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return Costs{lines.done(), sha256(*text)};
}

std::optional<ShardNumber> shardNumber(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == text.npos)
    return std::nullopt;
  const auto index = wholeNumber(text.substr(0, slash)), of = wholeNumber(text.substr(slash + 1));
  if (!index || !of || *index < 1 || *index > *of || *of > kMaxShards)
    return std::nullopt;
  return ShardNumber{static_cast<unsigned>(*index), static_cast<unsigned>(*of)};
}

std::vector<Piece> partition(const std::vector<Theorem>& theorems, const Costs& costs, unsigned shards) {
  std::vector<Piece> pieces = piecesOf(theorems, costs, shards);
  std::vector<Piece*> heaviestFirst;
  for (Piece& piece : pieces)
    heaviestFirst.push_back(&piece);
  std::ranges::sort(heaviestFirst, [](const Piece* a, const Piece* b) {
    return a->milliseconds != b->milliseconds ? a->milliseconds > b->milliseconds : a < b; // as they stand
  });
  using Load = std::pair<std::uint64_t, unsigned>; // and the shard: of equal ones the first
  std::priority_queue<Load, std::vector<Load>, std::greater<>> least;
  for (unsigned shard = 1; shard <= shards; ++shard)
    least.emplace(0, shard);
  for (Piece* piece : heaviestFirst) {
    const auto [load, shard] = least.top();
    least.pop();
    piece->shard = shard;
    least.emplace(load + piece->milliseconds, shard);
  }
  return pieces;
}

Share shareOf(const std::vector<Theorem>& theorems, const Costs& costs, ShardNumber shard) {
  Share share;
  std::string whole;
  for (const Piece& piece : partition(theorems, costs, shard.of)) {
    const Theorem& theorem = theorems[piece.theorem];
    const std::string name = nameOf(theorem, piece);
    whole += fmt::format("{} {}\n", piece.shard, name);
    if (piece.shard != shard.index)
      continue;
    share.theorems.push_back(partOf(theorem, piece));
    share.names.push_back(name);
  }
  share.shard = {shard.index, shard.of, sha256(whole), costs.hash};
  return share;
}

} // namespace warplaw::tools

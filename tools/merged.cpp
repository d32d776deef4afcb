#include "tools/merged.h"
#include <algorithm>
#include <fmt/format.h>

namespace warplaw::tools {
using namespace proofs;
namespace {

spec::Rejection rejected(const std::string& path, const std::string& message, std::string_view accepted) {
  return {"results", fmt::format("{}: {}", path, message), std::string(accepted), 0};
}

// All runs that wrote into the file are one: the first, and those that went on with it.
spec::Result<Provenance> makerOf(const FiledRecords::File& shard) {
  const std::vector<WrittenRun>& runs = shard.runs;
  if (runs.empty())
    return rejected(shard.path, "no line says which run made it", "a file that `verify --results` writes");
  for (const WrittenRun& run : runs)
    if (const std::string why = whyNotOneRun(runs.back().made, run.made);
        !why.empty() || run.made.theorems != runs.back().made.theorems)
      return rejected(
          shard.path,
          fmt::format("not one run wrote it: of an earlier one {}", why.empty() ? "something else was asked for" : why),
          "the file that `verify --resume THIS --results NEW` writes");
  return runs.back().made;
}

/// The theorem of a part: "NAME 2/5".
std::string theoremIn(const std::string& asked) { return asked.substr(0, asked.find(' ')); }

/// Makes one run of several.
class Merge {
public:
  Merge(FiledRecords shards, const std::vector<Theorem>& theorems) : shards_(std::move(shards)), theorems_(theorems) {
    for (const Theorem& theorem : theorems)
      instructions_[theorem.name] = theorem.instruction;
  }
  spec::Result<void> add() {
    std::vector<std::set<std::string>> spokenOf; // theorems, by file
    for (std::size_t at = 0; at < shards_.files().size(); ++at) {
      const auto theorems = admit(at);
      if (!theorems)
        return theorems.error();
      spokenOf.push_back(*theorems);
    }
    const auto doubled = shards_.removeDoubled();
    for (std::size_t at = 0; at < shards_.files().size(); ++at)
      addRun(shards_.files()[at], doubled[at], spokenOf[at]);
    return {};
  }

  RunResult done(const std::string& golden) {
    if (result_.made.shard)
      for (unsigned index = 1; index <= result_.made.shard->of; ++index)
        if (!files_.contains(index))
          gap("MISSING shard {}/{}", index, result_.made.shard->of);
    result_.made.shard.reset();
    shards_.sort(placesOf(theorems_));
    result_.records = Records(std::move(shards_));
    if (result_.made.scope != Scope::Part)
      result_.inventory = takeInventory(asked(), result_.records, golden, result_.made.scope == Scope::Everything);
    return std::move(result_);
  }

private:
  template <class... Arguments> void gap(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    result_.gaps.push_back(fmt::format(format, std::forward<Arguments>(arguments)...));
  }

  /// The theorems that all shards together were asked for: of whole instructions.
  std::vector<Theorem> asked() const {
    if (result_.made.scope == Scope::Everything)
      return theorems_;
    std::set<std::string> instructions;
    for (const std::string& name : result_.made.theorems)
      if (const auto found = instructions_.find(theoremIn(name)); found != instructions_.end())
        instructions.insert(found->second);
    std::vector<Theorem> all;
    std::ranges::copy_if(theorems_, std::back_inserter(all),
                         [&](const Theorem& theorem) { return instructions.contains(theorem.instruction); });
    return all;
  }

  /// The theorems that it speaks of.
  spec::Result<std::set<std::string>> admit(std::size_t at) {
    const FiledRecords::File& shard = shards_.files()[at];
    const auto made = makerOf(shard);
    if (!made)
      return made.error();
    if (at == 0) {
      result_.made = *made;
      result_.made.theorems.clear();
    } else if (const std::string why = whyNotOneRun(result_.made, *made); !why.empty()) {
      return rejected(shard.path, fmt::format("does not fit {}: {}", shards_.files().front().path, why),
                      "shards of one run");
    }
    if (made->shard)
      if (const auto [other, fresh] = files_.try_emplace(made->shard->index, shard.path); !fresh)
        return rejected(shard.path, fmt::format("{} is shard {}/{} too", other->second, other->first, made->shard->of),
                        "each shard once");
    std::set<std::string> asked, spokenOf;
    for (const std::string& theorem : made->theorems)
      asked.insert(theoremIn(theorem));
    std::map<std::string, spec::Rejection> wrong; // by name: the first is told
    for (const Record& kind : shards_.kindsOf(at)) {
      if (const auto fits = check(shard.path, asked, kind); !fits)
        wrong.emplace(kind.name, fits.error());
      spokenOf.insert(kind.theorem);
    }
    if (!wrong.empty())
      return wrong.begin()->second;
    return spokenOf;
  }

  /// Is it about what the run was asked for, and filed under what it is about?
  spec::Result<void> check(const std::string& path, const std::set<std::string>& asked, const Record& record) const {
    if (!asked.contains(record.theorem))
      return rejected(path, fmt::format("{} is of {}, which was not asked for", record.name, record.theorem),
                      "obligations of the theorems that its first line names");
    const auto known = instructions_.find(record.theorem); // else of a program
    if (known != instructions_.end() && known->second != record.instruction)
      return rejected(path, fmt::format("{} says that it is of {}", record.name, record.instruction), known->second);
    return {};
  }

  /// doubled: names that an earlier file has.
  void addRun(const FiledRecords::File& shard, const std::map<std::string, std::size_t>& doubled,
              const std::set<std::string>& spokenOf) {
    for (const WrittenRun& run : shard.runs)
      for (const std::string& name : run.doubled)
        gap("DOUBLED {}: twice in {}", name, shard.path);
    const std::optional<RunEnd>& end = shard.runs.back().end;
    if (!end)
      gap("UNFINISHED {}: `warplaw verify --resume` goes on with it", shard.path);
    else if (end->obligations != shard.records)
      gap("LOST lines of {}: {} obligations were decided, {} are there", shard.path, end->obligations, shard.records);
    result_.seconds = std::max(result_.seconds, end ? end->seconds : 0);
    for (const auto& [name, earlier] : doubled)
      gap("DOUBLED {}: in {} and in {}", name, shards_.files()[earlier].path, shard.path);
    for (const std::string& theorem : shard.runs.back().made.theorems) {
      result_.made.theorems.push_back(theorem);
      if (!spokenOf.contains(theoremIn(theorem)))
        gap("MISSING theorem {}: nothing of it is in {}", theorem, shard.path);
    }
  }

  FiledRecords shards_;
  const std::vector<Theorem>& theorems_;
  std::map<std::string, std::string> instructions_; ///< by theorem
  RunResult result_;
  std::map<unsigned, std::string> files_; ///< by shard
};

} // namespace

spec::Result<RunResult> merged(FiledRecords shards, const std::vector<Theorem>& theorems, const std::string& golden) {
  Merge merge(std::move(shards), theorems);
  if (auto added = merge.add(); !added)
    return added.error();
  return merge.done(golden);
}

} // namespace warplaw::tools

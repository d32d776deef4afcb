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
spec::Result<Provenance> makerOf(const ShardResults& shard) {
  const std::vector<WrittenRun>& runs = shard.results.runs;
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
  explicit Merge(const std::vector<Theorem>& theorems) : theorems_(theorems) {
    for (const Theorem& theorem : theorems)
      instructions_[theorem.name] = theorem.instruction;
  }
  spec::Result<void> add(const ShardResults& shard) {
    const auto made = makerOf(shard);
    if (!made)
      return made.error();
    if (first_.empty()) {
      first_ = shard.path;
      result_.made = *made;
      result_.made.theorems.clear();
    } else if (const std::string why = whyNotOneRun(result_.made, *made); !why.empty()) {
      return rejected(shard.path, fmt::format("does not fit {}: {}", first_, why), "shards of one run");
    }
    if (made->shard)
      if (const auto [at, fresh] = files_.try_emplace(made->shard->index, shard.path); !fresh)
        return rejected(shard.path, fmt::format("{} is shard {}/{} too", at->second, at->first, made->shard->of),
                        "each shard once");
    return addRun(shard, *made);
  }

  RunResult done(const std::string& golden) {
    if (result_.made.shard)
      for (unsigned index = 1; index <= result_.made.shard->of; ++index)
        if (!files_.contains(index))
          gap("MISSING shard {}/{}", index, result_.made.shard->of);
    result_.made.shard.reset();
    sortAsStated(result_.records, theorems_);
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

  /// Is it about what the run was asked for, and filed under what it is about?
  spec::Result<void> check(const ShardResults& shard, const std::set<std::string>& asked, const Record& record) const {
    if (!asked.contains(record.theorem))
      return rejected(shard.path, fmt::format("{} is of {}, which was not asked for", record.name, record.theorem),
                      "obligations of the theorems that its first line names");
    const auto known = instructions_.find(record.theorem); // else of a program
    if (known != instructions_.end() && known->second != record.instruction)
      return rejected(shard.path, fmt::format("{} says that it is of {}", record.name, record.instruction),
                      known->second);
    return {};
  }

  spec::Result<void> addRun(const ShardResults& shard, const Provenance& made) {
    for (const WrittenRun& run : shard.results.runs)
      for (const std::string& name : run.doubled)
        gap("DOUBLED {}: twice in {}", name, shard.path);
    const std::optional<RunEnd>& end = shard.results.runs.back().end;
    const std::size_t there = shard.results.records.size();
    if (!end)
      gap("UNFINISHED {}: `warplaw verify --resume` goes on with it", shard.path);
    else if (end->obligations != there)
      gap("LOST lines of {}: {} obligations were decided, {} are there", shard.path, end->obligations, there);
    result_.seconds = std::max(result_.seconds, end ? end->seconds : 0);
    std::set<std::string> theorems;
    for (const std::string& theorem : made.theorems)
      theorems.insert(theoremIn(theorem));
    std::set<std::string_view> spokenOf;
    for (const auto& [name, record] : shard.results.records) {
      if (const auto fits = check(shard, theorems, record); !fits)
        return fits;
      spokenOf.insert(record.theorem);
      const auto [at, fresh] = places_.try_emplace(name, Place{shard.path, result_.records.size()});
      if (fresh) {
        result_.records.push_back(record);
        continue;
      }
      gap("DOUBLED {}: in {} and in {}", name, at->second.file, shard.path);
      Record& known = result_.records[at->second.index];
      if (record.isGraverThan(known)) // whatever the order of files
        known = record;
    }
    for (const std::string& theorem : made.theorems) {
      result_.made.theorems.push_back(theorem);
      if (!spokenOf.contains(theoremIn(theorem)))
        gap("MISSING theorem {}: nothing of it is in {}", theorem, shard.path);
    }
    return {};
  }

  const std::vector<Theorem>& theorems_;
  std::map<std::string, std::string> instructions_; ///< by theorem
  RunResult result_;
  std::string first_;                     ///< the file that all others must fit
  std::map<unsigned, std::string> files_; ///< by shard
  struct Place {
    std::string file;
    std::size_t index; ///< in the result's records
  };
  std::map<std::string, Place> places_; ///< of obligations, by name
};

} // namespace

spec::Result<RunResult> merged(const std::vector<ShardResults>& shards, const std::vector<Theorem>& theorems,
                               const std::string& golden) {
  Merge merge(theorems);
  for (const ShardResults& shard : shards)
    if (auto added = merge.add(shard); !added)
      return added.error();
  return merge.done(golden);
}

} // namespace warplaw::tools

#include "proofs/engine/provenance.h"
#include <boost/json.hpp>
#include <stdexcept>
#include <utility>

namespace warplaw::proofs {
namespace json = boost::json;
namespace {

constexpr std::string_view kScopes[] = {"everything", "instructions", "part"};

// The members that are text, under their keys.
constexpr std::pair<const char*, std::string Provenance::*> kTexts[] = {
    {"warplaw", &Provenance::warplaw},   {"program", &Provenance::program}, {"bitcode", &Provenance::bitcode},
    {"compiler", &Provenance::compiler}, {"solvers", &Provenance::solvers}, {"options", &Provenance::options},
    {"limits", &Provenance::limits},
};

std::string textAt(const json::object& o, const char* key) { return std::string(o.at(key).as_string()); }

Scope scopeFrom(std::string_view text) {
  for (const Scope scope : {Scope::Everything, Scope::Instructions, Scope::Part})
    if (textOf(scope) == text)
      return scope;
  throw std::out_of_range("unknown scope");
}

ShardOf shardFrom(const json::object& o) {
  const ShardOf shard{o.at("index").to_number<unsigned>(), o.at("of").to_number<unsigned>(), textAt(o, "partition"),
                      textAt(o, "costs")};
  if (shard.index < 1 || shard.index > shard.of)
    throw std::out_of_range("no such shard");
  return shard;
}

} // namespace

std::string_view textOf(Scope scope) { return kScopes[static_cast<int>(scope)]; }

std::string toJson(const Provenance& made) {
  json::object o;
  for (const auto& [key, member] : kTexts)
    o[key] = made.*member;
  o["scope"] = textOf(made.scope);
  o["theorems"] = json::array(made.theorems.begin(), made.theorems.end());
  if (made.shard)
    o["shard"] = json::object{{"index", made.shard->index},
                              {"of", made.shard->of},
                              {"partition", made.shard->partition},
                              {"costs", made.shard->costs}};
  return json::serialize(o);
}

Provenance provenanceFrom(const json::value& value) {
  const json::object& o = value.as_object();
  Provenance made;
  for (const auto& [key, member] : kTexts)
    made.*member = textAt(o, key);
  made.scope = scopeFrom(o.at("scope").as_string());
  for (const json::value& theorem : o.at("theorems").as_array())
    made.theorems.emplace_back(theorem.as_string());
  if (const json::value* shard = o.if_contains("shard"))
    made.shard = shardFrom(shard->as_object());
  return made;
}

std::string whyNotOneRun(const Provenance& a, const Provenance& b) {
  if (a.program != b.program)
    return "another program made it";
  if (a.bitcode != b.bitcode)
    return "it is about other code";
  for (const auto& [key, member] : kTexts)
    if (member != &Provenance::limits && a.*member != b.*member)
      return std::string("it was made with other ") + key;
  if (a.scope != b.scope || a.shard.has_value() != b.shard.has_value())
    return "something else was asked for";
  if (!a.shard)
    return "";
  if (a.shard->of != b.shard->of)
    return "the work was cut into another number of shards";
  if (a.shard->costs != b.shard->costs)
    return "the shards were balanced by another file of costs";
  return a.shard->partition == b.shard->partition ? "" : "the work was cut in another way";
}

} // namespace warplaw::proofs

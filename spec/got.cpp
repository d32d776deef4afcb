#include "spec/got.h"
#include "spec/case_parts.h"
#include "spec/surroundings_fields.h"
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

namespace warplaw::spec {
namespace {

boost::json::object gotToJson(const Case& c, const Got& got) {
  boost::json::object out;
  out["by"] = readable(got.by);
  if (!got.what.empty())
    out["what"] = readable(got.what);
  if (!got.isAnswer) {
    out["answer"] = false;
    return out;
  }
  if (got.anyOrder)
    out["any_order"] = true;
  if (!(got.choices == c.choices))
    out["choices"] = choicesToJson(got.choices);
  for (auto& part : expectedToJson(got.outcome, aboutMemory(memoryOf(c)).name))
    out[part.key()] = std::move(part.value());
  return out;
}

Got readGot(JsonReader& reader, JsonValue value, const Case& c) {
  Got got;
  JsonFields parts(reader, value);
  if (const auto by = parts.take("by"))
    got.by = reader.string(*by);
  if (const auto what = parts.take("what"))
    got.what = reader.string(*what);
  if (const auto answer = parts.take("answer"))
    got.isAnswer = reader.boolean(*answer);
  if (const auto any = parts.take("any_order"))
    got.anyOrder = reader.boolean(*any);
  got.choices = c.choices;
  if (const auto choices = parts.take("choices"); choices && !reader.failed())
    got.choices = readChoices(reader, *choices, c.instruction.form);
  got.outcome = readExpectedParts(reader, parts, aboutMemory(memoryOf(c)).name, c.memory.size());
  return got;
}

} // namespace

std::string toJson(const Case& c, const Got& got) {
  boost::json::object out = boost::json::parse(toJson(c)).as_object();
  out["got"] = gotToJson(c, got);
  return canonicalJson(out);
}

std::string inOneLine(const Case& c, const Got& got) { return boost::json::serialize(gotToJson(c, got)); }

Result<std::optional<Got>> gotFromJson(std::string_view text, const Case& c) {
  JsonReader reader(text);
  if (reader.failed())
    return reader.rejection();
  JsonFields fields(reader, reader.root());
  const auto value = fields.take("got");
  std::optional<Got> got;
  if (value)
    got = readGot(reader, *value, c);
  if (reader.failed())
    return reader.rejection();
  return got;
}

} // namespace warplaw::spec

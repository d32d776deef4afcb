// JSON Schema as far as docs/case.schema.json uses it: see schema_check.h.
#include "schema_check.h"
#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>
#include <map>
#include <regex>

namespace warplaw::tests {
namespace {
using boost::json::object;
using boost::json::value;

class Checker {
public:
  explicit Checker(const value& root) : root_(root) {}

  std::string check(const value& schema, const value& v, const std::string& path) {
    for (const auto& [keyword, argument] : schema.as_object())
      if (std::string why = keywordSays(keyword, argument, schema.as_object(), v, path); !why.empty())
        return why;
    return {};
  }

private:
  std::string no(const std::string& path, std::string_view keyword) { return fmt::format("{}: {}", path, keyword); }

  static std::uint64_t numberOf(const value& v) { return v.to_number<std::uint64_t>(); }

  static bool hasType(std::string_view type, const value& v) {
    if (type == "integer")
      return v.is_int64() || v.is_uint64();
    return type == "object"    ? v.is_object()
           : type == "array"   ? v.is_array()
           : type == "string"  ? v.is_string()
           : type == "boolean" ? v.is_bool()
                               : false;
  }

  bool matches(const std::string& pattern, std::string_view text) {
    const auto found = patterns_.try_emplace(pattern, pattern).first;
    return std::regex_search(text.begin(), text.end(), found->second);
  }

  std::string keywordSays(std::string_view keyword, const value& argument, const object& schema, const value& v,
                          const std::string& path) {
    static constexpr std::string_view kSayNothing[] = {"$schema", "$defs", "title", "description", "then", "else"};
    if (std::ranges::count(kSayNothing, keyword))
      return {};
    if (keyword == "if")
      return check(schema.at(check(argument, v, path).empty() ? "then" : "else"), v, path);
    if (keyword == "$ref")
      return check(root_.at_pointer(std::string_view(argument.as_string()).substr(1)), v, path);
    if (keyword == "type")
      return hasType(argument.as_string(), v) ? "" : no(path, keyword);
    if (keyword == "const")
      return v == argument ? "" : no(path, keyword);
    if (keyword == "enum")
      return std::ranges::count(argument.as_array(), v) ? "" : no(path, keyword);
    if (keyword == "anyOf" || keyword == "oneOf") {
      const auto fits =
          std::ranges::count_if(argument.as_array(), [&](const value& other) { return check(other, v, path).empty(); });
      return fits == 1 || (fits && keyword == "anyOf") ? "" : no(path, keyword);
    }
    if (v.is_object())
      return ofObject(keyword, argument, schema, v.as_object(), path);
    if (v.is_array())
      return ofArray(keyword, argument, v.as_array(), path);
    if (v.is_string())
      return ofString(keyword, argument, v.as_string(), path);
    if (v.is_number() && (keyword == "minimum" || keyword == "maximum")) {
      const bool negative = v.is_int64() && v.as_int64() < 0;
      const bool good = keyword == "minimum" ? !negative && numberOf(v) >= numberOf(argument)
                                             : negative || numberOf(v) <= numberOf(argument);
      return good ? "" : no(path, keyword);
    }
    return {};
  }

  std::string ofObject(std::string_view keyword, const value& argument, const object& schema, const object& v,
                       const std::string& path) {
    if (keyword == "required") {
      for (const value& key : argument.as_array())
        if (!v.contains(key.as_string()))
          return no(path, fmt::format("no {}", std::string_view(key.as_string())));
    } else if (keyword == "propertyNames") {
      for (const auto& member : v)
        if (std::string why = check(argument, value(member.key()), path + "/" + std::string(member.key()));
            !why.empty())
          return why;
    } else if (keyword == "properties" || keyword == "additionalProperties") {
      for (const auto& member : v) {
        const object* known = schema.contains("properties") ? &schema.at("properties").as_object() : nullptr;
        const value* named = known ? known->if_contains(member.key()) : nullptr;
        const value* rule = keyword == "properties" ? named : named ? nullptr : &argument;
        const std::string at = path + "/" + std::string(member.key());
        if (rule && rule->is_bool())
          return rule->as_bool() ? "" : no(at, keyword);
        if (std::string why = rule ? check(*rule, member.value(), at) : ""; !why.empty())
          return why;
      }
    } else {
      return no(path, fmt::format("the check knows no {}", keyword));
    }
    return {};
  }

  std::string ofArray(std::string_view keyword, const value& argument, const boost::json::array& v,
                      const std::string& path) {
    if (keyword == "items") {
      for (const value& element : v)
        if (std::string why = check(argument, element, path + "/-"); !why.empty())
          return why;
      return {};
    }
    if (keyword == "uniqueItems") {
      for (const value& element : v)
        if (std::ranges::count(v, element) != 1)
          return no(path, keyword);
      return {};
    }
    const bool good = keyword == "minItems"   ? v.size() >= numberOf(argument)
                      : keyword == "maxItems" ? v.size() <= numberOf(argument)
                                              : false;
    return good ? "" : no(path, keyword);
  }

  std::string ofString(std::string_view keyword, const value& argument, std::string_view v, const std::string& path) {
    if (keyword == "minimum" || keyword == "maximum")
      return {};
    const bool good = keyword == "pattern"     ? matches(std::string(argument.as_string()), v)
                      : keyword == "minLength" ? v.size() >= numberOf(argument)
                      : keyword == "maxLength" ? v.size() <= numberOf(argument)
                                               : false;
    return good ? "" : no(path, keyword);
  }

  const value& root_;
  std::map<std::string, std::regex> patterns_;
};

} // namespace

std::string refusal(const value& root, const value& v) { return Checker(root).check(root, v, ""); }

} // namespace warplaw::tests

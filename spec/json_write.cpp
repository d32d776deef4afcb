// Writing JSON for case files in one canonical layout: see json_text.h.
#include "spec/json_text.h"
#include "spec/text.h"
#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>

namespace warplaw::spec {
namespace {

bool isPlain(const boost::json::value& value) { return !value.is_array() && !value.is_object(); }

constexpr std::size_t kFlatMembers = 8;

/// Text of several words: an instruction of a program, which has a line of its own.
bool isSentence(const boost::json::value& value) {
  return value.is_string() && value.get_string().find(' ') != std::string_view::npos;
}

/// Does the value stand on one line?
bool isFlat(const boost::json::value& value) {
  if (const auto* array = value.if_array())
    return std::all_of(array->begin(), array->end(), isPlain) && std::none_of(array->begin(), array->end(), isSentence);
  if (const auto* object = value.if_object())
    return object->size() <= kFlatMembers &&
           std::all_of(object->begin(), object->end(), [](const auto& member) { return isPlain(member.value()); });
  return true;
}

void write(const boost::json::value& value, unsigned depth, std::string& out);

/// Writes the parts of an array or object, on one line or one line each.
template <class Parts, class WritePart>
void writeParts(const Parts& parts, bool flat, char open, char close, unsigned depth, std::string& out,
                WritePart writePart) {
  out += open;
  bool first = true;
  for (const auto& part : parts) {
    out += first ? "" : (flat ? ", " : ",");
    if (!flat)
      out += '\n' + std::string(2 * (depth + 1), ' ');
    writePart(part);
    first = false;
  }
  if (!flat && !first)
    out += '\n' + std::string(2 * depth, ' ');
  out += close;
}

void write(const boost::json::value& value, unsigned depth, std::string& out) {
  const bool flat = depth > 0 && isFlat(value);
  if (const auto* array = value.if_array()) {
    writeParts(*array, flat, '[', ']', depth, out, [&](const auto& element) { write(element, depth + 1, out); });
  } else if (const auto* object = value.if_object()) {
    writeParts(*object, flat, '{', '}', depth, out, [&](const auto& member) {
      out += boost::json::serialize(member.key()) + ": ";
      write(member.value(), depth + 1, out);
    });
  } else {
    out += boost::json::serialize(value);
  }
}

} // namespace

boost::json::object laneWordsToJson(const std::uint32_t* lanes) {
  if (std::all_of(lanes, lanes + kLanes, [](std::uint32_t lane) { return lane == 0; }))
    return {}; // most registers of a case
  std::uint32_t background = 0;
  for (unsigned i = 0; i < kLanes; ++i)
    if (std::count(lanes, lanes + kLanes, lanes[i]) > kLanes / 2)
      background = lanes[i];
  boost::json::object result;
  if (background != 0)
    result["all"] = printHex(background);
  for (unsigned i = 0; i < kLanes; ++i)
    if (lanes[i] != background)
      result[fmt::format("{}", i)] = printHex(lanes[i]);
  return result;
}

std::string canonicalJson(const boost::json::value& value) {
  std::string out;
  write(value, 0, out);
  return out + '\n';
}

} // namespace warplaw::spec

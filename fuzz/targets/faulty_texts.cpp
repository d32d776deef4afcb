#include "fuzz/targets/faulty_texts.h"
#include <algorithm>
#include <boost/json.hpp>
#include <functional>
#include <string_view>
#include <vector>

namespace warplaw::fuzz {
namespace json = boost::json;
namespace {

/// What stands in a value's place.
const std::vector<json::value>& replacements() {
  static const std::vector<json::value> kAll = {nullptr,
                                                true,
                                                -1,
                                                7,
                                                1.5,
                                                4294967296,
                                                "x",
                                                "any",
                                                "0xfffffffff",
                                                "12345",
                                                json::object{},
                                                json::object{{"0", 1}},
                                                json::object{{"99999", "0x1"}},
                                                json::object{{"all", "x"}},
                                                json::array{},
                                                json::array{0},
                                                json::array{1, 2, 3},
                                                json::array(32, 0),
                                                json::array(99, 1)};
  return kAll;
}

bool isNumber(std::string_view key) {
  return std::ranges::all_of(key, [](char c) { return c >= '0' && c <= '9'; });
}

/// The texts of one case file with something wrong at paths that were not seen before.
class CaseFaults {
public:
  CaseFaults(std::set<std::string>& seen, std::set<std::string>& into) : seen_(seen), into_(into) {}
  void of(const json::value& root) {
    root_ = root;
    visit(root_, "");
  }

private:
  void keep() { into_.insert(json::serialize(root_)); }

  void visit(json::value& value, const std::string& path) {
    if (json::object* const object = value.if_object())
      visitMembers(*object, path);
    else if (json::array* const array = value.if_array())
      for (json::value& element : *array)
        visit(element, path + "/#");
    if (!seen_.insert(path).second)
      return;
    const json::value kept = value;
    for (const json::value& other : replacements()) {
      value = other;
      keep();
    }
    value = kept;
    if (json::array* const array = value.if_array(); array && !array->empty()) {
      array->push_back(array->back());
      keep();
      array->pop_back();
      const json::value last = array->back();
      array->pop_back(); // of two instructions one: a program that is a case of one instruction, too
      keep();
      array->push_back(last);
    }
  }

  void visitMembers(json::object& object, const std::string& path) {
    for (std::size_t at = 0; at < object.size(); ++at) {
      const std::string key(object.begin()[at].key());
      visit(object.begin()[at].value(), path + "/" + (isNumber(key) ? "#" : key));
    }
    if (!seen_.insert(path + "/{}").second)
      return;
    const json::object kept = object;
    for (const auto& member : kept) {
      object.erase(member.key());
      keep();
      object = kept;
    }
    for (const char* key : {"unknown", "99999", "R255", "P7"}) {
      object[key] = 0;
      keep();
      object = kept;
    }
  }

  json::value root_;
  std::set<std::string>& seen_;
  std::set<std::string>& into_;
};

/// What is no matter of values: keys twice, escapes, comments, a text that ends early.
std::set<std::string> broken(const std::string& text) {
  const std::size_t key = text.find("\"version\"");
  if (key == std::string::npos)
    return {};
  std::string escaped = text, doubled = text, commented = text;
  escaped.replace(key, 9, "\"v\\u0065rsion\"");
  doubled.insert(key, "\"version\": 1, ");
  commented.insert(key, "/* c */ ");
  return {escaped, doubled, commented, text.substr(0, text.size() / 2), text + "{}", std::string(300, '[')};
}

/// The words of an instruction and what stands between them: "R1", ", ", ..
std::vector<std::string> wordsOf(const std::string& text) {
  const auto ofWord = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  std::vector<std::string> words;
  for (const char c : text) {
    if (words.empty() || !ofWord(c) || !ofWord(words.back().back()))
      words.emplace_back();
    words.back() += c;
  }
  return words;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words)
    text += word;
  return text;
}

} // namespace

std::set<std::string> faultyCaseFiles(const std::set<std::string>& texts) {
  std::vector<std::string> shortestFirst(texts.begin(), texts.end());
  std::ranges::sort(shortestFirst, {},
                    [](const std::string& text) { return std::pair(text.size(), std::string_view(text)); });
  std::set<std::string> seen, faulty;
  CaseFaults faults(seen, faulty);
  for (const std::string& text : shortestFirst) {
    boost::system::error_code error;
    if (const json::value root = json::parse(text, error); !error)
      faults.of(root);
  }
  if (!shortestFirst.empty())
    faulty.merge(broken(shortestFirst.front()));
  return faulty;
}

std::set<std::string> faultyInstructions(const std::set<std::string>& texts) {
  static constexpr const char* kOthers[] = {"R255", "R253", "P7", "PT", "RZ",   "-1",          "-",     "!",
                                            "~",    "|",    ".X", "[",  "0x1p", "99999999999", "&req_1"};
  static constexpr const char* kBehind[] = {" &req_64", " &rd8",    " &wr8", " &wr1", " &rd1 &rd2", " ?",
                                            " ?a-b",    " ?W4 ?W4", " R0",   " &x",   ";;"};
  std::set<std::string> seen, faulty;
  for (const std::string& text : texts) {
    const std::string bare = text.substr(0, text.find(';'));
    const std::vector<std::string> words = wordsOf(bare);
    if (!seen.insert(bare.substr(0, bare.find_first_of(". "))).second)
      continue;
    for (std::size_t at = 0; at < words.size(); ++at) {
      std::vector<std::string> changed = words;
      if (std::isalnum(static_cast<unsigned char>(words[at][0])))
        for (const char* other : kOthers) {
          changed[at] = other;
          faulty.insert(joined(changed));
        }
      changed[at] = words[at] + words[at];
      faulty.insert(joined(changed));
      changed[at].clear();
      faulty.insert(joined(changed));
    }
    for (const char* behind : kBehind)
      faulty.insert(bare + behind);
  }
  return faulty;
}

} // namespace warplaw::fuzz

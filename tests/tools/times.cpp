// What each instruction adds to the time of the tests: ctest's own results (--output-junit), summed over the tests that
// name one instruction. Which names those are follows from the rows (spec/instructions.def).
#include "spec/instruction.h"
#include "spec/row.h"
#include <algorithm>
#include <boost/property_tree/xml_parser.hpp>
#include <fmt/format.h>
#include <set>

namespace {
using namespace warplaw;

std::string lower(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), [](unsigned char c) { return std::tolower(c); });
  return result;
}

struct Row {
  std::string title;
  std::set<std::string> names; ///< as tests may call it, in lower case
  std::size_t tests = 0;
  double seconds = 0;
};

std::vector<Row> rowsOfInstructions() {
  std::vector<Row> rows;
#define WARPLAW_INSTRUCTION(Camel, folder, text)                                                                       \
  {                                                                                                                    \
    Row& row = rows.emplace_back();                                                                                    \
    row.names = {lower(#Camel), #folder};                                                                              \
    for (const std::string_view mnemonic : spec::rowOf(spec::Mnemonic::Camel).mnemonics) {                             \
      row.names.insert(lower(mnemonic));                                                                               \
      row.title += (row.title.empty() ? "" : ", ") + std::string(mnemonic);                                            \
    }                                                                                                                  \
  }
#include "spec/instructions.def"
#undef WARPLAW_INSTRUCTION
  return rows;
}

/// The words of a test's name, in lower case: "ShflText.Rejected_SHFL_2" is shfl, text, rejected, shfl, 2.
std::set<std::string> wordsOf(std::string_view name) {
  std::set<std::string> words;
  std::string word;
  const auto end = [&] {
    if (!word.empty())
      words.insert(lower(word));
    word.clear();
  };
  for (std::size_t k = 0; k < name.size(); ++k) {
    const auto is = [&](int (*kind)(int), std::size_t at) {
      return at < name.size() && kind(static_cast<unsigned char>(name[at]));
    };
    if (!is(std::isalnum, k)) {
      end();
      continue;
    }
    if (is(std::isupper, k) && k > 0 &&
        (is(std::islower, k - 1) || (is(std::isupper, k - 1) && is(std::islower, k + 1))))
      end(); // "ShflText" and "SHFLText"
    word += name[k];
  }
  end();
  return words;
}

/// The row of the one instruction that a test names.
Row& rowOf(std::vector<Row>& rows, Row& shared, std::string_view name) {
  const std::set<std::string> words = wordsOf(name);
  Row* found = nullptr;
  for (Row& row : rows)
    if (std::ranges::any_of(row.names, [&](const std::string& known) { return words.contains(known); })) {
      if (found)
        return shared;
      found = &row;
    }
  return found ? *found : shared;
}

void print(const Row& row) { fmt::print("  {:<44} {:>6} {:>10.1f}\n", row.title, row.tests, row.seconds); }

void printTimes(const std::string& file) {
  boost::property_tree::ptree results;
  boost::property_tree::read_xml(file, results);
  std::vector<Row> rows = rowsOfInstructions();
  Row shared{"of several, or of none", {}}, all{"all", {}};
  for (const auto& [kind, test] : results.get_child("testsuite")) {
    if (kind != "testcase" || test.get<std::string>("<xmlattr>.status") == "notrun")
      continue;
    for (Row* row : {&rowOf(rows, shared, test.get<std::string>("<xmlattr>.name")), &all}) {
      ++row->tests;
      row->seconds += test.get<double>("<xmlattr>.time");
    }
  }
  fmt::print("\nWhat each instruction adds (seconds of its tests, those that ran beside each other added up):\n");
  fmt::print("  {:<44} {:>6} {:>10}\n", "tests that name", "tests", "seconds");
  for (const Row& row : rows)
    print(row);
  print(shared);
  print(all);
}

} // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "usage: test_times FILE, from ctest --output-junit FILE\n");
    return 2;
  }
  try {
    printTimes(argv[1]);
  } catch (const boost::property_tree::ptree_error& error) {
    fmt::print(stderr, "{}: {}\n", argv[1], error.what());
    return 2;
  }
}

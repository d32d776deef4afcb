// Histories as lines, for tests.
#pragma once
#include "linearize/check.h"
#include "linearize/history_file.h"
#include <gtest/gtest.h>

namespace warplaw::linearize::test {

inline History historyFrom(std::string_view line) {
  HistoryReader reader;
  History history;
  const auto read = reader.read(line, history);
  EXPECT_TRUE(read) << read.error().message;
  return history;
}
inline std::string ruleOf(std::string_view line) {
  HistoryReader reader;
  History history;
  const auto read = reader.read(line, history);
  return read ? "read" : read.error().rule;
}
inline Answer answerTo(std::string_view line) {
  const History history = historyFrom(line);
  Checker checker;
  return checker.check(history, {.witness = true, .budget = {}}).answer; // which replays it
}

} // namespace warplaw::linearize::test

// Statements as text: how operators bind, and what is rejected where.
#include "spec/statement.h"
#include <fmt/format.h>
#include <gtest/gtest.h>

namespace warplaw::spec {
namespace statement_test {

/// The tree with a word for each operator.
std::string shown(const Statement& s) {
  static constexpr const char* kWords[] = {"number", "lane",       "bound",  "R", "P",   "active", "exited", "defined",
                                           "not",    "complement", "negate", "*", "+",   "-",      "+f",     "<<",
                                           ">>",     "&",          "^",      "|", "==",  "!=",     "<",      "<=",
                                           "&&",     "||",         "==>",    "?", "sum", "all",    "any",    "with"};
  std::string text = kWords[static_cast<unsigned>(s.op)];
  if (s.op == StatementOp::Number)
    return std::to_string(s.value);
  if (s.op == StatementOp::Lane || s.op == StatementOp::Bound)
    return s.op == StatementOp::Lane ? "lane" : s.name;
  if (s.op == StatementOp::Register || s.op == StatementOp::Predicate)
    text = (s.old ? "old " : "") + text + std::to_string(s.value);
  text += s.signedness == Signedness::Signed ? "s" : s.signedness == Signedness::Unsigned ? "u" : "";
  for (const Statement& arg : s.args)
    text += " " + shown(arg);
  return "(" + text + ")";
}
std::string tree(std::string_view text, std::span<const Definition> definitions = {}) {
  const auto statement = parseStatement(text, definitions);
  return statement ? shown(*statement) : describe(statement.error(), text);
}

TEST(Statement, HowOperatorsBind) {
  EXPECT_EQ(tree("R1[lane] == old R1[lane-1] + 2*3"), "(== (R1 lane) (+ (old R1 (- lane 1)) (* 2 3)))");
  EXPECT_EQ(tree("1 - 2 - 3 == 0x10"), "(== (- (- 1 2) 3) 16)");
  EXPECT_EQ(tree("lane & 3 == 0"), "(== (& lane 3) 0)"); // not as in C
  EXPECT_EQ(tree("1 | 2 ^ 3 & 4 << 5 + 6"), "(| 1 (^ 2 (& 3 (<< 4 (+ 5 6)))))");
  EXPECT_EQ(tree("P0[0] || P1[1] && !P2[2]"), "(|| (P0 0) (&& (P1 1) (not (P2 2))))");
  EXPECT_EQ(tree("P0[0] ==> P1[0] ==> P2[0]"), "(==> (P0 0) (==> (P1 0) (P2 0)))");
  EXPECT_EQ(tree("lane == 0 ? 1 : lane == 1 ? 2 : 3"), "(? (== lane 0) 1 (? (== lane 1) 2 3))");
  EXPECT_EQ(tree("-~lane == (1)"), "(== (negate (complement lane)) 1)");
}

TEST(Statement, WhatIsPromisedIsAskedOfACell) {
  EXPECT_EQ(tree("active[3] ==> defined(R1[lane]) && defined( P2[0] )"),
            "(==> (active 3) (&& (defined (R1 lane)) (defined (P2 0))))");
  EXPECT_TRUE(mentionsDefined(*parseStatement("lane == 0 || defined(R1[0])")));
  EXPECT_FALSE(mentionsDefined(*parseStatement("R1[0] == 0")));
  for (const auto& [text, place] : {std::pair<std::string_view, std::size_t>{"defined(active[0])", 8},
                                    {"defined(old R1[0])", 8},
                                    {"defined(R1[0] + 1)", 14},
                                    {"defined R1[0]", 8},
                                    {"sum(defined, 0, 1, 1) == 0", 4}}) {
    const auto read = parseStatement(text);
    ASSERT_FALSE(read) << text;
    EXPECT_EQ(read.error().position, place) << read.error().message;
  }
}

TEST(Statement, ExactlyHasTwoSides) {
  const auto both = parseExactly("active[lane] && P0[1] <==> P1[0] ==> exited[lane] == (R1[0] <u 5)");
  ASSERT_TRUE(both);
  EXPECT_EQ(shown(both->set), "(&& (active lane) (P0 1))");
  EXPECT_EQ(shown(both->statement), "(==> (P1 0) (== (exited lane) (<u (R1 0) 5)))");
  for (const auto& [text, place] : {std::pair<std::string_view, std::size_t>{"active[lane]", 12},
                                    {"active[lane] <= active[0]", 25},
                                    {"active[lane] <==> 1 <==> 2", 20},
                                    {"<==> active[lane]", 0}}) {
    const auto read = parseExactly(text);
    ASSERT_FALSE(read) << text;
    EXPECT_EQ(read.error().position, place) << read.error().message;
  }
}

TEST(Statement, WhatItSaysOfOneLane) {
  EXPECT_EQ(shown(inLane(*parseStatement("R1[lane] == sum(k, 0, lane, k)"), 7)), "(== (R1 7) (sum 0 7 k))");
  EXPECT_EQ(shown(implication(*parseStatement("P0[0]"), *parseStatement("P1[lane]"))), "(==> (P0 0) (P1 lane))");
  EXPECT_TRUE(mentionsExited(*parseStatement("P0[0] || exited[3]")));
  EXPECT_FALSE(mentionsExited(*parseStatement("active[3]")));
}

TEST(Statement, OrdersSaySigns) {
  EXPECT_EQ(tree("R1[0] <u R2[0]"), "(<u (R1 0) (R2 0))");
  EXPECT_EQ(tree("R1[0] >s R2[0]"), "(<s (R2 0) (R1 0))"); // a > b is b < a
  EXPECT_EQ(tree("R1[0] >=u R2[0]>>s 1"), "(<=u (>>s (R2 0) 1) (R1 0))");
  EXPECT_EQ(tree("all(some, 0, 3, lane <some)"), "(all 0 3 (< lane some))"); // a name that begins with s
}

TEST(Statement, RangesBindVariables) {
  EXPECT_EQ(tree("sum(k, 0, lane, sum(j, k, 31, old R1[j]))"), "(sum 0 lane (sum k 31 (old R1 j)))");
  EXPECT_EQ(tree("any(k, 0, 1, active[k])"), "(any 0 1 (active k))");
  EXPECT_TRUE(mentionsLane(*parseStatement("sum(k, 0, lane, 1) == 1")));
  EXPECT_FALSE(mentionsLane(*parseStatement("R1[0] == 1")));
  EXPECT_TRUE(mentionsActive(*parseStatement("!active[0]")));
}

TEST(Statement, SumsOfFloatsAreGrouped_SHFL_13) {
  EXPECT_EQ(tree("R1[0] == old R1[0] +f old R1[1]"), "(== (R1 0) (+f (old R1 0) (old R1 1)))");
  EXPECT_EQ(tree("1 +f (2 +f 3) == (1 +f 2) +f 3"), "(== (+f 1 (+f 2 3)) (+f (+f 1 2) 3))");
  EXPECT_EQ(tree("all(from, 0, 3, 1 +from == 2)"), "(all 0 3 (== (+ 1 from) 2))"); // a name that begins with f
}

TEST(Statement, DefinitionsStandForTheirBodies) {
  std::vector<Definition> all;
  for (const char* text : {"own(k) = old R1[k]", "pair(k) = own(k + 1) +f own(k)"}) {
    auto definition = parseDefinition(text, all);
    ASSERT_TRUE(definition) << describe(definition.error(), text);
    all.push_back(std::move(*definition));
  }
  EXPECT_EQ(tree("R1[lane] == own(lane)", all), "(== (R1 lane) (with lane (old R1 k)))");
  EXPECT_EQ(tree("pair(2) == 0", all), "(== (with 2 (+f (with (+ k 1) (old R1 k)) (with k (old R1 k)))) 0)");
  const auto rejected = [&](const char* text, std::size_t position) {
    const auto definition = parseDefinition(text, all);
    ASSERT_FALSE(definition) << text;
    EXPECT_EQ(definition.error().position, position) << describe(definition.error(), text);
  };
  rejected("own(k) = 1", 0); // taken
  rejected("self(k) = self(k)", 10);
  rejected("free(k) = j", 10);
  rejected("lane(k) = k", 0);
  rejected("f(k) = k", 0);
  rejected("other(lane) = 1", 6);
  rejected("other(k) 1", 9);
  // each doubles the one before
  for (int i = 0; i < 30; ++i) {
    const std::string before = i ? "x" + std::string(static_cast<std::size_t>(i), 'x') : "own";
    auto definition = parseDefinition(
        "x" + std::string(static_cast<std::size_t>(i) + 1, 'x') + "(k) = " + before + "(k) + " + before + "(k)", all);
    if (!definition) {
      EXPECT_NE(definition.error().message.find("too large"), std::string::npos) << definition.error().message;
      return;
    }
    all.push_back(std::move(*definition));
  }
  FAIL() << "2^30 operators are accepted";
}

/// `marked` holds a `@` before the byte at which it must be rejected.
void expectRejected(std::string marked, std::string_view accepted) {
  const std::size_t place = marked.find('@');
  marked.erase(place, 1);
  const auto statement = parseStatement(marked);
  ASSERT_FALSE(statement) << marked << " is accepted";
  EXPECT_EQ(statement.error().rule, "statement");
  EXPECT_EQ(statement.error().position, place) << describe(statement.error(), marked);
  EXPECT_NE(statement.error().accepted.find(accepted), std::string::npos) << describe(statement.error(), marked);
}

TEST(Statement, RejectedWithItsPlace) {
  expectRejected("1 +f 2 @+f 3 == 0", "( and )");
  expectRejected("1 +f 2 @+ 3 == 0", "( and )");
  expectRejected("1 - 2 @+f 3 == 0", "( and )");
  expectRejected("sum(@f, 0, 1, f) == 1", "such as k");
  expectRejected("@", "lane");
  expectRejected("R1[lane] == @", "lane");
  expectRejected("R1 @== 1", "[");
  expectRejected("R1[lane == 1@", "]");
  expectRejected("@R255[lane] == 1", "R254");
  expectRejected("@R01[lane] == 1", "R254");
  expectRejected("@RZ[lane] == 1", "R254");
  expectRejected("@P7[lane]", "P6");
  expectRejected("old @lane", "P6");
  expectRejected("old @active[0]", "P6");
  expectRejected("@k == 1", "lane");
  expectRejected("sum(k, 0, 1, k) == @k", "lane"); // no longer bound
  expectRejected("sum(@lane, 0, 1, lane) == 1", "k");
  expectRejected("sum(k, 0, 1, sum(@k, 0, 1, k)) == 1", "k");
  expectRejected("sum(k, 0@) == 1", ",");
  expectRejected("1 == @01", "4294967295");
  expectRejected("1 == @4294967296", "4294967295");
  expectRejected("1 == 1 @)", "operator");
}

TEST(Statement, DepthAndLengthAreLimited) {
  EXPECT_FALSE(parseStatement(std::string(200, '(') + "1" + std::string(200, ')') + " == 1"));
  EXPECT_FALSE(parseStatement(std::string(200, '-') + "1 == 1"));
  EXPECT_FALSE(parseStatement(std::string(kMaxStatementBytes, ' ') + "1 == 1"));
}

} // namespace statement_test
} // namespace warplaw::spec

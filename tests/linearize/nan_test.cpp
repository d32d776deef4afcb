// Which NaN F64 arithmetic gives is unknown; every other NaN has its bits (RED-7).
#include "lines.h"
#include <fmt/format.h>

namespace warplaw::linearize::test {
namespace {

constexpr const char* kNan = "\"0x7ff8000000000001\"";

/// Instructions of one warp, at address 0: operation, operand, members besides.
std::string steps(std::string_view words, std::initializer_list<std::array<std::string_view, 3>> list,
                  std::string_view final = "") {
  std::string text = fmt::format(R"({{"initial":[{{"address":0,"words":[{}]}}],"instructions":[)", words);
  for (int number = 0; const auto& [operation, operand, more] : list) {
    text += fmt::format(R"({}{{"number":{},"operation":"{}","lanes":[{{"lane":0,"address":0,"operand":{}{}}}]}})",
                        number ? "," : "", number, operation, operand, more);
    ++number;
  }
  return text + "]" + (final.empty() ? "" : fmt::format(R"(,"final":[{}])", final)) + "}";
}
const std::string kInfinity = R"(0,"0x7ff00000")", kMinusInfinity = R"("0xfff0000000000000")",
                  kOne = R"("0x3ff0000000000000")";

TEST(Nan, StoredByAnIntegerOperationHasItsBits_RED_7) {
  const auto read = [](std::string_view bits) {
    return answerTo(steps("0,0", {{"EXCH.U64", kNan, R"(,"returned":0)"},
                                  {"ADD.F64.RN", kOne, fmt::format(R"(,"returned":"{}")", bits)}}));
  };
  EXPECT_EQ(read("0x7ff8000000000001"), Answer::Legal);
  EXPECT_EQ(read("0x7ff8000000000002"), Answer::Illegal);
}

TEST(Nan, ThatStoodThereAtFirstHasItsBits_RED_7) {
  const auto exchanged = [](std::string_view bits) { // before the addition, since warps are unordered
    return answerTo(fmt::format(
        R"({{"initial":[{{"address":0,"words":[1,"0x7ff80000"]}}],"instructions":[)"
        R"({{"operation":"ADD.F64.RN","lanes":[{{"lane":0,"address":0,"operand":{},"returned":{}}}]}},)"
        R"({{"warp":1,"operation":"EXCH.U64","lanes":[{{"lane":0,"address":0,"operand":{},"returned":"{}"}}]}}]}})",
        kOne, kOne, kOne, bits));
  };
  EXPECT_EQ(exchanged("0x7ff8000000000001"), Answer::Legal);
  EXPECT_EQ(exchanged("0x7ff8000000000002"), Answer::Illegal);
  EXPECT_EQ(answerTo(steps(R"(1,"0x7ff80000")", {{"ADD.F64.RN", kOne, R"(,"returned":"0x7ff8000000000002")"}})),
            Answer::Illegal);
  EXPECT_EQ(answerTo(steps(R"(1,"0x7ff80000")", {{"ADD.F64.RN", kOne, R"(,"returned":"0x7ff8000000000001")"}})),
            Answer::Legal);
}

TEST(Nan, OfArithmeticIsAnyNan_RED_7) {
  const auto then = [](std::string_view bits) {
    return answerTo(steps(
        kInfinity, {{"ADD.F64.RN", kMinusInfinity, ""}, {"EXCH.U64", kOne, fmt::format(R"(,"returned":"{}")", bits)}}));
  };
  EXPECT_EQ(then("0xfff8000000000000"), Answer::Legal);
  EXPECT_EQ(then("0x7ff0000000000001"), Answer::Legal);
  EXPECT_EQ(then("0x7ff0000000000000"), Answer::Illegal); // an infinity
  EXPECT_EQ(then("0x3ff8000000000000"), Answer::Illegal);
}

TEST(Nan, IsOneNanOnceSomebodySawIt_RED_7) {
  const auto twice = [](std::string_view second) {
    return answerTo(steps(kInfinity, {{"ADD.F64.RN", kMinusInfinity, ""},
                                      {"OR.U64", "0", R"(,"returned":"0xfff8000000000000")"},
                                      {"OR.U64", "0", fmt::format(R"(,"returned":"{}")", second)}}));
  };
  EXPECT_EQ(twice("0xfff8000000000000"), Answer::Legal);
  EXPECT_EQ(twice("0xfff8000000000001"), Answer::Illegal);
}

TEST(Nan, HalfKnownAtTheEnd_RED_7) {
  const auto end = [](std::string_view high) {
    return answerTo(
        steps(kInfinity, {{"ADD.F64.RN", kMinusInfinity, ""}}, fmt::format(R"({{"address":4,"words":["{}"]}})", high)));
  };
  EXPECT_EQ(end("0xfff80000"), Answer::Legal);
  EXPECT_EQ(end("0x7ff00000"), Answer::Legal); // the other half may hold the fraction
  EXPECT_EQ(end("0x7fe00000"), Answer::Illegal);
  const std::string whole = R"({"address":0,"words":[0,"0xfff00000"]})"; // an infinity
  EXPECT_EQ(answerTo(steps(kInfinity, {{"ADD.F64.RN", kMinusInfinity, ""}}, whole)), Answer::Illegal);
}

TEST(Nan, IsToldByHalvesToo_RED_6) {
  const auto halves = [](std::string_view returned) {
    return answerTo(
        steps(kInfinity,
              {{"ADD.F64.RN", kMinusInfinity, ""}, {"ADD.F16x2.RN", "0", fmt::format(R"(,"returned":"{}")", returned)}},
              R"({"address":4,"words":["0x7ff00000"]})"));
  };
  EXPECT_EQ(halves("0x3c000000"), Answer::Legal);
  EXPECT_EQ(halves("0x0"), Answer::Illegal); // all of the fraction is 0 then
}

TEST(Nan, WhereItsBitsMatterAndNobodySawThemIsUnknown_RED_7) {
  const auto after = [](std::string_view operation, std::string_view final) {
    return answerTo(steps(kInfinity, {{"ADD.F64.RN", kMinusInfinity, ""}, {operation, "1", ""}},
                          fmt::format(R"({{"address":0,"words":[{}]}})", final)));
  };
  EXPECT_EQ(after("XOR.U64", "1,\"0xfff80000\""), Answer::Unknown);
  EXPECT_EQ(after("EXCH.U64", "1,0"), Answer::Legal);
  EXPECT_EQ(after("EXCH.U64", "2,0"), Answer::Illegal);
}

} // namespace
} // namespace warplaw::linearize::test

// What people type who look for a form or take a text from elsewhere: mnemonics and modifiers without operands, and
// texts in small letters. Rows: every pair of corpus/text, and what each spelling row itself says.
#include "spec/spellings/spelling.h"
#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <set>
#include <sstream>

namespace warplaw::spec {
namespace spelled_head_test {

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

/// The texts of one column, ` | ` between several.
std::vector<std::string> textsOf(std::size_t column) {
  std::vector<std::string> texts;
  for (const char* file : {"video.tsv", "simd.tsv", "other.tsv"}) {
    std::ifstream in(fmt::format("{}/text/{}", WARPLAW_CORPUS, file));
    for (std::string line; std::getline(in, line);) {
      std::istringstream cells(line);
      std::string cell;
      for (std::size_t i = 0; i <= column; ++i)
        std::getline(cells, cell, '\t');
      for (std::size_t at = 0; at != std::string::npos;) {
        const std::size_t end = cell.find(" | ", at);
        texts.push_back(cell.substr(at, end == std::string::npos ? end : end - at));
        at = end == std::string::npos ? end : end + 3;
      }
    }
  }
  return texts;
}

std::set<std::string> headsOf(std::size_t column) {
  std::set<std::string> heads;
  for (const std::string& text : textsOf(column)) {
    const std::size_t begin = text.starts_with('@') ? text.find(' ') + 1 : 0;
    heads.insert(text.substr(begin, text.find_first_of(" ;", begin) - begin));
  }
  return heads;
}

/// Read as our own text is, or by a row.
bool isNamed(const std::string& head, bool* whole = nullptr) {
  const SpelledHead read = readSpelledHead(head);
  if (whole)
    *whole = read.isWhole;
  return !read.all.empty();
}

TEST(SpelledHead, EveryHeadOfPtxNamesItsForm) {
  const std::set<std::string> heads = headsOf(0);
  EXPECT_GT(heads.size(), 100u);
  for (const std::string& head : heads) {
    bool whole = false;
    EXPECT_TRUE(isNamed(head, &whole) && whole) << head;
  }
}

TEST(SpelledHead, ItsBeginningsNameSeveralWithoutOthers) {
  std::set<std::string> seen;
  for (const std::string& head : headsOf(0))
    for (std::size_t dot = head.find('.'); dot != std::string::npos; dot = head.find('.', dot + 1)) {
      const std::string begun = head.substr(0, dot);
      if (!seen.insert(begun).second)
        continue;
      const SpelledHead read = readSpelledHead(begun);
      EXPECT_FALSE(read.all.empty()) << begun;
      for (const SpelledHead::Of& one : read.all)
        EXPECT_TRUE(one.head == begun || one.head.starts_with(begun + ".")) << begun << " is " << one.head;
    }
}

TEST(SpelledHead, ItsOperandsAreLegal) {
  for (const std::string& head : headsOf(0))
    for (const SpelledHead::Of& one : readSpelledHead(head).all)
      for (const std::optional<Form>& form : {std::optional(one.spelled.form), one.spelled.then})
        if (form) {
          Instruction instruction;
          instruction.form = *form;
          const auto again = parse(print(instruction));
          EXPECT_TRUE(again && again->form == *form) << head << ": " << print(instruction);
        }
}

TEST(SpelledHead, WhatIsNoHeadNamesNothing) {
  for (const char* text : {"", "frob", "vote.ballt.b32", "vote.ballot.b32.b32", "vote.ballot.b32 %r1", "VADD.XD",
                           "bar.red.popc.u33", "bar.re", ".b32", "shfl..b32"})
    EXPECT_FALSE(isNamed(text)) << text;
}

TEST(AnyCase, EveryTextOfNvidiasAssemblerInSmallLettersIsTheSame) {
  std::size_t read = 0;
  for (const std::string& text : textsOf(1)) {
    const auto usual = parseSeveral(text), small = parseSeveral(lower(text));
    if (!usual)
      continue;
    ++read;
    EXPECT_TRUE(small && *small == *usual) << lower(text) << ": " << (small ? "" : small.error().message);
  }
  EXPECT_GT(read, 1000u);
}

TEST(AnyCase, AndOurs) {
  for (const std::string& text : textsOf(2)) {
    const auto usual = parseSeveral(text);
    if (!usual || text.find('%') != std::string::npos)
      continue;
    const auto small = parseSeveral(lower(text));
    EXPECT_TRUE(small && *small == *usual) << lower(text) << ": " << (small ? "" : small.error().message);
  }
  for (const auto& [text, ours] : std::vector<std::pair<std::string, std::string>>{
           {"shfl.up p0, r0, r1, 1, 0x1f", "SHFL.UP P0, R0, R1, 1, 31;"},
           {"@!p1 Shfl.Up pt, rz, r1.reuse, r2, 0 &req_1 ?w1", "@!P1 SHFL.UP PT, RZ, R1, R2, 0 &req_1 ?w1;"},
           {"atoms.add r0, [r1+0xac], r2", "ATOMS.ADD.U32 R0, [R1 + 0xac], R2;"},
           {"s2r r0, sr_tid.x", "S2R R0, SR_TID.X;"},
           {"{ /*0008*/ vote.all p0, p1 ; /* 0x50d8 */", "VOTE.ALL RZ, P0, P1;"},
           {"/*0010*/ S2R R0, SR_TID.X &wr=0x1 ?trans1;", "S2R R0, SR_TID.X ?trans1;"},
           {"POPC R5, R0 &req={1} &wr=0x2 ?WAIT15_END_GROUP ; /* 0x0 */", "POPC R5, R0 ?WAIT15_END_GROUP;"},
           {"@P0 SHFL.BFLY PT, R2, R1, 0x1, 0x1f &req={0,2} &rd=0x0 &wr=0x3", "@P0 SHFL.BFLY PT, R2, R1, 1, 31;"},
           {"VOTE.ALL P0, P1 ?WAIT4_END_GROUP &req={}", "VOTE.ALL RZ, P0, P1 ?WAIT4_END_GROUP;"}}) {
    const auto read = parse(text);
    EXPECT_EQ(read ? print(*read) : read.error().message, ours) << text;
  }
}

TEST(PtxText, SpecialRegistersAndCounts_SR_1) {
  for (const auto& [text, ours] :
       std::vector<std::pair<std::string, std::string>>{{"mov.u32 %r9, %clock;", "CS2R.32 R9, SR_CLOCKLO;"},
                                                        {"mov.u32 %r9, %clock_hi", "CS2R.32 R9, SR_CLOCKHI;"},
                                                        {"mov.u64 %rd9, %clock64", "CS2R R18, SR_CLOCKLO;"},
                                                        {"mov.b64 %rd1,%clock64;", "CS2R R2, SR_CLOCKLO;"},
                                                        {"mov.u32 %r1, %laneid", "S2R R1, SR_LANEID;"},
                                                        {"@!%p1 mov.b32 %r1, %lanemask_lt", "@!P1 S2R R1, SR_LTMASK;"},
                                                        {"mov.u32 %r1, %lanemask_ge", "S2R R1, SR_GEMASK;"},
                                                        {"mov.u32 %r1, %tid.x", "S2R R1, SR_TID.X;"},
                                                        {"mov.u32 %r1, %nctaid.z", "S2R R1, SR_NCTAID.Z;"},
                                                        {"popc.b32 %r1,%r2", "POPC R1, R2;"}}) {
    const auto read = parse(text);
    EXPECT_EQ(read ? print(*read) : read.error().message, ours) << text;
  }
  for (const char* text : {"mov.u32 %r1, %r2", "mov.u32 %r1, %clock64", "mov.u64 %rd1, %clock", "mov.u32 %rd1, %clock",
                           "mov.u32 %r1, %tid", "mov.u32 %r1, %tid.w", "mov.u32 %r1, 5", "popc.b64 %r1, %rd2"})
    EXPECT_FALSE(parse(text)) << text;
}

} // namespace spelled_head_test
} // namespace warplaw::spec

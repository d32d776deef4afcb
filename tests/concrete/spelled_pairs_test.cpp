// What NVIDIA's assembler makes of PTX (corpus/text/*.tsv): both texts are read, ours is what stands beside them,
// NVIDIA's is printed again, and the two do the same: on boundary values where registers and predicates are all that
// they see; where memory or barriers are, they are the same form but for the names of registers.
#include "spec/row.h"
#include "spec/spellings/spelling.h"
#include "state.h"
#include <fstream>
#include <map>
#include <sstream>

namespace warplaw {
namespace spelled_pairs_test {
using spec::Instruction;

struct Pair {
  std::string place, ptx, nvidia, ours;
};

std::vector<std::string> split(std::string text, const std::string& separator) {
  std::vector<std::string> parts;
  for (std::size_t end; (end = text.find(separator)) != text.npos; text.erase(0, end + separator.size()))
    parts.push_back(text.substr(0, end));
  parts.push_back(text);
  return parts;
}

std::vector<Pair> pairsOf(const std::string& file) {
  std::vector<Pair> pairs;
  std::ifstream in(PROJECT_FOLDER "/corpus/text/" + file);
  EXPECT_TRUE(in) << file;
  for (std::string line; std::getline(in, line);) {
    const auto columns = split(line, "\t");
    const std::string place = file + ":" + std::to_string(pairs.size() + 1);
    EXPECT_EQ(columns.size(), 3u) << place;
    pairs.push_back({place, columns[0], columns[1], columns[2]});
  }
  return pairs;
}

using CellValues = std::map<std::string, std::uint64_t, std::less<>>;
CellValues cellsOf(const spec::Form& form) {
  CellValues cells;
  spec::rowOf(form.mnemonic()).mapForm(form, [&](const spec::CellPlace& place, std::uint64_t value) {
    return cells[std::string(place.name)] = value;
  });
  return cells;
}

/// Values at which extension, clamping, shifting, rounding and comparing turn.
constexpr std::uint32_t kTurns[] = {0,          1,          0x7f,       0x80,       0xff,       0x100,      0x7fff,
                                    0x8000,     0xffff,     0x10000,    0x7fffffff, 0x80000000, 0xffffffff, 0xfffffffe,
                                    0x80808080, 0x7f7f7f7f, 0x00ff8001, 0x81007fff, 31,         32,         33};
constexpr unsigned kRounds = 14;
/// The turn of operand `which` in this lane and round: every pair of turns meets.
std::uint32_t turn(unsigned which, unsigned round, unsigned lane) {
  constexpr std::uint32_t kCount = std::size(kTurns);
  const std::uint32_t number = round * spec::kLanes + lane;
  const std::uint32_t steps[] = {number, number / kCount, number * 5 + number / kCount};
  return kTurns[steps[which] % kCount];
}

/// Lanes of {b, a} as a selector names them.
std::uint32_t selected(std::uint64_t lanes, unsigned count, std::uint32_t a, std::uint32_t b) {
  const unsigned bits = 32 / count;
  const std::uint64_t both = std::uint64_t{b} << 32 | a;
  std::uint32_t word = 0;
  for (unsigned lane = 0; lane < count; ++lane)
    word |= static_cast<std::uint32_t>(both >> (lanes >> 4 * lane & 0xf) * bits & ((1ull << bits) - 1)) << lane * bits;
  return word;
}

/// How PTX's instruction is more than the one that NVIDIA's text shows: by others beside it.
struct Beside {
  bool permutes = false; ///< bytes of its operands are selected before it
  bool moves = false;    ///< byte 1 or 3 is made as byte 0 and moved into its place
  unsigned movedPart = 0;
};

class SameTrial {
public:
  SameTrial(const Instruction& ptx, const Instruction& nvidia)
      : ptx_(ptx), nvidia_(nvidia), p_(cellsOf(ptx.form)), n_(cellsOf(nvidia.form)) {
    for (const char* lanes : {"ra.lanes", "rb.lanes"})
      beside_.permutes |= p_.contains(lanes) && p_.at(lanes) != n_.at(lanes);
    if (p_.contains("rd.part") && p_.at("rd.part") != n_.at("rd.part")) {
      beside_.moves = true;
      beside_.movedPart = static_cast<unsigned>(p_.at("rd.part"));
    }
  }

  const Beside& beside() const { return beside_; }

  /// Cells that differ, beside names of registers and predicates and what is said by others beside the instruction.
  std::string difference() const {
    std::string found;
    for (const auto& [cell, value] : p_) {
      const bool isName = cell.find('.') == cell.npos ? cell.front() == 'r' || cell.front() == 'p' || isRegister(cell)
                                                      : isRegister(cell);
      const bool isBeside = cell.ends_with(".lanes") || (cell == "rd.part" && beside().moves);
      const bool hasNoEffect = cell == "dtype" && ptx_.mnemonic() == spec::Mnemonic::Vmad; // VID-8
      if (cell.ends_with(".isImmediate") && isZero(cell))
        continue;
      if (cell.ends_with(".value") && isRegisterOfBoth(cell))
        continue;
      if (!isName && !isBeside && !hasNoEffect && value != n_.at(cell))
        found += " " + cell;
    }
    return found;
  }

  bool seesRegistersAlone() const {
    const auto m = ptx_.mnemonic();
    return m == spec::Mnemonic::Video || m == spec::Mnemonic::Vmad || m == spec::Mnemonic::Vsimd ||
           m == spec::Mnemonic::Vote || m == spec::Mnemonic::Shfl;
  }

  /// Executes both; empty where they do the same.
  std::string execute() {
    static tests::State ptx, nvidia; // each round sets what is read and what is written
    for (unsigned round = 0; round < kRounds; ++round) {
      fill(ptx, nvidia, round);
      EXPECT_TRUE(ptx.run(ptx_, spec::defaultChoices(ptx_.form)));
      EXPECT_TRUE(nvidia.run(nvidia_, spec::defaultChoices(nvidia_.form)));
      if (const auto found = differenceIn(*ptx.warp, *nvidia.warp, round); !found.empty())
        return found;
    }
    return {};
  }

private:
  /// An operand that may be a register is one on both sides.
  bool isRegisterOfBoth(const std::string& cell) const {
    const std::string operand = cell.substr(0, cell.rfind('.'));
    const auto isRegister = [&](const CellValues& cells) {
      return cells.contains(operand + ".isImmediate") && !cells.at(operand + ".isImmediate");
    };
    return isRegister(p_) && isRegister(n_);
  }
  /// The number 0 on one side, RZ on the other.
  bool isZero(const std::string& cell) const {
    const std::string operand = cell.substr(0, cell.find('.'));
    const auto zero = [&](const CellValues& cells) {
      return cells.at(operand + ".value") == (cells.at(cell) ? 0 : spec::kZeroRegister);
    };
    return zero(p_) && zero(n_);
  }
  /// Their names are the assembler's; a predicate may be held negated.
  static bool isRegister(std::string_view cell) {
    return cell == "coordinates.base" || cell.starts_with("handle.") || cell == "pp.negated" || cell == "sb.value" ||
           cell == "sc.value";
  }

  static std::uint32_t negatedMask(bool negated, std::uint32_t mask) { return negated ? ~mask : mask; }

  void fill(tests::State& ptx, tests::State& nvidia, unsigned round) {
    unsigned which = 0;
    for (const char* name : {"ra", "rb", "rc", "sb.value", "sc.value"}) {
      const std::string cell = name;
      if (!p_.contains(cell) || (cell == "sb.value" && p_.at("sb.isImmediate")) ||
          (cell == "sc.value" && p_.at("sc.isImmediate")))
        continue;
      const std::uint64_t own = p_.at(cell), other = n_.at(cell);
      const auto lanes = permutedLanes(cell);
      for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
        const std::uint32_t value = turn(which, round, lane);
        put(ptx, own, lane, value);
        put(nvidia, other, lane,
            lanes ? selected(*lanes, lanesOfWord(), turn(0, round, lane), turn(1, round, lane)) : value);
      }
      which = (which + 1) % 3;
    }
    if (p_.contains("pp")) {
      const std::uint32_t value = 0x9e3779b9u * (round + 1) ^ (round == 1 ? ~0u : 0);
      const std::uint32_t source = round == 0 ? 0u : round == 2 ? ~0u : value;
      set(ptx, p_.at("pp"), negatedMask(p_.at("pp.negated"), source));
      set(nvidia, n_.at("pp"), negatedMask(n_.at("pp.negated"), source));
    }
    const std::uint32_t executing = 0x85ebca6bu * (round + 3);
    set(ptx, ptx_.guard.predicate.index, negatedMask(ptx_.guard.negated, executing));
    set(nvidia, nvidia_.guard.predicate.index, negatedMask(nvidia_.guard.negated, executing));
    const std::uint64_t rd = p_.at("rd"), nvidiaRd = n_.at("rd"); // what is not written stays
    const bool keeps = !isSourceOf(p_, rd), nvidiaKeeps = !isSourceOf(n_, nvidiaRd);
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      if (keeps)
        put(ptx, rd, lane, 0x5a5a0000u + lane);
      if (nvidiaKeeps)
        put(nvidia, nvidiaRd, lane, 0x5a5a0000u + lane);
    }
  }

  /// VADD4 is the first of four lanes.
  unsigned lanesOfWord() const { return p_.at("op") >= 7 ? 4 : 2; }
  /// Which lanes of an operand others select before NVIDIA's instruction, if they do.
  std::optional<std::uint64_t> permutedLanes(const std::string& cell) const {
    const std::string lanes = cell + ".lanes";
    return p_.contains(lanes) && p_.at(lanes) != n_.at(lanes) ? std::optional(p_.at(lanes)) : std::nullopt;
  }

  static bool isSourceOf(const CellValues& cells, std::uint64_t reg) {
    for (const char* name : {"ra", "rb", "rc", "sb.value", "sc.value"})
      if (cells.contains(name) && cells.at(name) == reg)
        return true;
    return false;
  }

  static void put(tests::State& state, std::uint64_t reg, unsigned lane, std::uint32_t value) {
    if (reg < spec::kRegisters)
      state.warp->registers[reg][lane] = value;
  }
  static void set(tests::State& state, std::uint64_t predicate, std::uint32_t mask) {
    if (predicate < spec::kPredicates)
      state.warp->predicates[predicate] = mask;
  }
  static std::uint32_t get(const spec::Warp& warp, std::uint64_t reg, unsigned lane) {
    return reg < spec::kRegisters ? warp.registers[reg][lane] : 0;
  }

  std::string differenceIn(const spec::Warp& ptx, const spec::Warp& nvidia, unsigned round) const {
    const std::uint64_t rd = p_.at("rd"), nvidiaRd = n_.at("rd");
    const bool overwrites = isSourceOf(n_, nvidiaRd),
               hasPredicate = p_.contains("pu") && p_.at("pu") < spec::kPredicates;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      std::uint32_t got = get(nvidia, nvidiaRd, lane);
      if (beside_.moves) { // byte 0 to where it belongs, the others from c
        const unsigned shift = 8 * (beside_.movedPart - 1);
        got = (turn(2, round, lane) & ~(0xffu << shift)) | (got & 0xff) << shift;
      }
      const bool executes = guardOf(ptx_, round) >> lane & 1;
      const auto place = [&] { return " of lane " + std::to_string(lane) + ", round " + std::to_string(round); };
      if (get(ptx, rd, lane) != got && (executes || !overwrites))
        return "Rd" + place();
      if (hasPredicate && executes &&
          (ptx.predicates[p_.at("pu")] >> lane & 1) != (nvidia.predicates[n_.at("pu")] >> lane & 1))
        return "Pu" + place();
    }
    return {};
  }
  static std::uint32_t guardOf(const Instruction& instruction, unsigned round) {
    return instruction.guard.predicate.isTrue() ? ~0u : 0x85ebca6bu * (round + 3);
  }

  const Instruction &ptx_, &nvidia_;
  CellValues p_, n_;
  Beside beside_;
};

std::vector<Instruction> nvidiaOf(const Pair& pair) {
  std::vector<Instruction> all;
  for (const std::string& text : split(pair.nvidia, " | ")) {
    const auto instruction = spec::parse(text);
    if (!instruction) {
      ADD_FAILURE() << pair.place << ": " << describe(instruction.error(), text);
      return {};
    }
    all.push_back(*instruction);
    const auto printed = spec::printSass(*instruction);
    EXPECT_TRUE(printed && *printed == text + ";") << pair.place << ": " << (printed ? *printed : "not printed");
  }
  return all;
}

std::string oursOf(const std::vector<Instruction>& all) {
  std::string text;
  for (const Instruction& instruction : all)
    text += (text.empty() ? "" : " | ") + spec::print(instruction);
  std::erase(text, ';');
  return text;
}

struct Counts {
  unsigned pairs = 0, executed = 0, permuted = 0, moved = 0;
  bool operator==(const Counts&) const = default;
};
std::ostream& operator<<(std::ostream& out, const Counts& c) {
  return out << c.pairs << " pairs, " << c.executed << " executed, " << c.permuted << " with bytes permuted before, "
             << c.moved << " with a byte moved behind";
}

Counts checked(const std::string& file) {
  Counts counts;
  for (const Pair& pair : pairsOf(file)) {
    ++counts.pairs;
    const std::vector<Instruction> nvidia = nvidiaOf(pair);
    EXPECT_EQ(oursOf(nvidia), pair.ours) << pair.place;
    const auto ptx = spec::parseSeveral(pair.ptx);
    if (!ptx || ptx->size() != nvidia.size()) {
      ADD_FAILURE() << pair.place << ": " << (ptx ? "as many instructions" : describe(ptx.error(), pair.ptx));
      continue;
    }
    for (std::size_t i = 0; i < nvidia.size(); ++i) {
      if (nvidia[i].mnemonic() != (*ptx)[i].mnemonic()) {
        ADD_FAILURE() << pair.place << ": another instruction";
        continue;
      }
      SameTrial trial((*ptx)[i], nvidia[i]);
      EXPECT_EQ(trial.difference(), "") << pair.place << ": " << pair.ptx << " and " << pair.nvidia;
      counts.permuted += trial.beside().permutes;
      counts.moved += trial.beside().moves;
      if (!trial.seesRegistersAlone())
        continue;
      ++counts.executed;
      EXPECT_EQ(trial.execute(), "") << pair.place << ": " << pair.ptx << " and " << pair.nvidia;
    }
  }
  return counts;
}

TEST(SpelledPairs, ScalarVideo_VID_7) {
  EXPECT_EQ(checked("video.tsv"), (Counts{.pairs = 542, .executed = 542, .moved = 24}));
}
TEST(SpelledPairs, SimdVideo_VID_9) {
  EXPECT_EQ(checked("simd.tsv"), (Counts{.pairs = 1005, .executed = 1005, .permuted = 235}));
}
TEST(SpelledPairs, TheOthers_VOTE_2) { EXPECT_EQ(checked("other.tsv"), (Counts{.pairs = 192, .executed = 71})); }

} // namespace spelled_pairs_test
} // namespace warplaw

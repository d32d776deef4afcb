#include "tools/hardware.h"
#include "fuzz/instructions/atoms.h"
#include "fuzz/instructions/shfl.h"
#include "fuzz/placement.h"
#include "fuzz/trail.h"
#include "tools/recorded.h"
#include <algorithm>
#include <boost/json.hpp>
#include <charconv>
#include <fmt/format.h>
#include <numeric>

namespace warplaw::tools {
namespace {
using spec::kLanes;
namespace json = boost::json;

constexpr std::size_t kCells = 4; ///< memory cells of an ATOMS observation

struct Malformed {
  std::string what;
};

std::uint64_t numberOf(const json::value& value) {
  const json::string* const text = value.if_string();
  if (!text)
    throw Malformed{"a number that is no hexadecimal string"};
  std::string_view digits = *text;
  if (!digits.starts_with("0x"))
    throw Malformed{"a number without 0x"};
  digits.remove_prefix(2);
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number, 16);
  if (error != std::errc() || end != digits.data() + digits.size())
    throw Malformed{"a number that is not hexadecimal"};
  return number;
}

const json::value& member(const json::object& line, std::string_view key) {
  const json::value* const found = line.if_contains(key);
  if (!found)
    throw Malformed{fmt::format("no {}", key)};
  return *found;
}

std::vector<std::uint64_t> numbers(const json::object& line, std::string_view key, std::size_t count) {
  const json::array* const array = member(line, key).if_array();
  if (!array || array->size() != count)
    throw Malformed{fmt::format("{} is no array of {}", key, count)};
  std::vector<std::uint64_t> values;
  for (const json::value& value : *array)
    values.push_back(numberOf(value));
  return values;
}

std::optional<spec::Form> formNamed(std::string_view name) {
  for (const spec::Mnemonic mnemonic : spec::allMnemonics())
    for (const spec::FormFamily& family : spec::families(mnemonic))
      if (family.name == name)
        return family.form;
  return std::nullopt;
}

/// Executor and encoding on a case built from an observation, both against what the hardware did.
class Judge {
public:
  Judge(fuzz::Oracle& oracle, HardwareReport& report, std::size_t line)
      : oracle_(oracle), report_(report), line_(line) {}
  void check(const spec::Case& c) {
    const auto encoded = oracle_.encode(c), executed = fuzz::execute(c);
    if (!encoded || !executed)
      return say(fmt::format("the case is rejected: {}", (encoded ? executed : encoded).error().message));
    for (const auto& [who, outcome] : {std::pair{"encoding", &*encoded}, std::pair{"executor", &*executed}})
      for (const fuzz::Difference& d : fuzz::compareExpected(c, *outcome))
        return say(fmt::format("{}: hardware is what is expected: {}", who, fuzz::describe(d)));
  }
  void say(const std::string& what) { report_.mismatch(fmt::format("line {}: {}", line_, what)); }

private:
  fuzz::Oracle& oracle_;
  HardwareReport& report_;
  std::size_t line_;
};

// ---- SHFL: what a lane read from an inactive lane is a choice (SHFL-7); everything else must be equal

void checkShfl(const json::object& line, const spec::Form& form, Judge& judge) {
  fuzz::ShflTrial trial;
  trial.modifiers.mode = static_cast<std::uint32_t>(form.as<spec::ShflForm>().mode);
  trial.operands.exec = static_cast<std::uint32_t>(numberOf(member(line, "exec")));
  const auto a = numbers(line, "a", kLanes), b = numbers(line, "b", kLanes), c = numbers(line, "c", kLanes),
             d = numbers(line, "d", kLanes), p = numbers(line, "p", kLanes);
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    trial.operands.row[spec::shfl_rows::kValue][lane] = static_cast<std::uint32_t>(a[lane]);
    trial.operands.row[spec::shfl_rows::kLane][lane] = static_cast<std::uint32_t>(b[lane]);
    trial.operands.row[spec::shfl_rows::kRange][lane] = static_cast<std::uint32_t>(c[lane]);
    trial.choices.inactive[lane] = static_cast<std::uint32_t>(d[lane]);
  }
  spec::Case observed = fuzz::ShflFuzzer::caseOf(trial);
  const auto& plain = observed.instruction.form.as<spec::ShflForm>();
  observed.expected.emplace();
  for (std::uint8_t lane = 0; lane < kLanes; ++lane) {
    if (!(trial.operands.exec >> lane & 1))
      continue;
    if (p[lane] > 1)
      throw Malformed{"p of an executing lane is neither 0 nor 1"};
    observed.expected->registers.push_back({plain.rd.index, lane, {false, static_cast<std::uint32_t>(d[lane])}});
    observed.expected->predicates.push_back({plain.pu.index, lane, {false, static_cast<std::uint32_t>(p[lane])}});
  }
  judge.check(observed);
}

// ---- ATOMS: lanes of one cell are edges old -> new; an order exists exactly if they form a trail from initial to
// final

struct AtomsObservation {
  fuzz::AtomsTrial trial;
  std::vector<std::uint64_t> cell, returned, final;
};

void setWord(fuzz::AtomsTrial& trial, unsigned low, unsigned high, unsigned lane, std::uint64_t value) {
  trial.operands.row[low][lane] = static_cast<std::uint32_t>(value);
  if (trial.size() == spec::AtomsSize::U64)
    trial.operands.row[high][lane] = static_cast<std::uint32_t>(value >> 32);
}

AtomsObservation readAtoms(const json::object& line, const spec::AtomsForm& form) {
  namespace rows = spec::atoms_rows;
  AtomsObservation o;
  o.trial.set(form.op, form.size);
  const unsigned bytes = spec::bytesOf(form.size);
  o.trial.modifiers.baseIsZero = 0;
  o.trial.allocated = kCells * bytes;
  o.trial.operands.exec = static_cast<std::uint32_t>(numberOf(member(line, "exec")));
  o.cell = numbers(line, "cell", kLanes);
  o.returned = numbers(line, "returned", kLanes);
  o.final = numbers(line, "final", kCells);
  const auto b = numbers(line, "b", kLanes), initial = numbers(line, "initial", kCells);
  const auto c = form.op == spec::AtomsOp::Cas ? numbers(line, "c", kLanes) : std::vector<std::uint64_t>(kLanes);
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if (o.cell[lane] >= kCells)
      throw Malformed{"a cell beyond the last"};
    o.trial.operands.row[rows::kBase][lane] = static_cast<std::uint32_t>(o.cell[lane] * bytes);
    setWord(o.trial, rows::kOperand, rows::kOperandHigh, lane, b[lane]);
    setWord(o.trial, rows::kSwap, rows::kSwapHigh, lane, c[lane]);
  }
  for (std::size_t k = 0; k < kCells; ++k)
    std::memcpy(o.trial.memory.data() + k * bytes, &initial[k], bytes);
  return o;
}

std::uint64_t cellValue(const fuzz::AtomsTrial& trial, std::size_t cell) {
  std::uint64_t value = 0;
  const unsigned bytes = spec::bytesOf(trial.size());
  std::memcpy(&value, trial.memory.data() + cell * bytes, bytes);
  return value;
}

/// What one lane alone makes of an old value, by the encoding.
std::uint64_t stepOf(symbolic::AtomsOnWords& encoding, const AtomsObservation& o, unsigned lane, std::uint64_t old) {
  fuzz::AtomsTrial one = o.trial;
  one.operands.exec = 1u << lane;
  const unsigned bytes = spec::bytesOf(one.size());
  std::memcpy(one.memory.data() + o.cell[lane] * bytes, &old, bytes);
  spec::Results results;
  encoding(one.modifiers, one.operands, one.choices, {one.memory.data(), one.allocated}, results);
  return cellValue(one, o.cell[lane]);
}

void checkAtoms(const json::object& line, const spec::Form& form, symbolic::AtomsOnWords& encoding, Judge& judge) {
  AtomsObservation o = readAtoms(line, form.as<spec::AtomsForm>());
  std::vector<std::uint8_t> order;
  std::uint32_t placed = 0;
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    std::vector<fuzz::Edge> edges;
    for (std::uint8_t lane = 0; lane < kLanes; ++lane)
      if ((o.trial.operands.exec >> lane & 1) && o.cell[lane] == cell)
        edges.push_back({o.returned[lane], stepOf(encoding, o, lane, o.returned[lane]), lane});
    const auto trail = fuzz::trailThrough(edges, cellValue(o.trial, cell), o.final[cell]);
    if (!trail)
      return judge.say(fmt::format("no order of the lanes explains cell {} (ATOMS-5)", cell));
    for (const std::uint8_t lane : *trail) {
      order.push_back(lane);
      placed |= 1u << lane;
    }
  }
  for (std::uint8_t lane = 0; lane < kLanes; ++lane)
    if (!(placed >> lane & 1))
      order.push_back(lane);
  std::copy(order.begin(), order.end(), o.trial.choices.order.begin());

  spec::Case observed = fuzz::AtomsFuzzer::caseOf(o.trial);
  const std::uint8_t rd = observed.instruction.form.as<spec::AtomsForm>().rd.index;
  const bool wide = o.trial.size() == spec::AtomsSize::U64;
  observed.expected.emplace();
  for (std::uint8_t lane = 0; lane < kLanes; ++lane) {
    if (!(o.trial.operands.exec >> lane & 1))
      continue;
    observed.expected->registers.push_back({rd, lane, {false, static_cast<std::uint32_t>(o.returned[lane])}});
    if (wide)
      observed.expected->registers.push_back(
          {static_cast<std::uint8_t>(rd + 1), lane, {false, static_cast<std::uint32_t>(o.returned[lane] >> 32)}});
  }
  for (std::uint32_t word = 0; word < o.trial.allocated / 4; ++word) {
    const std::uint64_t value = o.final[wide ? word / 2 : word];
    observed.expected->memory.push_back(
        {4 * word, {false, static_cast<std::uint32_t>(wide && word % 2 ? value >> 32 : value)}});
  }
  judge.check(observed);
}

} // namespace

spec::Result<HardwareReport> replayObservations(fuzz::Oracle& oracle, const std::string& text) {
  HardwareReport report;
  symbolic::AtomsOnWords encoding;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view content(text.data() + at, end - at);
    const std::size_t start = at;
    at = end + 1;
    ++report.lines;
    const auto malformed = [&](const std::string& what) {
      return spec::Rejection{"observation", what, "an observation as capture.cu writes it", start};
    };
    boost::system::error_code error;
    const json::value value = json::parse(content, error);
    if (error || !value.is_object())
      return malformed("no JSON object");
    const json::object& line = value.as_object();
    try {
      if (line.contains("gpu")) {
        report.device = json::value_to<std::string>(line.at("gpu"));
        continue;
      }
      if (holdsCase(line)) {
        const auto recorded = recordedFromJson(line);
        if (!recorded)
          return spec::Rejection{recorded.error().rule, recorded.error().message, recorded.error().accepted, start};
        if (const std::string differs = differsFromRecorded(oracle, *recorded); !differs.empty())
          Judge(oracle, report, report.lines).say(differs);
        ++report.checked;
        continue;
      }
      const json::value* const name = line.if_contains("instruction");
      if (!name && line.contains("ptx")) {
        ++report.notYet["video PTX"];
        continue;
      }
      if (!name || !name->is_string())
        return malformed("no instruction");
      const auto form = formNamed(name->as_string());
      Judge judge(oracle, report, report.lines);
      if (form && form->mnemonic() == spec::Mnemonic::Shfl) {
        checkShfl(line, *form, judge);
      } else if (form && form->mnemonic() == spec::Mnemonic::Atoms) {
        checkAtoms(line, *form, encoding, judge);
      } else {
        ++report.notYet[std::string(name->as_string())];
        continue;
      }
      ++report.checked;
    } catch (const Malformed& bad) {
      return malformed(bad.what);
    } catch (const boost::system::system_error&) {
      return malformed("a member of the wrong kind");
    }
  }
  return report;
}

std::optional<spec::ShflMode> shflTableMode(const std::string& fileName) {
  static constexpr std::string_view kNames[] = {"shfl_IDX.bin", "shfl_UP.bin", "shfl_DOWN.bin", "shfl_BFLY.bin"};
  for (unsigned mode = 0; mode < 4; ++mode)
    if (fileName == kNames[mode])
      return static_cast<spec::ShflMode>(mode);
  return std::nullopt;
}

spec::Result<HardwareReport> replayShflTable(fuzz::Oracle& oracle, spec::ShflMode mode, const std::string& bytes) {
  constexpr std::size_t kRows = 32768;
  if (bytes.size() != kRows * (kLanes + 4))
    return spec::Rejection{
        "table", fmt::format("has {} bytes", bytes.size()),
        fmt::format("{} bytes: 32,768 x 32 lanes, then 32,768 predicate words", kRows * (kLanes + 4))};
  HardwareReport report;
  for (std::uint32_t index = 0; index < kRows; ++index) {
    fuzz::ShflTrial trial;
    trial.modifiers.mode = static_cast<std::uint32_t>(mode);
    trial.operands.exec = ~0u;
    std::iota(std::begin(trial.operands.row[spec::shfl_rows::kValue]),
              std::end(trial.operands.row[spec::shfl_rows::kValue]), 0u);
    std::fill_n(trial.operands.row[spec::shfl_rows::kLane], kLanes, index & 31);
    std::fill_n(trial.operands.row[spec::shfl_rows::kRange], kLanes, (index >> 10) << 8 | (index >> 5 & 31));
    spec::Case row = fuzz::ShflFuzzer::caseOf(trial);
    std::uint32_t predicates;
    std::memcpy(&predicates, bytes.data() + kRows * kLanes + 4 * index, 4);
    const auto& form = row.instruction.form.as<spec::ShflForm>();
    row.expected.emplace();
    for (std::uint8_t lane = 0; lane < kLanes; ++lane) {
      row.expected->registers.push_back(
          {form.rd.index, lane, {false, static_cast<std::uint8_t>(bytes[index * kLanes + lane])}});
      row.expected->predicates.push_back({form.pu.index, lane, {false, predicates >> lane & 1}});
    }
    ++report.lines;
    ++report.checked;
    Judge(oracle, report, index).check(row);
  }
  return report;
}

} // namespace warplaw::tools

// RED's datapath and entry, in code (RED-1, RED-6, MACH-1..8): where lanes go, and then all that comes after, each
// once, each handed what it should be.
#include "proofs/theorems/red_theorems.h"
#include <cstring>
#include <random>

namespace warplaw::proofs::red {
namespace {
using spec::kLanes;

/// Objects, those of CallStatement::hidden behind them.
enum Object : unsigned { kModifiers, kOperands, kChoices, kMemory, kRegions, kInputs, kResults, kCalls, kAfter };

Contract datapathContract() {
  return {kDatapath,
          {reads<RedModifierTerms>("modifiers"), reads<OperandTerms>("operands"), reads<RedChoiceTerms>("choices"),
           integer("allocated"), Reads<spec::GenericRegionsIn>::parameter(), Reads<spec::SpecialInputsIn>::parameter(),
           changes<ResultTerms>("results")},
          [](const Given& g) {
            const auto regions = g.as<GenericRegionTerms>(3);
            return isLegal(g.as<RedModifierTerms>(0)) & isAllowed(g.as<RedChoiceTerms>(2)) & isLegal(regions) &
                   isLegal(g.as<SpecialInputTerms>(4)) & g.integers.at(0).eq(regions.end[spec::kGenericRegions - 1]);
          },
          {}};
}

// --- The datapath. ---

/// A twin says that lane 3's error stays what it was.
CallStatement wholeStatement(Terms& terms, const Subject& subject, bool wrong) {
  const auto modifiers = symbolic::variables<RedModifierTerms>(terms);
  const auto operands = symbolic::variables<OperandTerms>(terms);
  const auto choices = symbolic::variables<RedChoiceTerms>(terms);
  const auto regions = symbolic::variables<GenericRegionTerms>(terms, "regions.");
  const auto inputs = symbolic::variables<SpecialInputTerms>(terms, "inputs.");
  const auto before = symbolic::variables<ResultTerms>(terms, "before.");
  const auto after = symbolic::variables<ResultTerms>(terms, "after.");
  const auto reached = symbolic::variables<ResultTerms>(terms, "reached.");
  const Term allocated = terms.variable(32, "allocated"), zero = terms.constant(32, 0);
  const std::vector<lift::Table> tables = {tableOf("modifiers", modifiers), tableOf("operands", operands),
                                           tableOf("choices", choices),     tableOf("regions", regions),
                                           tableOf("inputs", inputs),       tableOf("results", before, true)};
  CallStatement statement;
  statement.input.objects = {tables[0], tables[1], tables[2], lift::ByteMemory{"memory", allocated, {}},
                             tables[3], tables[4], tables[5]};
  for (unsigned object = kModifiers; object <= kResults; ++object) {
    statement.input.arguments.emplace_back(lift::PointerTo{object});
    if (object == kMemory)
      statement.input.arguments.emplace_back(allocated);
  }
  statement.hidden = {callsTable(zero, zero), tableOf("after", after)};
  const auto stated = [&](Contract contract) { return asStated(subject, std::move(contract)); };
  statement.assumptions = {stated(datapathContract()).requires_({terms, tables, {allocated}}),
                           performersReach(operands.exec, reached, allocated, modifiers)}; // red/reach: .../word
  auto& contracts = statement.input.contracts;
  contracts[reachContract().symbol] = opaque({{tables[0], tables[1], tables[2], tables[3], tables[4],
                                               tableOf("", symbolic::constants(terms, spec::Results{}))},
                                              5,
                                              tableOf("", reached)},
                                             stated(reachContract()), statement.seen);
  contracts[takeContract().symbol] =
      opaque({{tables[0], tables[1], tables[2], OwnMemory{kMemory}, allocated, tableOf("", reached), tables[5]},
              6,
              tableOf("", after)},
             stated(takeContract()), statement.seen);
  ResultTerms left = after;
  if (wrong)
    left.error[3] = before.error[3];
  statement.groups = groupsOf(kResults, left);
  std::erase_if(statement.groups, [](const Group& group) { return group.expectations.empty(); });
  const Term calls = terms.constant(32, 2);
  statement.groups.push_back(
      {"calls", {{"made", Place{kCalls, "made", 0}, calls}, {"well", Place{kCalls, "well", 0}, calls}}});
  return statement;
}

/// Lanes on few elements of two regions, some between them or in a window, in any orders.
struct Run {
  spec::RedModifiers modifiers{};
  spec::Operands operands{};
  spec::RedChoices choices{};
  spec::SurroundingCells cells{};
  std::vector<std::uint8_t> memory;
  spec::Results results{};

  Run(Pair pair, std::mt19937& random) : memory(192) {
    modifiers = {static_cast<std::uint32_t>(pair.op), static_cast<std::uint32_t>(pair.size), 1, 0};
    operands.exec = static_cast<std::uint32_t>(random());
    for (unsigned r = 0; r < spec::kGenericRegions; ++r)
      cells.regions.end[r] = r == 0 ? 64 : 192;
    cells.regions.baseLow[0] = 0x1000;
    cells.regions.baseHigh[1] = 1;
    cells.inputs.sharedWindowLow = 0x8000;
    cells.inputs.sharedWindowSize = 0x1000;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      const auto offset = static_cast<std::uint32_t>(random() % 6 * 4);
      operands.row[spec::red_rows::kBase][lane] = offset + (lane % 3 == 0 ? 0x1000 : lane % 7 == 1 ? 0x8000 : 0);
      operands.row[spec::red_rows::kBaseHigh][lane] = lane % 3 == 0 ? 0 : lane % 7 == 1 ? 0 : 1;
      for (const unsigned row : {spec::red_rows::kOperand, spec::red_rows::kOperandHigh})
        operands.row[row][lane] = static_cast<std::uint32_t>(random());
      std::swap(choices.order[lane], choices.order[random() % (lane + 1)]);
      std::swap(choices.orderHigh[lane], choices.orderHigh[random() % (lane + 1)]);
      choices.reported[lane] = static_cast<std::uint8_t>(random() % 3);
    }
    for (std::uint8_t& byte : memory)
      byte = static_cast<std::uint8_t>(random());
  }
  bool operator==(const Run& other) const {
    return memory == other.memory && std::memcmp(&results, &other.results, sizeof results) == 0;
  }
};

/// Does machine code do what the encoding does, of this form?
bool agrees(DatapathCode* code, Pair pair, std::mt19937& random) {
  Run machine(pair, random), encoded = machine;
  code(&machine.modifiers, &machine.operands, &machine.choices,
       {machine.memory.data(), static_cast<std::uint32_t>(machine.memory.size())}, &machine.cells.regions,
       &machine.cells.inputs, &machine.results);
  runOnWords(encoded.modifiers, encoded.operands, encoded.choices, encoded.memory, encoded.cells, encoded.results);
  return machine == encoded;
}

/// Where all forms agree, the machine says what the statement says.
std::uint64_t invokeWhole(void* code, std::span<std::byte* const> objects, std::span<const Bits>) {
  std::mt19937 random(1); // its numbers are the same everywhere
  bool agree = true;
  for (const Pair pair : pairs())
    agree = agree && agrees(reinterpret_cast<DatapathCode*>(code), pair, random);
  if (agree) {
    std::memcpy(objects[kResults], objects[kAfter], sizeof(spec::Results));
    *reinterpret_cast<Calls*>(objects[kCalls]) = {2, 2};
  }
  return 0;
}

Theorem wholeTheorem(const Subject& subject) {
  const std::string name = "red/portable";
  return instructionTheorem(
      name, "RED", "portable", {"RED-1", "RED-6", "MACH-5", "MACH-8"},
      "where lanes go, and then who takes part and their turns: each once, each handed what it should be, and nothing "
      "else",
      kDatapath, [=](Terms& terms) {
        FunctionContract function;
        function.symbol = kDatapath;
        function.state = [=](Terms& t) { return wholeStatement(t, subject, false); };
        function.invoke = invokeWhole;
        return obligationsOf(
            terms, subject, function,
            {{"an-error-is-kept", "error[3]", [=](Terms& t) { return wholeStatement(t, subject, true); }, invokeWhole}},
            name);
      });
}

// --- The entry. ---

Entry entryOf() {
  Entry entry = proofOf().entry("portable");
  entry.datapath = datapathContract();
  entry.memoryBytes = spec::kMaxGenericBytes;
  entry.fits = memoryFits;
  return entry;
}

Theorem entryTheorem(const Subject& subject) {
  const std::string name = "red/portable/entry", symbol = std::string(kDatapath) + "_run";
  return instructionTheorem(
      name, "RED", "portable", {"MACH-1", "MACH-2", "MACH-3", "MACH-5", "MACH-7", "MACH-8"},
      "RED on a warp: plan, modifiers, fetch, datapath and write-back, each once, each handed what "
      "it should be, everything read before anything is written",
      symbol, [=](Terms& terms) { return entryObligations(terms, subject, entryOf(), name); });
}

} // namespace

Term memoryFits(Term allocated, std::span<const lift::Table> around) {
  return allocated.eq(structureIn<GenericRegionTerms>(around[0]).end[spec::kGenericRegions - 1]);
}

std::vector<Theorem> datapathTheorems(const Subject& subject) { return {wholeTheorem(subject), entryTheorem(subject)}; }

} // namespace warplaw::proofs::red

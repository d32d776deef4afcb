// SURED's datapath and entry, in code (SURED-9, MACH-1..8): where lanes go, which RED takes the steps there, and that
// RED; each once, each handed what it should be.
#include "proofs/theorems/sured_theorems.h"
#include <cstring>

namespace warplaw::proofs::sured {
namespace {
namespace rows = spec::sured_rows;

/// Objects of the datapath, those of CallStatement::hidden behind them.
enum Object : unsigned { kModifiers, kOperands, kChoices, kMemory, kRegions, kSurfaces, kResults, kCalls, kAfter };

Contract datapathContract() {
  return {kDatapath,
          {reads<SuredModifierTerms>("modifiers"), reads<OperandTerms>("operands"), reads<SuredChoiceTerms>("choices"),
           integer("allocated"), Reads<spec::GenericRegionsIn>::parameter(), Reads<spec::SurfacesIn>::parameter(),
           changes<ResultTerms>("results")},
          [](const Given& g) {
            const auto regions = g.as<GenericRegionTerms>(3);
            return isLegal(g.as<SuredModifierTerms>(0)) & isAllowed(g.as<SuredChoiceTerms>(2)) & isLegal(regions) &
                   isLegal(g.as<SurfaceTerms>(4)) & g.integers.at(0).eq(regions.end[spec::kGenericRegions - 1]);
          },
          {}};
}

// --- The reduction. ---

std::vector<WrongEffect> wrongReductions() {
  const auto right = reductionContract().effect;
  return {{"halves-in-one-order",
           "orderHigh[4]",
           [=](Given& g) {
             right(g);
             auto choices = g.as<RedChoiceTerms>(5);
             choices.orderHigh = choices.order;
             g.set(5, choices);
           },
           {"SURED-9"}},
          {"the-low-word-twice",
           "row[3][7]",
           [=](Given& g) {
             right(g);
             auto operands = g.as<OperandTerms>(4);
             operands.row[spec::red_rows::kOperandHigh] = operands.row[spec::red_rows::kOperand];
             g.set(4, operands);
           },
           {"SURED-9"}}};
}

Theorem reductionTheorem(const Subject& subject) {
  const std::string name = "sured/reduction";
  return instructionTheorem(
      name, "SURED", "portable", {"SURED-3", "SURED-9", "MACH-5"},
      "the RED that takes SURED's steps: its operation, elements as wide, the orders, Rb and exec; legal and allowed",
      reductionContract().symbol, [=](Terms& terms) {
        const Contract contract = asStated(subject, reductionContract());
        Obligations made =
            obligationsOf(terms, subject, functionContract(contract), twinsOf(contract, wrongReductions()), name);
        const auto modifiers = symbolic::variables<SuredModifierTerms>(terms);
        const auto choices = symbolic::variables<SuredChoiceTerms>(terms);
        add(made, implied(name + "/legal", {isLegal(modifiers), isAllowed(choices)},
                          isLegal(reductionModifiers(modifiers)) & isAllowed(reductionChoices(choices))));
        return made;
      });
}

// --- The datapath. ---

/// A twin says that lane 3's error stays what it was.
CallStatement wholeStatement(Terms& terms, const Subject& subject, bool wrong) {
  const auto modifiers = symbolic::variables<SuredModifierTerms>(terms);
  const auto operands = symbolic::variables<OperandTerms>(terms);
  const auto choices = symbolic::variables<SuredChoiceTerms>(terms);
  const auto regions = symbolic::variables<GenericRegionTerms>(terms, "regions.");
  const auto surfaces = symbolic::variables<SurfaceTerms>(terms, "surfaces.");
  const auto before = symbolic::variables<ResultTerms>(terms, "before.");
  const auto after = symbolic::variables<ResultTerms>(terms, "after.");
  const auto reached = symbolic::variables<ResultTerms>(terms, "reached.");
  const Term allocated = terms.variable(32, "allocated"), zero = terms.constant(32, 0);
  const std::vector<lift::Table> tables = {tableOf("modifiers", modifiers), tableOf("operands", operands),
                                           tableOf("choices", choices),     tableOf("regions", regions),
                                           tableOf("surfaces", surfaces),   tableOf("results", before, true)};
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
  const RedModifierTerms red = reductionModifiers(modifiers);
  const OperandTerms given = reductionOperands(operands, symbolic::constants(terms, spec::Operands{}));
  const RedChoiceTerms chosen = reductionChoices(choices);
  statement.assumptions = {stated(datapathContract()).requires_({terms, tables, {allocated}}), isLegal(red),
                           isAllowed(chosen),                                             // sured/reduction/legal
                           red::performersReach(operands.exec, reached, allocated, red)}; // sured/reach: .../word
  auto& contracts = statement.input.contracts;
  contracts[reachContract().symbol] = opaque({{tables[0], tables[1], tables[2], tables[3], tables[4],
                                               tableOf("", symbolic::constants(terms, spec::Results{}))},
                                              5,
                                              tableOf("", reached)},
                                             stated(reachContract()), statement.seen);
  Step reduction{{tables[0], tables[1], tables[2], Anything{}, Anything{}, Anything{}}, 3, tableOf("", red)};
  reduction.changesToo = {{4, tableOf("", given)}, {5, tableOf("", chosen)}};
  contracts[reductionContract().symbol] = opaque(reduction, stated(reductionContract()), statement.seen);
  contracts[red::takeContract().symbol] = opaque({{tableOf("", red), tableOf("", given), tableOf("", chosen),
                                                   OwnMemory{kMemory}, allocated, tableOf("", reached), tables[5]},
                                                  6,
                                                  tableOf("", after)},
                                                 stated(red::takeContract()), statement.seen);
  ResultTerms left = after;
  if (wrong)
    left.error[3] = before.error[3];
  statement.groups = groupsOf(kResults, left);
  std::erase_if(statement.groups, [](const Group& group) { return group.expectations.empty(); });
  const Term calls = terms.constant(32, 3);
  statement.groups.push_back(
      {"calls", {{"made", Place{kCalls, "made", 0}, calls}, {"well", Place{kCalls, "well", 0}, calls}}});
  return statement;
}

/// Does machine code do what the encoding does, on one small machine?
bool agrees(DatapathCode* code, std::mt19937_64& random) {
  Edges edges(random);
  std::vector<std::uint8_t> memory(edges.allocated);
  for (std::uint8_t& byte : memory)
    byte = static_cast<std::uint8_t>(random());
  std::vector<std::uint8_t> encoded = memory;
  Terms terms;
  if (!isLegal(symbolic::constants(terms, edges.modifiers)).isTrue() ||
      !isLegal(symbolic::constants(terms, edges.cells.surfaces)).isTrue())
    return true;
  spec::Results byCode{}, byEncoding{};
  code(&edges.modifiers, &edges.operands, &edges.choices, {memory.data(), edges.allocated}, &edges.cells.regions,
       &edges.cells.surfaces, &byCode);
  runOnWords(edges.modifiers, edges.operands, edges.choices, encoded, edges.cells, byEncoding);
  return memory == encoded && std::memcmp(&byCode, &byEncoding, sizeof byCode) == 0;
}

/// Where they agree on many, the machine says what the statement says.
std::uint64_t invokeWhole(void* code, std::span<std::byte* const> objects, std::span<const Bits>) {
  std::mt19937_64 random(1); // its numbers are the same everywhere
  bool agree = true;
  for (unsigned i = 0; i < 64; ++i)
    agree = agree && agrees(reinterpret_cast<DatapathCode*>(code), random);
  if (agree) {
    std::memcpy(objects[kResults], objects[kAfter], sizeof(spec::Results));
    *reinterpret_cast<Calls*>(objects[kCalls]) = {3, 3};
  }
  return 0;
}

Theorem wholeTheorem(const Subject& subject) {
  const std::string name = "sured/portable";
  return instructionTheorem(
      name, "SURED", "portable", {"SURED-9", "MACH-5", "MACH-8"},
      "where lanes go, the reduction that takes their steps, and its turns: each once, each handed what it should be, "
      "and nothing else",
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

Theorem entryTheorem(const Subject& subject) {
  const std::string name = "sured/portable/entry", symbol = std::string(kDatapath) + "_run";
  return instructionTheorem(
      name, "SURED", "portable", {"MACH-1", "MACH-2", "MACH-3", "MACH-5", "MACH-7", "MACH-8"},
      "SURED on a warp: plan, modifiers, fetch, datapath and write-back, each once, each handed what it should be, "
      "everything read before anything is written",
      symbol, [=](Terms& terms) {
        Entry entry = proofOf().entry("portable");
        entry.datapath = datapathContract();
        entry.memoryBytes = spec::kMaxGenericBytes;
        entry.fits = red::memoryFits;
        entry.telling = [](Terms& t) { // nothing is dropped for what nobody sees
          const auto choices = symbolic::variables<SuredChoiceTerms>(t, "choices.");
          return symbolic::variables<SurfaceTerms>(t, "surfaces.").disabled.eq(Bits(0)) &
                 choices.invalidIsError.eq(Bits(1)) & choices.noElementIsError.eq(Bits(1));
        };
        return entryObligations(terms, subject, entry, name);
      });
}

} // namespace

Contract reductionContract() {
  return {"warplaw_sured_reduction",
          {reads<SuredModifierTerms>("modifiers", "modifiers."), reads<OperandTerms>("operands", "operands."),
           reads<SuredChoiceTerms>("choices", "choices."), changes<RedModifierTerms>("redModifiers", "redModifiers."),
           changes<OperandTerms>("redOperands", "redOperands."), changes<RedChoiceTerms>("redChoices", "redChoices.")},
          [](const Given& g) { return isLegal(g.as<SuredModifierTerms>(0)); },
          [](Given& g) {
            g.set(3, reductionModifiers(g.as<SuredModifierTerms>(0)));
            g.set(4, reductionOperands(g.as<OperandTerms>(1), g.as<OperandTerms>(4)));
            g.set(5, reductionChoices(g.as<SuredChoiceTerms>(2)));
          }};
}

std::vector<Theorem> datapathTheorems(const Subject& subject) {
  return {reductionTheorem(subject), wholeTheorem(subject), entryTheorem(subject)};
}

} // namespace warplaw::proofs::sured

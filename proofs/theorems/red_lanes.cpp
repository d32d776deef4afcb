// Where RED's lanes go and who takes part, in code (RED-2..5, MACH-1, -5, -7, -8).
#include "proofs/statements/function_obligations.h"
#include "proofs/theorems/red_theorems.h"
#include <algorithm>
#include <iterator>

namespace warplaw::proofs::red {
namespace rows = spec::red_rows;
using spec::kLanes;

namespace {

Proof::WrongLane misread(const char* name, const char* rule, Proof::Spoil spoil) {
  return Proof::laneBut(laneWord, name, {rule}, std::move(spoil));
}

Proof reachProof() {
  Proof proof = proofOf();
  proof.onWords = {};
  proof.lane = Proof::ofLane(laneWord);
  proof.wrongLanes = {
      misread("the-offset-is-not-sign-extended", "RED-2",
              [](RedModifierTerms& m, auto&, LaneWords& words, auto&, auto&) {
                const Term negative = m.imm20.bit(19);
                words[rows::kBaseHigh] =
                    words[rows::kBaseHigh] + negative.zext(32); // cancels what the sign would take away
              }),
      misread("the-local-window-is-memory", "RED-4",
              [](auto& m, auto&, auto&, auto&, SpecialInputTerms& inputs) {
                inputs.localWindowSize = m.op.terms().constant(32, 0);
              }),
      misread("regions-have-no-end", "RED-5",
              [](auto&, auto&, auto&, GenericRegionTerms& regions, auto&) { regions.end[0] = regions.end[1]; }),
      misread("the-lowest-error-is-reported", "MACH-8", [](auto& m, RedChoiceTerms& choices, auto&, auto&, auto&) {
        choices.reported.fill(m.op.terms().constant(8, 0));
      })};
  return proof;
}

// --- What makes the question small. ---

std::vector<Term> shares(const Given& g, Term k) {
  const auto modifiers = g.as<RedModifierTerms>(0);
  const auto regions = g.as<GenericRegionTerms>(Proof::kAround);
  const auto inputs = g.as<SpecialInputTerms>(Proof::kAround + 1);
  const LaneWords words = wordsOf(g.as<OperandTerms>(1), k);
  const Term address = symbolic::redReach(modifiers, g.as<RedChoiceTerms>(2), k, g.terms.truth(true),
                                          words[rows::kBase], words[rows::kBaseHigh], regions, inputs)
                           .address;
  std::vector<Term> all = {address};
  Term somewhere = g.terms.truth(false);
  for (unsigned r = 0; r < spec::kGenericRegions; ++r) {
    all.push_back(symbolic::redIsInside(symbolic::regionOf(regions, r), address, redBytes(modifiers.size)));
    somewhere = somewhere | all.back();
  }
  all.push_back(~somewhere);
  all.push_back(symbolic::isInWindow(inputs, address));
  return all;
}

/// Lanes at the edges of regions and windows that lie close together.
Assignment atEdges(std::mt19937_64& random) {
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  const spec::RedModifiers modifiers{below(8), below(7), below(2), below(3) ? below(64) : (1u << 20) - 1 - below(64)};
  spec::GenericRegions regions;
  std::uint64_t base = below(64) + (below(2) ? 0xc0000000 : 0); // also where a word would be negative
  for (unsigned r = 0; r < spec::kGenericRegions; ++r) {
    const std::uint32_t bytes = 1 + below(24);
    regions.baseLow[r] = static_cast<std::uint32_t>(base);
    regions.baseHigh[r] = static_cast<std::uint32_t>(base >> 32);
    regions.end[r] = (r ? regions.end[r - 1] : 0) + bytes;
    base += bytes + below(16) + (below(16) ? 0 : std::uint64_t{1} << 32);
  }
  spec::SpecialInputs inputs;
  inputs.sharedWindowLow = below(256);
  inputs.sharedWindowSize = below(32);
  inputs.localWindowLow = below(256);
  inputs.localWindowSize = below(32);
  spec::RedChoices choices;
  choices.highBitsCount = below(2);
  spec::Operands operands;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    choices.reported[lane] = static_cast<std::uint8_t>(below(3));
    const unsigned r = below(spec::kGenericRegions);
    const std::uint32_t low = (below(8) ? regions.baseLow[r] : 0) + below(48) - 16;
    operands.row[rows::kBase][lane] =
        low - (modifiers.imm20 & 0x80000 ? modifiers.imm20 | 0xfff00000 : modifiers.imm20);
    operands.row[rows::kBaseHigh][lane] = below(8) ? regions.baseHigh[r] : below(2) << 8;
  }
  operands.exec = ~0u;
  Assignment all = assignmentOf(modifiers);
  all.merge(assignmentOf(operands));
  all.merge(assignmentOf(choices));
  all.merge(assignmentOf(regions, "regions."));
  all.merge(assignmentOf(inputs, "inputs."));
  all["k"] = below(kLanes);
  return all;
}

/// What the turns rely on: who reaches a place reaches all of its access, and its word says so.
std::vector<Obligation> wholeAccessIsAllocated(Terms& terms, const std::string& name) {
  const auto modifiers = symbolic::variables<RedModifierTerms>(terms);
  const auto choices = symbolic::variables<RedChoiceTerms>(terms);
  const auto regions = symbolic::variables<GenericRegionTerms>(terms, "regions.");
  const auto inputs = symbolic::variables<SpecialInputTerms>(terms, "inputs.");
  const symbolic::RedReach reach =
      symbolic::redReach(modifiers, choices, terms.variable(5, "lane"), terms.truth(true), terms.variable(32, "base"),
                         terms.variable(32, "baseHigh"), regions, inputs);
  std::vector<Obligation> all = regionsAreAllocated(terms, name, regions, modifiers.size);
  all.push_back(implied(name + "/in-one", {reach.performs},
                        isInOne(regions, reach.address, reach.place, redBytes(modifiers.size))));
  all.push_back(wordReaches(terms, name + "/word", isLegal(modifiers), regions, modifiers, modifiers.size));
  return all;
}

Theorem wholeAccessTheorem() {
  const std::string name = "red/whole-access-is-allocated";
  return instructionTheorem(name, "RED", "", {"RED-5"},
                            "who reaches a place reaches all of its access, and the word of its reach says so", {},
                            [=](Terms& terms) -> Obligations { return wholeAccessIsAllocated(terms, name); });
}

/// Results of who takes part: errors alone.
std::vector<WrongEffect> wrongAdmissions() {
  return {{"lanes-outside-exec-take-part",
           "performing",
           [right = admitContract().effect](Given& g) {
             right(g);
             const auto reached = g.as<ResultTerms>(1);
             g.returned = g.returned | ((~reached.row[0][7].bit(31)).zext(32).shl(g.terms.constant(32, 7)));
           },
           {"MACH-1"}},
          {"one-error-stops-the-next-lane",
           "error[9]",
           [right = admitContract().effect](Given& g) {
             right(g);
             auto results = g.as<ResultTerms>(2);
             results.error[9] =
                 g.as<OperandTerms>(0).exec.bit(9).ite(results.error[8] | results.error[9], results.error[9]);
             g.set(2, results);
           },
           {"MACH-8"}}};
}

Theorem admitTheorem(const Subject& subject) {
  const std::string name = "red/admit";
  return instructionTheorem(
      name, "RED", "portable", {"MACH-1", "MACH-5", "MACH-8"},
      "the lanes of exec that reach a place, and each other one's error; nothing is written", admitContract().symbol,
      [=](Terms& terms) { return functionObligations(terms, subject, admitContract(), wrongAdmissions(), name); });
}

} // namespace

Contract intoZeros(Contract reach) {
  reach.requires_ = [all = reach.requires_](const Given& g) {
    std::vector<Term> zeros; // in a tree of their own, as allAre of red_plain.cpp is
    for (const Term word : g.as<ResultTerms>(Proof::kResults).row[0])
      zeros.push_back(word.eq(Bits(0)));
    return all(g) & g.terms.all(zeros);
  };
  return reach;
}

Term regionsAscend(const GenericRegionTerms& regions) {
  Terms& terms = regions.end[0].terms();
  std::vector<Term> all = {regions.end[spec::kGenericRegions - 1].ule(terms.constant(32, spec::kMaxGenericBytes))};
  for (unsigned r = 0; r < spec::kGenericRegions; ++r) {
    all.push_back(regions.baseHigh[r].ult(terms.constant(32, spec::kGenericAddressesHigh)));
    all.push_back(symbolic::regionOf(regions, r).first.ule(regions.end[r]));
  }
  return terms.all(all);
}

std::vector<Obligation> regionsAreAllocated(Terms& terms, const std::string& name, const GenericRegionTerms& regions,
                                            Term size) {
  const Term bytes = redBytes(size), last = regions.end[spec::kGenericRegions - 1];
  std::vector<Term> ascending;
  for (unsigned r = 0; r < spec::kGenericRegions; ++r)
    ascending.push_back(symbolic::regionOf(regions, r).first.ule(regions.end[r]) &
                        regions.end[r].ule(terms.constant(32, spec::kMaxGenericBytes)));
  std::vector<Obligation> all = {implied(name + "/ends-ascend", {isLegal(regions)}, terms.all(ascending))};
  const Term address = terms.variable(64, "address"); // any
  for (unsigned r = 0; r < spec::kGenericRegions; ++r) {
    const symbolic::GenericRegion region = symbolic::regionOf(regions, r);
    std::vector<Term> given = ascending;
    given.push_back(symbolic::redIsInside(region, address, bytes));
    all.push_back(implied(fmt::format("{}/region-{}", name, r), given,
                          (symbolic::redPlaceIn(region, address).zext(33) + bytes.zext(33)).ule(last.zext(33))));
    // of any distance from its base, whatever makes an access wide: one question for RED and SURED
    const Term offset = address - region.base, any = terms.variable(64, "any.offset"), isWide = bytes.arg(0);
    all.back().anyValues = {{offset, any},
                            {offset.extract(31, 0), any.extract(31, 0)},
                            {isWide, terms.variable(isWide.width(), "any.isWide")}};
  }
  return all;
}

Term isInOne(const GenericRegionTerms& regions, Term address, Term place, Term bytes) {
  Term somewhere = address.terms().truth(false);
  for (unsigned r = 0; r < spec::kGenericRegions; ++r) {
    const symbolic::GenericRegion region = symbolic::regionOf(regions, r);
    somewhere =
        somewhere | (symbolic::redIsInside(region, address, bytes) & place.eq(symbolic::redPlaceIn(region, address)));
  }
  return somewhere;
}

Obligation wordReaches(Terms& terms, const std::string& name, Term legal, const GenericRegionTerms& regions,
                       const RedModifierTerms& modifiers, Term size) {
  const Term performs = terms.variable(1, "performs"), place = terms.variable(32, "place"),
             lane = terms.variable(5, "lane"),
             last = regions.end[spec::kGenericRegions - 1]; // any place, which is allocated
  const Term word = reachWord(performs, place, terms.variable(8, "error"), size);
  return implied(name,
                 {legal, last.ule(terms.constant(32, spec::kMaxGenericBytes)),
                  (place.zext(33) + redBytes(modifiers.size).zext(33)).ule(last.zext(33))},
                 performs.eq(~word.bit(31)) & performs.implies(laneReaches(lane.zext(8), word, last, modifiers)));
}

namespace {
/// By the reach of a path: lane after lane, or many at once in vector code.
Obligations reachObligations(Terms& terms, const Subject& subject, Lanewise lanewise, const concrete::Path& path,
                             const LaneShares& shares, const std::string& name) {
  const bool isVector = path.name != "portable";
  const Contract contract = lanewise.contract;
  FunctionContract function = functionContract(contract);
  function.replaySymbol = lanewise.replaySymbol;
  function.asCase = lanewise.asCase;
  Obligations made = (isVector ? vectorObligations : lanewiseObligations)(terms, subject, lanewise, name);
  auto* const stated = std::get_if<std::vector<Obligation>>(&made);
  if (!stated)
    return made;
  const Given given = variablesOf(terms, contract);
  const Term lane = isVector ? terms.constant(5, 0) : terms.variable(5, "k"); // others are like the first
  std::vector<Obligation> compared, others;                                   // with the encoding; code with itself
  for (Obligation& o : *stated) {
    const bool isLane =
        isVector ? !o.query.goal.isTrue() && o.name.starts_with(name + "/lane-") : o.name.ends_with("/turn");
    (isLane || o.name.find("/twin/") != std::string::npos ? compared : others).push_back(std::move(o));
  }
  shareTerms(
      shares.wanted(given, lane), shares.examples, {contract.requires_(given)}, compared, name,
      [subject, function](const Assignment& witness) {
        return replayEverywhere(subject, function, function.state, witness);
      },
      shares.general ? shares.general(given, lane) : std::vector<Term>{});
  std::ranges::move(compared, std::back_inserter(others));
  *stated = std::move(others);
  return made;
}
} // namespace

Theorem lanesTheorem(const Subject& subject, const InstructionTable& proof, const concrete::Path& path,
                     const std::string& name, const Contract& contract, std::vector<std::string> rules,
                     std::string statement, const LaneShares& shares) {
  Theorem made = instructionTheorem(
      name, proof.text(), std::string(path.name), std::move(rules), std::move(statement), contract.symbol,
      [=](Terms& terms) {
        return reachObligations(terms, subject,
                                proof.lanewise(asStated(subject, contract), replaySymbolOf(contract.symbol, path)),
                                path, shares, name);
      });
  made.laneLevel = true;
  return made;
}

namespace {
/// Regions need only begin where addresses are, and their bytes must follow one another.
Contract wordsContract(const std::string& function) {
  Contract contract = reachProof().datapathContract(function);
  contract.requires_ = [](const Given& g) {
    return isLegal(g.as<RedModifierTerms>(0)) & g.as<RedChoiceTerms>(2).highBitsCount.ule(g.terms.constant(32, 1)) &
           regionsAscend(g.as<GenericRegionTerms>(Proof::kAround));
  };
  return contract;
}
} // namespace

Contract reachContract(const std::string& path) { return intoZeros(wordsContract("reach_" + path)); }
Contract lanesContract(const std::string& path) { return wordsContract("lanes_" + path); }

Contract admitContract() {
  Contract contract{
      "warplaw_red_admit",
      {reads<OperandTerms>("operands", "operands."), reads<ResultTerms>("reached", "reached."),
       changes<ResultTerms>("results")},
      {},
      [](Given& g) {
        const std::vector<lift::Table> objects = g.objects;
        const auto admitted = symbolic::encodedAdmission(cellsIn(objects), reachTold);
        for (const symbolic::CellAfter& after : admitted.after)
          cellAt(g.objects.at(after.argument), after.offset, 8 * static_cast<unsigned>(after.bytes))->bits =
              after.value;
        g.returned = admitted.performing;
      },
      "performing"};
  return contract;
}

std::vector<Theorem> laneTheorems(const Subject& subject) {
  std::vector<Theorem> all = {wholeAccessTheorem(), admitTheorem(subject)};
  for (const concrete::Path& path : concrete::paths(spec::Mnemonic::Red))
    if (reachPathOf(path.name) == path.name)
      all.push_back(lanesTheorem(
          subject, reachProof(), path, fmt::format("red/{}/lanes", path.name), lanesContract(std::string(path.name)),
          {"RED-2", "RED-3", "RED-4", "RED-5", "MACH-1", "MACH-5", "MACH-8"},
          "where each executing lane goes by itself, or why it does not: for all modifiers, operands, choices, windows "
          "and regions, no undefined behaviour, and the encoding's place or error",
          {shares, {}, atEdges}));
  return all;
}

} // namespace warplaw::proofs::red

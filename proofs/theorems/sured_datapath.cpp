// SURED's datapath and entry, in code (SURED-9, MACH-1..8): where lanes go, which RED takes the steps there, and that
// RED; each once, each handed what it should be.
#include "proofs/statements/function_obligations.h"
#include "proofs/theorems/sured_theorems.h"

namespace warplaw::proofs::sured {
namespace {

Contract datapathContract(const std::string& path) { return red::withGenericMemory(proofOf().datapathContract(path)); }

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
        Obligations made = functionObligations(terms, subject, reductionContract(), wrongReductions(), name);
        const auto modifiers = symbolic::variables<SuredModifierTerms>(terms);
        const auto choices = symbolic::variables<SuredChoiceTerms>(terms);
        add(made, implied(name + "/legal", {isLegal(modifiers), isAllowed(choices)},
                          isLegal(symbolic::suredReductionModifiers(modifiers)) &
                              isAllowed(symbolic::suredReductionChoices(choices))));
        return made;
      });
}

// --- The datapath. ---

red::Reduction reductionOf(Terms& terms, const std::string& path) {
  const auto modifiers = symbolic::variables<SuredModifierTerms>(terms);
  const auto operands = symbolic::variables<OperandTerms>(terms);
  const auto choices = symbolic::variables<SuredChoiceTerms>(terms);
  const auto unwritten = symbolic::variables<OperandTerms>(terms, kUnwritten);
  red::Reduction r{.whole = datapathContract(path),
                   .reach = reachContract(path),
                   .read = {tableOf("modifiers", modifiers), tableOf("operands", operands), tableOf("choices", choices),
                            tableOf("regions", symbolic::variables<GenericRegionTerms>(terms, "regions.")),
                            tableOf("surfaces", symbolic::variables<SurfaceTerms>(terms, "surfaces."))},
                   .modifiers = symbolic::suredReductionModifiers(modifiers),
                   .operands = symbolic::suredReductionOperands(operands, unwritten),
                   .choices = symbolic::suredReductionChoices(choices)};
  r.facts = {isLegal(r.modifiers), isAllowed(r.choices)}; // sured/reduction/legal
  ExpectedCall makes{{r.read[0], r.read[1], r.read[2], Anything{}, AnyWords{tableOf("", unwritten)}, Anything{}},
                     3,
                     tableOf("", r.modifiers)};
  makes.changesToo = {{4, tableOf("", r.operands)}, {5, tableOf("", r.choices)}};
  r.makers = {{reductionContract(), makes}};
  return r;
}

using SuredRun = red::DatapathRun<spec::SuredModifiers, spec::SuredChoices, &spec::SurroundingCells::surfaces>;

/// What the witness tells of, and small machines.
void compareMany(void* code, std::span<std::byte* const> objects, WholeRuns& runs) {
  auto* const datapath = reinterpret_cast<DatapathCode*>(code);
  const Proof proof = proofOf();
  SuredRun(objects).compare(proof, datapath, runs);
  std::mt19937_64 random(1); // its numbers are the same everywhere
  for (unsigned i = 0; i < 64; ++i) {
    Edges edges(random);
    SuredRun run;
    run.modifiers = edges.modifiers, run.operands = edges.operands, run.choices = edges.choices;
    run.cells = edges.cells;
    run.memory.resize(edges.allocated);
    for (std::uint8_t& byte : run.memory)
      byte = static_cast<std::uint8_t>(random());
    Terms terms;
    if (isLegal(symbolic::constants(terms, run.modifiers)).isTrue() &&
        isLegal(symbolic::constants(terms, run.cells.surfaces)).isTrue())
      run.compare(proof, datapath, runs);
  }
}

Theorem wholeTheorem(const Subject& subject, const concrete::Path& path) {
  const std::string pathName(path.name), name = "sured/" + pathName;
  return instructionTheorem(
      name, "SURED", pathName, {"SURED-9", "MACH-5", "MACH-8"},
      "where lanes go, the reduction that takes their steps, and its turns: each once, each handed what it should be, "
      "and nothing else",
      proofOf().symbol(pathName),
      [=](Terms& terms) { return red::reductionObligations(terms, subject, path, reductionOf, 3, compareMany, name); });
}

// --- The entry. ---

Entry entryOf(const Proof& proof, const std::string& path) {
  Entry entry = red::withGenericMemory(proof.entry(path));
  entry.telling = [](Terms& t) { // nothing is dropped for what nobody sees
    const auto choices = symbolic::variables<SuredChoiceTerms>(t, "choices.");
    return symbolic::variables<SurfaceTerms>(t, "surfaces.").disabled.eq(Bits(0)) & choices.invalidIsError.eq(Bits(1)) &
           choices.noElementIsError.eq(Bits(1));
  };
  return entry;
}

} // namespace

Contract reductionContract() {
  return {"warplaw_sured_reduction",
          {reads<SuredModifierTerms>("modifiers", "modifiers."), reads<OperandTerms>("operands", "operands."),
           reads<SuredChoiceTerms>("choices", "choices."), changes<RedModifierTerms>("redModifiers", "redModifiers."),
           changes<OperandTerms>("redOperands", "redOperands."), changes<RedChoiceTerms>("redChoices", "redChoices.")},
          [](const Given& g) { return isLegal(g.as<SuredModifierTerms>(0)); },
          [](Given& g) {
            g.set(3, symbolic::suredReductionModifiers(g.as<SuredModifierTerms>(0)));
            g.set(4, symbolic::suredReductionOperands(g.as<OperandTerms>(1), g.as<OperandTerms>(4)));
            g.set(5, symbolic::suredReductionChoices(g.as<SuredChoiceTerms>(2)));
          }};
}

std::vector<Theorem> datapathTheorems(const Subject& subject) {
  std::vector<Theorem> all = {reductionTheorem(subject)};
  const Proof proof = proofOf();
  for (const concrete::Path& path : concrete::paths(spec::Mnemonic::Sured)) {
    all.push_back(wholeTheorem(subject, path));
    all.push_back(proof.entryTheorem(subject, path, [proof](const std::string& name) { return entryOf(proof, name); }));
  }
  return all;
}

} // namespace warplaw::proofs::sured

// RED's datapath and entry, in code (RED-1, RED-6, MACH-1..8): where lanes go, and then all that comes after, each
// once, each handed what it should be; of SURED's, what is alike.
#include "proofs/theorems/red_theorems.h"
#include <algorithm>
#include <random>

namespace warplaw::proofs::red {
namespace {
using spec::kLanes;

using namespace reduction_objects;
enum Hidden : unsigned { kCalls = kResults + 1, kAfter };

/// A twin says that lane 3's error stays what it was.
CallStatement statementOf(Terms& terms, const Subject& subject, const Reduction& r, std::uint32_t calls, bool wrong) {
  const auto before = symbolic::variables<ResultTerms>(terms, "before.");
  const auto after = symbolic::variables<ResultTerms>(terms, "after.");
  const auto reached = symbolic::variables<ResultTerms>(terms, "reached.");
  const Term allocated = terms.variable(32, "allocated"), zero = terms.constant(32, 0);
  const lift::Table results = tableOf("results", before, true);
  std::vector<lift::Table> objects = r.read;
  objects.push_back(results);
  CallStatement statement = handedMemory(terms, asStated(subject, r.whole), objects, allocated);
  statement.hidden = {callsTable(zero, zero), tableOf("after", after)};
  const auto callee = [&](const Contract& contract, const ExpectedCall& step) {
    addCallee(statement, asStated(subject, contract), step);
  };
  statement.assumptions.insert(statement.assumptions.begin(), r.facts.begin(), r.facts.end());
  statement.assumptions.push_back( // of the reach: .../word
      performersReach(r.operands.exec, reached, allocated, r.modifiers));
  std::vector<Handed> toReach(r.read.begin(), r.read.end());
  toReach.emplace_back(tableOf("", symbolic::constants(terms, spec::Results{})));
  callee(r.reach, {toReach, static_cast<unsigned>(r.read.size()), tableOf("", reached)});
  for (const auto& [contract, step] : r.makers)
    callee(contract, step);
  callee(takeContract(), {{tableOf("", r.modifiers), tableOf("", r.operands), tableOf("", r.choices),
                           OwnMemory{kMemory}, allocated, tableOf("", reached), results, Function{r.listing}},
                          6,
                          tableOf("", after)});
  ResultTerms left = after;
  if (wrong)
    left.error[3] = before.error[3];
  leavesResults(statement, kResults, left, calls);
  return statement;
}

// --- RED's. ---

Contract datapathContract(const std::string& path) { return withGenericMemory(proofOf().datapathContract(path)); }

Reduction reductionOf(Terms& terms, const std::string& path) {
  const auto modifiers = symbolic::variables<RedModifierTerms>(terms);
  const auto operands = symbolic::variables<OperandTerms>(terms);
  const auto choices = symbolic::variables<RedChoiceTerms>(terms);
  return {.whole = datapathContract(path),
          .reach = reachContract(reachPathOf(path)),
          .read = {tableOf("modifiers", modifiers), tableOf("operands", operands), tableOf("choices", choices),
                   tableOf("regions", symbolic::variables<GenericRegionTerms>(terms, "regions.")),
                   tableOf("inputs", symbolic::variables<SpecialInputTerms>(terms, "inputs."))},
          .modifiers = modifiers,
          .operands = operands,
          .choices = choices,
          .listing = path == "vbmi2" ? "warplaw_atoms_list_vbmi2" : kPortableListing};
}

/// Lanes on few elements of two regions, some between them or in a window, in any orders.
struct RedRun : DatapathRun<spec::RedModifiers, spec::RedChoices, &spec::SurroundingCells::inputs> {
  using DatapathRun::DatapathRun;
  RedRun(Pair pair, std::mt19937& random) {
    AfterReach drawn = drawnAfterReach(pair, random);
    modifiers = drawn.modifiers, operands = drawn.operands, choices = drawn.choices;
    memory = std::move(drawn.memory);
    modifiers.extended = 1;
    std::ranges::fill(cells.regions.end, static_cast<std::uint32_t>(memory.size()));
    cells.regions.end[0] /= 2;
    cells.regions.baseLow[0] = 0x1000;
    cells.regions.baseHigh[1] = 1;
    cells.inputs.sharedWindowLow = 0x8000;
    cells.inputs.sharedWindowSize = 0x1000;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      const auto offset = static_cast<std::uint32_t>(random() % 6 * 4);
      operands.row[spec::red_rows::kBase][lane] = offset + (lane % 3 == 0 ? 0x1000 : lane % 7 == 1 ? 0x8000 : 0);
      operands.row[spec::red_rows::kBaseHigh][lane] = lane % 3 == 0 ? 0 : lane % 7 == 1 ? 0 : 1;
      choices.reported[lane] = static_cast<std::uint8_t>(random() % 3);
    }
  }
};

/// What the witness tells of, and every form.
void compareAll(void* code, std::span<std::byte* const> objects, WholeRuns& runs) {
  auto* const datapath = reinterpret_cast<DatapathCode*>(code);
  const Proof proof = proofOf();
  RedRun(objects).compare(proof, datapath, runs);
  std::mt19937 random(1); // its numbers are the same everywhere
  for (const Pair pair : pairs())
    RedRun(pair, random).compare(proof, datapath, runs);
}

Theorem wholeTheorem(const Subject& subject, const concrete::Path& path) {
  const std::string pathName(path.name), name = "red/" + pathName;
  return instructionTheorem(
      name, "RED", pathName, {"RED-1", "RED-6", "MACH-5", "MACH-8"},
      "where lanes go, and then who takes part and their turns: each once, each handed what it should be, and nothing "
      "else",
      proofOf().symbol(pathName),
      [=](Terms& terms) { return reductionObligations(terms, subject, path, reductionOf, 2, compareAll, name); });
}

} // namespace

std::vector<std::uint8_t> bytesOfRegions(const spec::GenericRegions& regions) {
  return tellingBytes(std::min(regions.end[spec::kGenericRegions - 1], spec::kMaxGenericBytes));
}

Contract withGenericMemory(Contract datapath) {
  datapath.parameters.insert(datapath.parameters.begin() + Proof::kAround, integer("allocated"));
  datapath.requires_ = [all = datapath.requires_](const Given& g) {
    const auto regions = g.as<GenericRegionTerms>(Proof::kAround);
    return all(g) & g.integers.at(0).eq(regions.end[spec::kGenericRegions - 1]);
  };
  datapath.effect = {};
  return datapath;
}

Entry withGenericMemory(Entry entry) {
  entry.datapath = withGenericMemory(std::move(entry.datapath));
  entry.memoryBytes = spec::kMaxGenericBytes;
  entry.fits = [](Term allocated, std::span<const lift::Table> around) {
    return allocated.eq(structureIn<GenericRegionTerms>(around[0]).end[spec::kGenericRegions - 1]);
  };
  return entry;
}

Obligations reductionObligations(Terms& terms, const Subject& subject, const concrete::Path& path,
                                 std::function<Reduction(Terms&, const std::string& path)> reduction,
                                 std::uint32_t calls, CompareReductions compare, const std::string& name) {
  const std::string pathName(path.name);
  const Contract whole = reduction(terms, pathName).whole;
  // what no run does otherwise is as the statement says
  const auto invoke = [=](const Subject&, bool, const WholeRuns::Shown& shown) -> Invoke {
    return [=](void* code, std::span<std::byte* const> objects, std::span<const Bits>) -> std::uint64_t {
      WholeRuns runs(shown);
      compare(code, objects, runs);
      runs.leave(kResults, objects[kResults], objects[kAfter], sizeof(spec::Results));
      if (!runs.differ())
        *reinterpret_cast<Calls*>(objects[kCalls]) = {calls, calls};
      return 0;
    };
  };
  return callingObligations(
      terms, subject,
      {whole,
       [=](Terms& t, const Subject& s, bool wrong) { return statementOf(t, s, reduction(t, pathName), calls, wrong); },
       invoke, "an-error-is-kept", "error[3]", replaySymbolOf(whole.symbol, path)},
      name);
}

CallStatement handedMemory(Terms& terms, const Contract& contract, const std::vector<lift::Table>& objects,
                           Term allocated, const std::vector<Term>& integers) {
  CallStatement statement;
  lift::Input& input = statement.input;
  input.objects.assign(objects.begin(), objects.end());
  input.objects.insert(input.objects.begin() + kMemory, lift::ByteMemory{"memory", allocated, {}});
  for (unsigned object = 0; object < input.objects.size(); ++object) {
    input.arguments.emplace_back(lift::PointerTo{object});
    if (object == kMemory)
      input.arguments.emplace_back(allocated);
  }
  input.arguments.insert(input.arguments.end(), integers.begin(), integers.end());
  std::vector<Term> given = {allocated};
  given.insert(given.end(), integers.begin(), integers.end());
  statement.assumptions = {contract.requires_({terms, objects, given})};
  return statement;
}

void addCallee(CallStatement& statement, const Contract& contract, const ExpectedCall& step,
               std::optional<Notes> notes) {
  statement.input.contracts[contract.symbol] = opaque(step, contract, statement.seen, std::move(notes));
}

Group callsGroup(const CallStatement& statement, std::uint32_t calls) {
  const auto object = static_cast<unsigned>(statement.input.objects.size());
  const Term made = statement.assumptions[0].terms().constant(32, calls);
  return {"calls", {{"made", Place{object, "made", 0}, made}, {"well", Place{object, "well", 0}, made}}};
}

void leavesResults(CallStatement& statement, unsigned results, const ResultTerms& left, std::uint32_t calls) {
  statement.groups = groupsOf(results, left);
  std::erase_if(statement.groups, [](const Group& group) { return group.expectations.empty(); });
  statement.groups.push_back(callsGroup(statement, calls));
}

Obligations callingObligations(Terms& terms, const Subject& subject, const CallingFunction& calling,
                               const std::string& name) {
  const auto stated = [&](bool wrong) { return [=](Terms& t) { return calling.state(t, subject, wrong); }; };
  FunctionContract function;
  function.symbol = calling.contract.symbol;
  function.mayAssume = std::make_shared<const Contract>(asStated(subject, calling.contract));
  function.replaySymbol = calling.replaySymbol;
  function.state = stated(false);
  invokeByRuns(function, [=](const WholeRuns::Shown& shown) { return calling.invoke(subject, false, shown); });
  return withOpaqueCallees(
      obligationsOf(terms, subject, function,
                    {{calling.twin, calling.mustDiffer, stated(true), calling.invoke(subject, true, {})}}, name));
}

std::vector<Theorem> datapathTheorems(const Subject& subject) {
  std::vector<Theorem> all;
  const Proof proof = proofOf();
  for (const concrete::Path& path : concrete::paths(spec::Mnemonic::Red)) {
    all.push_back(wholeTheorem(subject, path));
    all.push_back(proof.entryTheorem(
        subject, path, [proof](const std::string& name) { return withGenericMemory(proof.entry(name)); }));
  }
  return all;
}

} // namespace warplaw::proofs::red

// Entries: see entry.h. The callees are opaque here: each gives any results that its own theorems allow.
#include "proofs/statements/entry.h"
#include "proofs/statements/callee.h"
#include "proofs/statements/entry_assumptions.h"
#include "spec/operand_fields.h"
#include "spec/surroundings.h"
#include <random>

namespace warplaw::proofs {
namespace {
using GuardTerms = spec::GuardIn<AsTerms>;
using machine::OperandTerms;
using machine::PlanTerms;
using machine::ResultTerms;
using machine::WarpTerms;

constexpr unsigned kForm = 0, kGuard = 1, kChoices = 2, kWarp = 3, kMemory = 4;
constexpr unsigned kCallees = 5;
constexpr unsigned kTwinBytes = 4096; ///< of memory, in a twin: its replays go through all of it again and again
/// What the callees see besides (CallStatement::hidden).
enum Hidden : unsigned { kCalls, kAfter, kSeenPlan, kWantedPlan, kAround };

/// What stands in an entry, step by step: every result of a callee is variables.
struct Steps {
  lift::Table form, choices;
  GuardTerms guard;
  WarpTerms warp, warpAfter;
  PlanTerms before, plan; ///< handed to the plan function; made by it
  lift::Table modifiers;
  OperandTerms operands;
  ResultTerms results;
  Term allocated;
  std::vector<lift::Table> around;

  Steps(Terms& terms, const Entry& entry)
      : form(entry.form(terms)), choices(entry.choices(terms)), guard(symbolic::variables<GuardTerms>(terms, "guard.")),
        warp(symbolic::variables<WarpTerms>(terms, "warp.")),
        warpAfter(symbolic::variables<WarpTerms>(terms, "after.")), before(freshPlan(terms, guard)),
        plan(symbolic::variables<PlanTerms>(terms, "plan.")),
        modifiers(entry.modifiers.parameters.back().object(terms)),
        operands(symbolic::variables<OperandTerms>(terms, "operands.")),
        results(symbolic::variables<ResultTerms>(terms, "results.")), allocated(terms.variable(32, "allocated")) {
    plan.guardPredicate = before.guardPredicate; // the plan function leaves them alone: its theorem
    plan.guardNegated = before.guardNegated;
    for (const AroundPart& part : entry.around)
      around.push_back(part.parameter().object(terms));
  }
};

/// The fetch, noting the plan that it is handed.
lift::Contract noting(const lift::Contract& fetch, std::shared_ptr<std::vector<lift::Object>> seen) {
  return [=](lift::ContractCall& call) {
    const Pointee plan = pointee(call.state, call.arguments.at(1));
    for (lift::Field& f : std::get<lift::Table>(seen->at(kSeenPlan)).fields)
      for (unsigned cell = 0; cell < f.cells.size(); ++cell)
        if (const lift::Cell* there = cellAt(plan.table, plan.offset + f.offset + cell * (f.cellBits / 8), f.cellBits))
          f.cells[cell] = {call.condition.ite(there->bits, f.cells[cell].bits), there->poison};
    return fetch(call);
  };
}

/// What the parts around are afterwards: what the datapath left of those that it changes.
struct Around {
  std::vector<lift::Table> after;
  std::vector<Group> groups;
};

/// That plan and modifiers are what their own theorems say.
std::vector<Term> knownOf(Terms& terms, const Entry& entry, const Steps& s) {
  std::vector<Term> known;
  const auto equals = [&](const lift::Table& made, const lift::Table& any) {
    for (const lift::Field& field : any.fields)
      for (unsigned cell = 0; cell < field.cells.size(); ++cell)
        known.push_back(made.field(field.name).cells[cell].bits.eq(field.cells[cell].bits));
  };
  Given plan{terms, {s.form, s.choices, tableOf("plan", s.before, true)}, {}};
  entry.plan.effect(plan);
  equals(plan.objects[2], tableOf("plan", s.plan));
  Given modifiers{terms, {s.form, s.modifiers}, {}};
  entry.modifiers.effect(modifiers);
  equals(modifiers.objects[1], s.modifiers);
  return known;
}

/// Each part is an object of the caller's, legal, handed on as it is.
Around addAround(Terms& terms, const Entry& entry, const Steps& s, CallStatement& statement, ExpectedCall& datapath) {
  Around around;
  for (std::size_t i = 0; i < entry.around.size(); ++i) {
    const AroundPart& part = entry.around[i];
    const auto object = static_cast<unsigned>(statement.input.objects.size());
    statement.input.objects.emplace_back(s.around[i]);
    statement.input.arguments.emplace_back(lift::PointerTo{object});
    statement.assumptions.push_back(part.isLegal(s.around[i]));
    if (part.changes) {
      around.after.push_back(part.after(terms));
      datapath.changesToo[static_cast<unsigned>(datapath.handed.size())] = around.after.back();
      for (Group& group : part.parameter().groups(object, around.after.back())) {
        group.name = part.kind->name + "/" + group.name;
        around.groups.push_back(std::move(group));
      }
    }
    datapath.handed.emplace_back(s.around[i]);
  }
  return around;
}

CallStatement statementOf(Terms& terms, const Subject& subject, const Entry& entry,
                          const std::function<void(PlanTerms&)>& twist) {
  Steps s(terms, entry);
  CallStatement statement;
  statement.input.objects = {s.form, tableOf("guard", s.guard), s.choices, tableOf("warp", s.warp, true)};
  statement.input.arguments = {lift::PointerTo{kForm}, lift::PointerTo{kGuard}, lift::PointerTo{kChoices},
                               lift::PointerTo{kWarp}};
  const Term zero = terms.constant(32, 0);
  // the closed list of assumptions, and what the callees' theorems say of what they make
  statement.assumptions = {entry.isLegal(s.form, s.choices), s.guard.predicate.index.ule(terms.constant(8, 7)),
                           isLegal(s.plan)};
  if (entry.modifiersAreLegal)
    statement.assumptions.push_back(entry.modifiersAreLegal(s.modifiers));
  if (entry.promised)
    statement.assumptions.push_back(entry.promised(s.modifiers, s.operands));
  std::vector<Handed> handed = {s.modifiers, tableOf("operands", s.operands), s.choices};
  if (entry.memoryBytes) {
    statement.input.objects.emplace_back(lift::ByteMemory{"memory", s.allocated, {}});
    statement.input.arguments.emplace_back(lift::PointerTo{kMemory});
    statement.input.arguments.emplace_back(s.allocated);
    statement.assumptions.push_back(s.allocated.ule(terms.constant(32, twist ? kTwinBytes : entry.memoryBytes)));
    handed.emplace_back(OwnMemory{kMemory});
    handed.emplace_back(s.allocated);
  }
  if (entry.fits)
    statement.assumptions.push_back(entry.fits(s.allocated, s.around));
  const std::vector<lift::Table> given = {s.form, tableOf("guard", s.guard), s.choices, tableOf("warp", s.warp)};
  if (const Term more = subject.assumed(entry.symbol, given)) // a mutant of theorems
    statement.assumptions.push_back(more);
  ExpectedCall datapath{std::move(handed), 0, tableOf("results", s.results)};
  const Around around = addAround(terms, entry, s, statement, datapath);
  datapath.changes = static_cast<unsigned>(datapath.handed.size());
  datapath.handed.emplace_back(tableOf("results", symbolic::constants(terms, spec::Results{})));

  PlanTerms wanted = s.plan;
  if (twist)
    twist(wanted);
  const lift::Table warp = tableOf("warp", s.warp), plan = tableOf("plan", s.plan);
  statement.hidden = {callsTable(zero, zero), tableOf("after", s.warpAfter),
                      tableOf("seen", symbolic::variables<PlanTerms>(terms, "seen."), true), tableOf("wanted", wanted)};
  statement.hidden.insert(statement.hidden.end(), around.after.begin(), around.after.end());
  auto& contracts = statement.input.contracts;
  const auto callee = [&](const Contract& contract, const ExpectedCall& step) {
    contracts[contract.symbol] = opaque(step, contract, statement.seen);
  };
  lift::Table guardAlone = tableOf("plan", s.before); // nothing else need be there yet: the plan function's theorem
  std::erase_if(guardAlone.fields, [](const lift::Field& field) { return !isGuard(field); });
  callee(entry.plan, {{s.form, s.choices, guardAlone}, 2, plan});
  callee(entry.modifiers, {{s.form, Anything{}}, 1, s.modifiers});
  callee(entry.fetch, {{warp, plan, Anything{}}, 2, tableOf("operands", s.operands)});
  contracts[entry.fetch.symbol] = noting(contracts[entry.fetch.symbol], statement.seen);
  callee(entry.datapath, datapath);
  callee(entry.writeBack,
         {{warp, plan, s.operands.exec, tableOf("results", s.results)}, 0, tableOf("warp", s.warpAfter)});
  const Term all = terms.constant(32, kCallees);
  const auto objects = static_cast<unsigned>(statement.input.objects.size());
  statement.groups = groupsOf(kWarp, s.warpAfter);
  statement.groups.push_back(
      {"calls",
       {{"made", Place{objects + kCalls, "made", 0}, all}, {"well", Place{objects + kCalls, "well", 0}, all}}});
  statement.groups.push_back(groupsOf(objects + kSeenPlan, wanted).back());
  statement.groups.back().name = "plan";
  statement.groups.insert(statement.groups.end(), around.groups.begin(), around.groups.end());
  std::erase_if(statement.groups, [](const Group& group) { return group.expectations.empty(); });
  return statement;
}

/// Leaves `word` all over the stack where a function that is called next has its locals: what it leaves
/// uninitialised and hands on is then this, the same every time.
__attribute__((noinline)) void scribble(std::uint32_t word) {
  volatile std::uint32_t stack[4096];
  for (volatile std::uint32_t& at : stack)
    at = word;
}

/// Where the parts around begin among the objects.
std::size_t firstAround(const Entry& entry) { return entry.memoryBytes ? kMemory + 1 : kMemory; }

/// The parts around, as they lie in a witness.
std::vector<std::vector<std::byte>> aroundIn(const Entry& entry, std::span<std::byte* const> objects) {
  std::vector<std::vector<std::byte>> parts;
  for (const AroundPart& part : entry.around) {
    const std::byte* const begin = objects[firstAround(entry) + parts.size()];
    parts.emplace_back(begin, begin + part.kind->layout->bytes());
  }
  return parts;
}

/// The machine code and the encodings on one warp, whatever the stack held.
void compare(const Entry& entry, const std::function<void(PlanTerms&)>& twist, void* code, const std::byte* form,
             std::span<std::byte* const> objects, spec::Warp warp, std::uint32_t onStack, std::size_t allocated,
             WholeRuns& runs) {
  const auto before = std::make_unique<spec::Warp>(warp), expected = std::make_unique<spec::Warp>(warp);
  std::vector<std::uint8_t> memory(allocated), left = memory;
  std::vector<std::vector<std::byte>> around = aroundIn(entry, objects), aroundLeft = around;
  constexpr std::size_t kMostAround = 2;
  std::array<void*, kMostAround> parts{};
  assert(around.size() <= kMostAround);
  for (std::size_t i = 0; i < around.size(); ++i)
    parts[i] = aroundLeft[i].data();
  using Plain = void(const void*, const void*, const void*, spec::Warp*, void*, void*);
  using WithMemory = void(const void*, const void*, const void*, spec::Warp*, spec::SharedBytes, void*, void*);
  scribble(onStack);
  if (entry.memoryBytes)
    reinterpret_cast<WithMemory*>(code)(form, objects[kGuard], objects[kChoices], &warp,
                                        {left.data(), static_cast<std::uint32_t>(left.size())}, parts[0], parts[1]);
  else
    reinterpret_cast<Plain*>(code)(form, objects[kGuard], objects[kChoices], &warp, parts[0], parts[1]);
  entry.whole(form, objects[kGuard], objects[kChoices], *expected, memory, around, twist);
  runs.add(kWarp, warp, *expected);
  for (std::size_t i = 0; i < around.size(); ++i)
    runs.add(static_cast<unsigned>(firstAround(entry) + i), aroundLeft[i], around[i]);
  runs.addMemory(left == memory);
  runs.show([&] {
    return entry.asCase(form, objects[kGuard], objects[kChoices], *before, allocated, aroundIn(entry, objects));
  });
}

constexpr unsigned kSparse = 5; ///< every fifth lane alone

/// Runs machine code on the witness, and with its guard, choices and parts around on forms and warps that show more: a
/// wrong plan need not matter to the form that the solver chose. What a run does otherwise than the encodings is no
/// more what the statement says; and if there is anything, neither are calls and plan.
Invoke invokeOf(const Entry& entry, const std::function<void(PlanTerms&)>& twist, const WholeRuns::Shown& shown) {
  return [=](void* code, std::span<std::byte* const> objects, std::span<const symbolic::Bits> integers) {
    const std::size_t hidden = firstAround(entry) + entry.around.size();
    const auto& witness = *reinterpret_cast<const spec::Warp*>(objects[kWarp]);
    const std::size_t allocated = entry.memoryBytes ? static_cast<std::size_t>(integers[0]) : 0;
    WholeRuns runs(shown);
    const auto run = [&](const std::byte* form, const spec::Warp& warp, std::uint32_t onStack) {
      compare(entry, twist, code, form, objects, warp, onStack, allocated, runs);
    };
    run(objects[kForm], witness, 0);
    const bool changesAround = std::ranges::any_of(entry.around, &AroundPart::changes);
    std::mt19937 random(1); // its numbers are the same everywhere
    for (const std::vector<std::byte>& form : entry.examples) {
      run(form.data(), witness, 0);
      for (const std::uint32_t onStack : {0, 1, int{spec::kTruePredicate}}) { // what a number or a flag may be
        run(form.data(), *tellingWarp(random), onStack);
        for (unsigned lane = 0; lane < (changesAround ? spec::kLanes : 0); lane += kSparse) {
          const auto one = tellingWarp(random); // what changes around may only see whether anybody executes
          one->active = 1u << lane;
          run(form.data(), *one, onStack);
        }
      }
      const auto all = tellingWarp(random);
      all->active = ~0u;
      run(form.data(), *all, 0);
    }
    auto* seen = objects[hidden + kSeenPlan];
    for (std::size_t i = 0; i < sizeof(spec::Plan); ++i)
      seen[i] = runs.differ() ? ~objects[hidden + kWantedPlan][i] : objects[hidden + kWantedPlan][i];
    if (!runs.differ())
      *reinterpret_cast<Calls*>(objects[hidden + kCalls]) = {kCallees, kCallees};
    runs.leave(kWarp, objects[kWarp], objects[hidden + kAfter], sizeof(spec::Warp));
    const auto parts = aroundIn(entry, objects);
    std::size_t after = hidden + kAround;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const std::size_t object = firstAround(entry) + i;
      if (entry.around[i].changes)
        runs.leave(static_cast<unsigned>(object), objects[object], objects[after++], parts[i].size());
    }
    return std::uint64_t{0};
  };
}

struct WrongPlan {
  const char* name;
  const char* output;
  void (*spoil)(PlanTerms&);
};
/// What an entry may get wrong about the machine, whatever the instruction.
constexpr WrongPlan kWrongPlans[] = {
    {"guard-negation-dropped", "guardNegated",
     [](PlanTerms& plan) { plan.guardNegated = plan.guardNegated.terms().constant(32, 0); }},
    {"guard-dropped", "guardPredicate",
     [](PlanTerms& plan) { plan.guardPredicate = plan.guardPredicate.terms().constant(32, spec::kTruePredicate); }},
    {"helpers-excluded-otherwise", "excludesHelpers",
     [](PlanTerms& plan) { plan.excludesHelpers = plan.excludesHelpers ^ plan.guardNegated.terms().constant(32, 1); }}};

} // namespace

PlanTerms freshPlan(Terms& terms, const GuardTerms& guard) {
  PlanTerms plan = symbolic::constants(terms, spec::Plan{});
  plan.guardPredicate = guard.predicate.index.zext(32);
  plan.guardNegated = guard.negated.zext(32);
  return plan;
}

Obligations entryObligations(Terms& terms, const Subject& subject, const Entry& given, const std::string& prefix) {
  Entry entry = given;
  for (Contract* callee : {&entry.plan, &entry.modifiers, &entry.datapath, &entry.fetch, &entry.writeBack})
    *callee = asStated(subject, *callee);
  FunctionContract function;
  function.symbol = entry.symbol;
  function.replaySymbol = entry.replaySymbol;
  function.state = [entry, subject](Terms& t) { return statementOf(t, subject, entry, {}); };
  invokeByRuns(function, [&](const WholeRuns::Shown& shown) { return invokeOf(entry, {}, shown); });
  std::vector<Twin> twins;
  for (const WrongPlan& wrong : kWrongPlans)
    twins.push_back({wrong.name, wrong.output,
                     [entry, subject, wrong](Terms& t) {
                       CallStatement statement = statementOf(t, subject, entry, wrong.spoil);
                       if (entry.telling)
                         statement.assumptions.push_back(entry.telling(t));
                       return statement;
                     },
                     invokeOf(entry, wrong.spoil, {})});
  Obligations made = withKnownCallees(obligationsOf(terms, subject, function, twins, prefix),
                                      knownOf(terms, entry, Steps(terms, entry)));
  if (auto* const stated = std::get_if<std::vector<Obligation>>(&made))
    stated->push_back(assumesWhatIsChecked(terms, entry.symbol, function.state(terms), prefix));
  return made;
}

} // namespace warplaw::proofs

// Bugs of compiled code that show at one value of one input only, planted in every function under proof, one for each
// input: refuted by a witness that replays. What a hand-made replay does not rebuild of the model would be ERROR.
//
// All bugs of a function are one module: what is lifted is always wrong, and under the assumption that an input has a
// value that is the code which is wrong there alone. Machine code asks when it runs which input at which value makes
// it wrong. So a function is lifted and compiled once for all its inputs. The call is a model of the whole obligation
// (a solver's, or one that simulation met), and judged as in any run. Asked are the obligations that the bug changes
// and that have a replay; where simulation meets nothing, only while some input is not refuted yet. Not asked are
// others, among them twins, checks, and what is lifted before optimisation. One cell of an array is tried, and only the
// paths that this processor runs. Replays may try other calls besides the model's: so a bug shows, where it may, at no
// value that such calls often have (0, 1, all ones).
#include "concrete/execute.h"
#include "proofs/engine/simulation.h"
#include "proofs/engine/witness.h"
#include "proofs/mutants/mutants_ir.h"
#include "proofs/statements/instruction.h"
#include "proofs/statements/lifting.h"
#include "proofs/theorems/theorems.h"
#include <array>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <map>

namespace warplaw::proofs {
namespace planted_bugs_test {
using symbolic::Bits;

/// One input of a function: an integer argument, or a cell of what a pointer argument points to.
struct Place {
  unsigned argument = 0;
  bool isInteger = false;
  std::uint64_t offset = 0;
  unsigned bits = 0;
  std::string name;
};

/// Where a bug shows.
struct Shown {
  std::optional<unsigned> results; ///< an argument that points to cells that the function may change ...
  std::uint64_t offset = 0;        ///< ... one of them
  bool memory = false;             ///< it has bytes besides
};
struct Function {
  std::string symbol;
  std::vector<Place> places;
  Shown shown;
};

/// Is its code run by replays here? Elsewhere they run the portable path.
bool isReplayed(const Theorem& theorem) {
  if (theorem.path.empty() || theorem.path == "portable")
    return true;
  const auto paths = concrete::paths(mnemonicNamed(theorem.instruction));
  const auto path = std::ranges::find(paths, theorem.path, &concrete::Path::name);
  return path != paths.end() && path->supported;
}

/// One cell of an array: the last one that a lane has.
unsigned cellOf(const lift::Field& field) { return static_cast<unsigned>(field.cells.size() - 1) % spec::kLanes; }

/// A function as its theorem states it: its places, and the term that each is there.
struct Stated {
  Function function;
  std::vector<Term> inputs;
  std::string none = {}; ///< why it has no places, where there is a reason that is none of this test's
};

void addPlaces(Stated& stated, const lift::Input& input) {
  Function& function = stated.function;
  const auto add = [&](Place place, Term term) {
    if (term.isConstant())
      return;
    function.places.push_back(std::move(place));
    stated.inputs.push_back(term);
  };
  for (unsigned i = 0; i < input.arguments.size(); ++i) {
    if (const Term* integer = std::get_if<Term>(&input.arguments[i]))
      add({i, true, 0, integer->width(), fmt::format("argument {}", i)}, *integer);
    const auto* pointer = std::get_if<lift::PointerTo>(&input.arguments[i]);
    if (!pointer)
      continue;
    const lift::Object& object = input.objects[pointer->object];
    if (std::holds_alternative<lift::ByteMemory>(object)) {
      function.shown.memory = true;
      continue;
    }
    const auto& table = std::get<lift::Table>(object);
    for (const lift::Field& field : table.fields) {
      const unsigned cell = cellOf(field);
      const std::uint64_t offset = field.offset + cell * (field.cellBits / 8);
      if (table.writable && !function.shown.results) {
        function.shown.results = i;
        function.shown.offset = offset;
      }
      if (field.cells[cell].poison.isFalse()) // what nobody has written yet is no input
        add({i, false, offset, field.cellBits, table.name + "." + nameOfCell(field, cell)}, field.cells[cell].bits);
    }
  }
}

/// Is anything of it not the same in each call? Asked of all cells, those too that are no places.
bool mayVary(const lift::Input& input) {
  const auto varies = [](const Term& term) { return !term.isConstant(); };
  for (const auto& argument : input.arguments)
    if (const Term* integer = std::get_if<Term>(&argument); integer && varies(*integer))
      return true;
  for (const lift::Object& object : input.objects) {
    const auto* table = std::get_if<lift::Table>(&object);
    if (!table) // bytes
      return true;
    for (const lift::Field& field : table->fields)
      for (const auto& cell : field.cells)
        if (cell.poison.isFalse() && varies(cell.bits))
          return true;
  }
  return false;
}

/// The bug that machine code has, if any: what it is compiled with asks when it is called.
struct Bug {
  const Place* place = nullptr;
  Bits value = 0;
};
Bug& bug() {
  static Bug live; // each replay runs in a process of its own
  return live;
}
std::uint64_t bugShows(const std::uint64_t* arguments) {
  const Place* place = bug().place;
  if (place == nullptr)
    return 0;
  std::uint64_t found = arguments[place->argument];
  if (!place->isInteger) {
    const auto* cell = reinterpret_cast<const std::byte*>(found) + place->offset; // NOLINT: an argument
    found = 0;
    std::memcpy(&found, cell, place->bits / 8);
  }
  return found == static_cast<std::uint64_t>(bug().value) ? 1 : 0;
}

/// 1 where the live bug shows, as machine code asks it on entry.
llvm::Value* asksWhetherItShows(llvm::Function& function) {
  llvm::IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
  llvm::Type* word = builder.getInt64Ty();
  llvm::Value* arguments = builder.CreateAlloca(word, builder.getInt64(function.arg_size()));
  for (llvm::Argument& argument : function.args()) {
    llvm::Value* as = argument.getType()->isPointerTy()   ? builder.CreatePtrToInt(&argument, word)
                      : argument.getType()->isIntegerTy() ? builder.CreateZExt(&argument, word)
                                                          : builder.getInt64(0);
    builder.CreateStore(as, builder.CreateConstGEP1_64(word, arguments, argument.getArgNo()));
  }
  const auto address = reinterpret_cast<std::uintptr_t>(&bugShows);
  return builder.CreateCall(llvm::FunctionType::get(word, {builder.getPtrTy()}, false),
                            builder.CreateIntToPtr(builder.getInt64(address), builder.getPtrTy()), {arguments});
}

/// A byte of what the function changes, what it stores to memory or what it returns is one off: always, or where the
/// live bug shows.
void plant(llvm::Module& module, const Function& in, bool always) {
  llvm::Function& function = *module.getFunction(in.symbol);
  function.setMemoryEffects(llvm::MemoryEffects::unknown()); // it calls what this module knows nothing of
  llvm::Value* shows =
      always ? llvm::ConstantInt::get(llvm::Type::getInt64Ty(module.getContext()), 1) : asksWhetherItShows(function);
  llvm::IRBuilder<> builder(module.getContext());
  const auto off = [&](llvm::Value* value) {
    return builder.CreateXor(value, builder.CreateZExtOrTrunc(shows, value->getType()));
  };
  if (in.shown.memory) {
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
          store && store->getAlign().value() == 1 && store->getValueOperand()->getType()->isIntegerTy() &&
          !store->getValueOperand()->getType()->isIntegerTy(8)) {
        builder.SetInsertPoint(store);
        store->setOperand(0, off(store->getValueOperand()));
        return;
      }
  }
  for (llvm::BasicBlock& block : function)
    if (auto* end = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator())) {
      builder.SetInsertPoint(end);
      if (!in.shown.results) {
        end->setOperand(0, off(end->getReturnValue()));
        continue;
      }
      llvm::Value* byte =
          builder.CreateConstGEP1_64(builder.getInt8Ty(), function.getArg(*in.shown.results), in.shown.offset);
      builder.CreateAlignedStore(off(builder.CreateAlignedLoad(builder.getInt8Ty(), byte, llvm::Align(1))), byte,
                                 llvm::Align(1));
    }
}

/// Guesses are tried by nobody: they say nothing of the code.
bool provesByReplay(const Obligation& o) { return o.expected == Verdict::Proved && o.replay && !o.asking().isGuess; }
bool isTried(const Obligation& o) { return provesByReplay(o) && !o.outputs.empty(); }
/// As it is stated, with nothing else in its place.
Obligation inFull(Obligation o) {
  if (const auto stated = o.asking().stated) {
    o.query = stated->query;
    o.outputs = stated->outputs;
    o.ask([](Obligation::Asking& asking) { asking.stated.reset(); });
  }
  return o;
}
/// Under all that is known of values that it leaves open.
Obligation underMore(Obligation o) {
  const std::vector<Term>& known = o.asking().known;
  o.query.assumptions.insert(o.query.assumptions.end(), known.begin(), known.end());
  return o;
}

/// All theorems, about code that is changed between them.
class Changing {
public:
  Changing() : theorems_(allTheorems(subject())) {}
  const std::vector<Theorem>& theorems() const { return theorems_; }

  /// As it ships. Without places where the theorem has no replay to try.
  Stated state(Terms& terms, const Theorem& theorem, const std::string& symbol, std::map<std::string, Query>& asked) {
    *state_ = {symbol, {}, {}, {}};
    Stated made{{symbol, {}, {}}, {}};
    const Obligations built = theorem.build(terms);
    if (const auto* problem = std::get_if<Problem>(&built)) {
      ADD_FAILURE() << problem->reason;
      return made;
    }
    const auto& obligations = std::get<std::vector<Obligation>>(built);
    for (const Obligation& o : obligations)
      if (isTried(o))
        asked.emplace(o.name, inFull(o).query);
    if (!asked.empty() && state_->input)
      addPlaces(made, *state_->input);
    if (std::ranges::none_of(obligations, provesByReplay))
      made.none = "nothing that it proves has a replay";
    else if (state_->input && !mayVary(*state_->input))
      made.none = "its function has no input that may vary";
    return made;
  }

  /// What is proved is always wrong, what runs has the live bug.
  Obligations plantedIn(Terms& terms, const Theorem& theorem, const Function& function) {
    const auto with = [&](bool always) {
      return subjectWith(function.symbol, [=](llvm::Module& module) { plant(module, function, always); });
    };
    state_->proved = with(true);
    state_->run = with(false);
    EXPECT_NE(state_->run->machineCode(function.symbol), nullptr); // compiled once, for all replays
    return theorem.build(terms);
  }

private:
  struct State {
    std::string symbol;
    std::optional<lift::Input> input;
    std::optional<Subject> proved, run;
  };

  Subject subject() {
    Subject::Overrides overrides;
    overrides.lifted = [state = state_](std::string_view lifted, const lift::Input& given) {
      if (lifted == state->symbol)
        state->input = given;
    };
    overrides.module = [state = state_](std::string_view asked, Stage stage) -> const lift::Module* {
      const bool isWrong = state->proved && asked == state->symbol && stage == Stage::Final;
      return isWrong ? std::get<const lift::Module*>(state->proved->module(asked, stage)) : nullptr;
    };
    overrides.machineCode = [state = state_](std::string_view asked) -> void* {
      return state->run && asked == state->symbol ? state->run->machineCode(asked) : nullptr;
    };
    return Subject::with(std::move(overrides));
  }

  std::shared_ptr<State> state_ = std::make_shared<State>();
  std::vector<Theorem> theorems_;
};

/// Values at which a bug is asked to show, the rarest first: a replay that forgets the input should not meet it.
enum class At { Rare, NotZero, Any };
Term isAt(At at, Term input) {
  Terms& terms = input.terms();
  const Term isZero = input.eq(terms.constant(input.width(), 0));
  if (at == At::Any)
    return terms.truth(true);
  if (at == At::NotZero)
    return ~isZero;
  if (input.width() == 1)
    return terms.truth(false);
  return ~isZero & ~input.eq(terms.constant(input.width(), 1)) & ~input.eq(symbolic::onesOf(input.width()));
}

constexpr double kSeconds = 1200; ///< for each answer and each replay, also on a machine that does much else

/// Runs something in a process of its own; gives what it wrote, and how it ended.
Ended inAChild(std::function<int(ParentChannel)> body) {
  Ended found;
  Children children;
  Children::Spec spec;
  spec.seconds = kSeconds;
  spec.raw = true;
  spec.body = std::move(body);
  spec.onEnd = [&](const Ended& ended) { found = ended; };
  children.start(std::move(spec));
  while (children.running() != 0)
    children.poll(1);
  return found;
}

/// What the first of the solvers says that knows; the next one begins when those before it had their head start.
RawAnswer answerTo(const std::string& text) {
  static const SolverPolicy policy = solverPolicy("any").value();
  RawAnswer known;
  Children children;
  const Clock::time_point start = Clock::now();
  std::size_t begun = 0;
  do {
    if (begun < policy.solvers.size() &&
        (begun == 0 || children.running() == 0 || secondsSince(start) > policy.headStart)) {
      Children::Spec spec;
      spec.seconds = kSeconds;
      spec.raw = true;
      spec.body = [&, solver = policy.solvers[begun++]](ParentChannel out) { return solver->solve(text, out); };
      spec.onEnd = [&](const Ended& ended) {
        if (const RawAnswer answer = answerOf(ended); !known.definite())
          known = answer;
      };
      children.start(std::move(spec));
    }
    children.poll(1);
  } while (!known.definite() && (children.running() != 0 || begun < policy.solvers.size()));
  return known;
}

/// A model that breaks the query; none if a solver says that there is none. A goal that is null: assumptions alone.
std::optional<std::string> modelOf(const Query& query) {
  if (std::ranges::any_of(query.assumptions, [](Term t) { return t.isFalse(); }))
    return {};
  const RawAnswer answer = answerTo(symbolic::smtLib(query));
  EXPECT_TRUE(answer.definite()) << textOf(answer.kind) << ": " << answer.detail;
  return answer.kind == RawAnswer::Kind::Sat ? std::optional(answer.detail) : std::nullopt;
}

/// One that simulation meets, near another; without what that says of functions, which it knows by its own query.
std::optional<std::string> metBy(const Query& query, const std::optional<std::string>& near) {
  auto model = near ? symbolic::parseModel(*near) : std::nullopt;
  if (model)
    std::erase_if(*model, [](const auto& said) { return said.first.starts_with('$'); });
  const auto met = simulate(query, model ? &*model : nullptr);
  return met ? std::optional(modelText(*met)) : std::nullopt;
}

/// One that is met near another, or near a legal call, or, `bySolver`, a solver's.
std::optional<std::string> modelNear(const Query& query, const std::optional<std::string>& near, bool bySolver) {
  if (const auto met = metBy(query, near))
    return met;
  const auto legal = modelOf({query.assumptions, {}});
  if (!legal) // no call has such a value
    return {};
  const auto met = metBy(query, legal);
  return met || !bySolver ? met : modelOf(query);
}

/// A function's bugs, in one obligation that they show in.
class Asked {
public:
  /// `wrong`: of code that is always wrong. Under the assumption that an input has a value it says what the same
  /// obligation says of code that is wrong where the input has that value.
  Asked(const Stated& stated, Obligation wrong, bool bySolver) : stated_(stated), wrong_(std::move(wrong)) {
    anywhere_ = modelNear(wrong_.query, {}, bySolver);
  }
  bool shows() const { return anywhere_.has_value(); }

  /// A call with the input at the rarest value that there is. A query that simulation meets nothing for is a solver's,
  /// and that no call has a value is always a solver's word.
  struct Call {
    At at = At::Any;
    Bits value = 0;
    std::string model;
    std::vector<Term> assumptions;
  };
  Call callWith(std::size_t place) const {
    for (const At at : {At::Rare, At::NotZero}) {
      Query query = wrong_.query;
      query.assumptions.push_back(isAt(at, stated_.inputs[place]));
      if (const auto model = modelNear(query, anywhere_, true))
        return call(at, place, *model, query);
    }
    return call(At::Any, place, *anywhere_, wrong_.query);
  }

  /// What becomes of that call, replayed on machine code that is wrong at that value of that input alone.
  struct Tried {
    std::string notRefuted;    ///< empty: REFUTED
    bool showsNothing = false; ///< as of Judgement
  };
  Tried tried(std::size_t place, const Call& call) const {
    Obligation asked = wrong_;
    asked.query.assumptions = call.assumptions;
    asked.replay = [&](const Assignment& model) {
      bug() = {&stated_.function.places[place], call.value};
      return wrong_.replay(model);
    };
    const Ended ended = inAChild([&](ParentChannel out) {
      const Judgement judgement = judgeRefutation(asked, call.model, {});
      out.write(fmt::format("{:d}{} {}", judgement.showsNothing, textOf(judgement.verdict), judgement.reason));
      return 0;
    });
    if (ended.how != Ended::How::Exited || ended.code != 0)
      return {ended.text()};
    const bool isRefuted = std::string_view(ended.bytes).substr(1).starts_with(textOf(Verdict::Refuted));
    return {isRefuted ? "" : ended.bytes.substr(1), ended.bytes.starts_with('1')};
  }

private:
  Call call(At at, std::size_t place, std::string model, const Query& query) const {
    const std::optional<Assignment> values = symbolic::parseModel(model);
    EXPECT_TRUE(values) << model;
    const Bits value = symbolic::evaluate(std::span(&stated_.inputs[place], 1), values.value_or(Assignment{}))[0];
    return {at, value, std::move(model), query.assumptions};
  }

  const Stated& stated_;
  Obligation wrong_;
  std::optional<std::string> anywhere_;
};

/// Obligations that are not what they were.
std::vector<Obligation> changed(const Obligations& built, const std::map<std::string, Query>& before) {
  const auto same = [](Term a, Term b) { return a.same(b); };
  std::vector<Obligation> others;
  if (const auto* problem = std::get_if<Problem>(&built)) {
    ADD_FAILURE() << problem->reason;
    return others;
  }
  for (const Obligation& o : std::get<std::vector<Obligation>>(built)) {
    if (!isTried(o))
      continue;
    Obligation now = inFull(o);
    const auto was = before.find(o.name);
    if (was == before.end() || !same(was->second.goal, now.query.goal) ||
        !std::ranges::equal(was->second.assumptions, now.query.assumptions, same))
      others.push_back(std::move(now));
  }
  return others;
}

struct Tally {
  std::size_t planted = 0, refuted = 0, rare = 0;
  std::vector<std::string> onlyAtZero;
  std::string none = {}; ///< why nothing is planted
};

/// At each input: refuted somewhere by a replay, and not otherwise anywhere.
Tally plantIn(Changing& changing, const Theorem& theorem, const std::string& symbol) {
  SCOPED_TRACE(theorem.name + ", " + symbol);
  Terms terms;
  std::map<std::string, Query> before;
  const Stated stated = changing.state(terms, theorem, symbol, before);
  const std::vector<Place>& places = stated.function.places;
  Tally tally;
  tally.none = stated.none;
  EXPECT_EQ(places.empty(), !tally.none.empty()) << "nothing is planted, and nothing says why";
  if (places.empty())
    return tally;
  std::vector<At> rarest(places.size(), At::Any);
  std::vector<bool> isRefuted(places.size());
  const auto tryAll = [&](const Obligation& wrong, bool bySolver) {
    const Asked asked(stated, wrong, bySolver);
    std::optional<Asked> underMuch; // where the first witness says nothing of what is open
    for (std::size_t i = 0; asked.shows() && i < places.size(); ++i) {
      Asked::Call call = asked.callWith(i);
      Asked::Tried tried = asked.tried(i, call);
      if (tried.showsNothing && !wrong.asking().known.empty()) {
        if (!underMuch)
          underMuch.emplace(stated, underMore(wrong), true);
        if (!underMuch->shows())
          continue;
        call = underMuch->callWith(i);
        tried = underMuch->tried(i, call);
      }
      EXPECT_EQ(tried.notRefuted, "") << fmt::format("{}: {} == {:#x}", wrong.name, places[i].name,
                                                     static_cast<std::uint64_t>(call.value));
      if (!tried.notRefuted.empty())
        continue;
      isRefuted[i] = true;
      rarest[i] = std::min(rarest[i], call.at);
    }
    return asked.shows();
  };
  // In most of these the bug does not show, which is hard to prove and says nothing of replays.
  std::vector<Obligation> unmet;
  for (Obligation& wrong : changed(changing.plantedIn(terms, theorem, stated.function), before))
    if (!tryAll(wrong, false))
      unmet.push_back(std::move(wrong));
  for (const Obligation& wrong : unmet)
    if (std::ranges::find(isRefuted, false) != isRefuted.end())
      tryAll(wrong, true);
  for (std::size_t i = 0; i < places.size(); ++i) {
    EXPECT_TRUE(isRefuted[i]) << places[i].name << ": a bug shows nowhere";
    ++tally.planted;
    tally.refuted += isRefuted[i];
    tally.rare += isRefuted[i] && rarest[i] == At::Rare;
    if (rarest[i] == At::Any)
      tally.onlyAtZero.push_back(places[i].name);
  }
  return tally;
}

/// In every `step`-th function from `first` on.
void plantAll(std::size_t first, std::size_t step) {
  Changing changing;
  std::vector<std::pair<const Theorem*, std::string>> replayed;
  for (const Theorem& theorem : changing.theorems())
    for (const std::string& symbol : theorem.code)
      if (isReplayed(theorem))
        replayed.emplace_back(&theorem, symbol);
  ASSERT_FALSE(replayed.empty());
  std::size_t planted = 0;
  for (std::size_t i = first; i < replayed.size(); i += step) {
    const auto& [theorem, symbol] = replayed[i];
    const Clock::time_point start = Clock::now();
    const Tally tally = plantIn(changing, *theorem, symbol);
    planted += tally.planted;
    fmt::print("{} of {}: {} planted, {} refuted, {} at a rare value; {} of {}{}{}, {:.1f} s\n", i + 1, replayed.size(),
               tally.planted, tally.refuted, tally.rare, symbol, theorem->name, tally.none.empty() ? "" : ": ",
               tally.none, secondsSince(start));
    if (!tally.onlyAtZero.empty())
      fmt::print("  shows at 0 alone, as a solver says: {}\n", fmt::join(tally.onlyAtZero, ", "));
    std::fflush(stdout); // a night may end before the last of them
  }
  EXPECT_NE(planted, 0u);
}

constexpr std::size_t kShards = 32, kSampled = 61; ///< for every change: seconds of a processor

TEST(PlantedBugs, InSomeFunctionsAreRefutedAtOneValueOfEachInput) { plantAll(8, kSampled); }

class NightlyPlantedBugs : public testing::TestWithParam<std::size_t> {};
TEST_P(NightlyPlantedBugs, AreRefutedAtOneValueOfEachInput) { plantAll(GetParam(), kShards); }
INSTANTIATE_TEST_SUITE_P(Shard, NightlyPlantedBugs, testing::Range<std::size_t>(0, kShards));

} // namespace planted_bugs_test
} // namespace warplaw::proofs

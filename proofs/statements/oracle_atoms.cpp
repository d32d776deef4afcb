// The functions of ATOMS' forms, as the oracle asks of them (ATOMS-2, -4..7, -9, -10, MACH-1, -4, -5): which functions
// they call with what, what they leave before the first turn, what a turn leaves, and which turns there are. See
// oracle_loops.h.
#include "proofs/statements/evidence.h"
#include "proofs/statements/oracle_loops.h"
#include <fmt/format.h>

namespace warplaw::proofs {
namespace {
using spec::kLanes;
using spec::kResultRows;
using symbolic::Bits;

enum Object : unsigned { kModifiers, kOperands, kChoices, kMemory, kResults };
constexpr Bits kNowhere = ~0u; ///< the last turn's address before the first one

/// What is asked, by the name of the function.
struct Form {
  symbolic::AtomsCalls calls;
  symbolic::LanesWaited waits;
  symbolic::LaneTurned after;
  Term address, performs; ///< where the lane of the turn goes; whether it performs there
  Term admits;            ///< width 1: who performs so is who the checks admit
};

/// What the code asked of the functions that stand for themselves.
struct Calls {
  unsigned admits = 0, chooses = 0, lists = 0;
  std::optional<lift::Table> given = {}; ///< Results as the checks met them: what they leave alone is the caller's
  Term wellCalled;                       ///< width 1: unconditionally, once, with the right objects and numbers
};

bool pointsTo(const lift::Argument& argument, unsigned object) {
  const auto* pointer = std::get_if<lift::PointerTo>(&argument);
  return pointer && pointer->object == object && pointer->offset == 0;
}

Term equals(const lift::Argument& argument, Term expected) {
  const Term* term = std::get_if<Term>(&argument);
  if (!term || term->width() != expected.width())
    return expected.terms().truth(false);
  return term->eq(expected);
}

/// Any number but 0 is a yes.
Term saysSo(const lift::Argument& argument, Term expected) {
  const Term* term = std::get_if<Term>(&argument);
  if (!term)
    return expected.terms().truth(false);
  return term->ne(expected.terms().constant(term->width(), 0)).eq(expected);
}

/// Is a callee handed the form's own modifiers, operands and choices, and as many arguments as it takes?
bool startsAsOurs(const lift::ContractCall& call, std::size_t arguments) {
  bool ours = call.arguments.size() == arguments;
  for (const unsigned object : {kModifiers, kOperands, kChoices}) // they are its first arguments too
    ours = ours && pointsTo(call.arguments[object], object);
  return ours;
}

const lift::Table& resultsIn(const lift::State& state) { return std::get<lift::Table>(state.objects[kResults]); }

class Asking {
public:
  Asking(Terms& terms, const Subject& subject, const AtomsFunction& function, const Form& form)
      : terms_(terms), subject_(subject), f_(function), form_(form) {}

  AskedOfLoop all() {
    const LoopContract loop = this->loop();
    const auto cut = cutLoopOf(terms_, subject_, loop);
    if (const Problem* problem = std::get_if<Problem>(&cut))
      return *problem;
    const CutLoop& code = std::get<CutLoop>(cut);
    const LiftedFunction &raw = code.unoptimized, &final = code.final;
    const LaneReadings rawRead = readings(loop, raw, Stage::Unoptimized), read = readings(loop, final, Stage::Final);
    LoopAsked all;
    all.code = final.code;
    all.before = final.cut->assumed;
    all.readsCode = read;
    all.readsExpected = beforeTurn(all.before, read);
    all.parts = loop.parts(final);

    // k is any turn, and before the optimiser ran any value at all
    const std::vector<Term> facts = this->facts();
    std::vector<Term> withOrWithoutTurns = facts;
    withOrWithoutTurns.push_back(turnIsListed());
    all.assumed = facts;
    const Bytes memory = [&](Term at) { return byteAt(all.before, kMemory, at); };
    all.assumed.insert(
        all.assumed.end(),
        {~f_.count.eq(Bits(0)), turnIsListed(),
         memory(place()).eq(f_.turn.byte), // byte and old are for the witness: terms speak of memory itself
         load(memory, f_.turn.address, form_.calls.bytes).eq(f_.turn.old),
         // what the last turn left there (addLast)
         f_.turn.address.eq(last(final).assumed).implies(held(final).assumed.eq(f_.turn.old))});
    const Term base = f_.turn.word[spec::atoms_rows::kBase];
    const auto cell = cellsIn(objectsOf(code.given));
    const std::vector<Term> kept = symbolic::atomsKeptOfTurns(cell, f_.allocated),
                            legal = symbolic::atomsKeptOfAddress(cell, base);
    std::vector<Term> addressed = legal;
    addressed.push_back(f_.turn.address.eq(form_.address));

    // list[k] is what the code takes from the list, and the address is ATOMS-2's; before the optimiser ran only the
    // latter is used: its undefined behaviour is looked for in any lane, which one index names
    Equalities readings(terms_, subject_, all.code), turn(terms_, subject_, all.code, all.readsCode, all.readsExpected),
        turns(terms_, subject_, all.code, read, read);
    read.addIndexes(readings, f_.k);
    read.addAddress(readings, "address");
    rawRead.addAddress(readings, "unoptimized address");
    std::vector<Term> expected;
    for (const auto& row : form_.after.row)
      expected.insert(expected.end(), row.begin(), row.end());
    expected.push_back(form_.after.memory);
    addAfterTurn(turn, all.parts, expected);
    addLast(turn, final, all.parts.back().next);
    addTurns(turns, loop, final);
    addResults(turns, "after", resultsIn(final.after), f_.checked, false);
    const auto handed = [](const Calls& c) { return c.given ? &*c.given : nullptr; };
    all.asked = {definedInEveryTurn(Stage::Unoptimized, raw, withOrWithoutTurns, rawRead, handed(rawCalls_)),
                 definedInEveryTurn(Stage::Final, final, withOrWithoutTurns, read, handed(calls_)),
                 entry(final).obligation("entry", facts),
                 readings.obligation("readings", addressed),
                 turn.obligation("turn", all.assumed),
                 turns.obligation("turns", withOrWithoutTurns)};
    Obligation comparison = implied("states-the-oracle", {}, terms_.truth(isOfVariables(code.given)) & form_.admits);
    LiftedEvidence::compare(comparison, all.asked);
    all.asked.push_back(std::move(comparison));
    // what callers keep is enough; the lane's word is the cell of its row
    std::vector<Term> needed = kept;
    needed.insert(needed.end(), legal.begin(), legal.end());
    all.asked.push_back(implied("assumed-is-required",
                                {symbolic::atomsKept(structureIn<spec::AtomsModifiersIn<AsTerms>>(f_.modifiers),
                                                     f_.operands, f_.choices, f_.allocated),
                                 base.eq(terms_.select(lane(), f_.operands.row[spec::atoms_rows::kBase]))},
                                terms_.all(needed)));
    return all;
  }

private:
  Term attempting() const { return form_.calls.isSpin ? f_.winners : f_.admitted; }
  Term lane() const { return f_.turn.lane.extract(4, 0); }
  Term place() const { return f_.turn.address + f_.turn.offset; }

  // --- Where the last turn was, and what it left there: the loop carries both. ---

  lift::Carried carried(const lift::Lifted& lifted, const char* name, unsigned width) const {
    for (const lift::Carried& phi : lifted.cut->phis)
      if (isNamed(phi.name, name) && phi.width == width)
        return phi;
    const Term none = terms_.constant(width, 0);
    return {name, width, none, none, none, terms_.truth(true)};
  }
  lift::Carried last(const lift::Lifted& lifted) const { return carried(lifted, "last", 32); }
  lift::Carried held(const lift::Lifted& lifted) const {
    return carried(lifted, "held", static_cast<unsigned>(8 * form_.calls.bytes));
  }
  /// After a turn that is where it was, and all bytes that memory holds there: so what is assumed of a turn holds in
  /// the next one. memory: any byte after the turn.
  void addLast(Equalities& turn, const lift::Lifted& lifted, lift::Cell memory) const {
    const lift::Carried at = last(lifted), word = held(lifted);
    turn.add("last", lift::Cell{at.next, at.nextPoison}, f_.turn.address);
    turn.require("an access is not where none is", ~f_.turn.address.eq(kNowhere));
    for (unsigned byte = 0; byte < form_.calls.bytes; ++byte)
      memory.bits = f_.turn.offset.eq(Bits(byte)).ite(word.next.extract(8 * byte + 7, 8 * byte), memory.bits);
    turn.encoded("held", {memory.bits, memory.poison | word.nextPoison}, form_.after.memory);
  }

  // --- What the function calls. ---

  /// warplaw_atoms_admit: Results become `checked`, the lanes that perform are returned.
  lift::Cell admit(Calls& calls, lift::ContractCall& call) const {
    const bool objects =
        ++calls.admits == 1 && calls.chooses == 0 && startsAsOurs(call, 7) && pointsTo(call.arguments[6], kResults);
    Term well = terms_.truth(objects) & call.condition;
    if (objects)
      well = well & equals(call.arguments[3], f_.allocated) &
             equals(call.arguments[4], terms_.constant(32, form_.calls.bytes)) &
             saysSo(call.arguments[5], form_.calls.returnsHigh);
    calls.wellCalled = calls.wellCalled & well;
    calls.given = std::get<lift::Table>(call.state.objects[kResults]);
    call.state.objects[kResults] = tableOf("results", f_.checked, true);
    return {f_.admitted, terms_.truth(false)};
  }

  /// warplaw_atoms_spin_winners: reads only.
  lift::Cell choose(Calls& calls, lift::ContractCall& call) const {
    const bool objects = ++calls.chooses == 1 && calls.admits == 1 && startsAsOurs(call, 5);
    Term well = terms_.truth(objects) & call.condition;
    if (objects)
      well = well & equals(call.arguments[3], f_.admitted) & saysSo(call.arguments[4], form_.calls.choosesBanks);
    calls.wellCalled = calls.wellCalled & well;
    return {f_.winners, terms_.truth(false)};
  }

  /// The path's list: it is written to 32 bytes that the function has initialised; from the count on they are anything.
  lift::Cell list(Calls& calls, lift::ContractCall& call) const {
    const bool chosen = calls.chooses == (form_.calls.isSpin ? 1 : 0);
    const bool objects = ++calls.lists == 1 && calls.admits == 1 && chosen && call.arguments.size() == 3 &&
                         pointsTo(call.arguments[0], kChoices) &&
                         std::holds_alternative<lift::PointerTo>(call.arguments[2]);
    Term well = terms_.truth(objects) & call.condition;
    if (objects) {
      well = well & equals(call.arguments[1], attempting());
      const Pointee to = pointee(call.state, call.arguments[2]);
      for (unsigned i = 0; i < kLanes; ++i) {
        lift::Cell* place = cellAt(to.table, to.offset + i, 8);
        well = well & (place ? ~place->poison : terms_.truth(false));
        if (place)
          *place = {f_.listed[i].zext(8), f_.count.ule(terms_.constant(32, i))};
      }
    }
    calls.wellCalled = calls.wellCalled & well;
    return {f_.count, terms_.truth(false)};
  }

  lift::Input input(Calls& calls) const {
    calls.wellCalled = terms_.truth(true);
    lift::Input input;
    input.objects = {f_.modifiers, tableOf("operands", f_.operands), tableOf("choices", f_.choices),
                     lift::ByteMemory{"memory", f_.allocated, {}}, tableOf("results", f_.before, true)};
    input.arguments = {lift::PointerTo{kModifiers},
                       lift::PointerTo{kOperands},
                       lift::PointerTo{kChoices},
                       lift::PointerTo{kMemory},
                       f_.allocated,
                       lift::PointerTo{kResults},
                       lift::Callee{kAnyListing}};
    const auto contract = [&](lift::Cell (Asking::*callee)(Calls&, lift::ContractCall&) const) {
      return [this, callee, &calls](lift::ContractCall& call) { return (this->*callee)(calls, call); };
    };
    input.contracts = {{"warplaw_atoms_admit", contract(&Asking::admit)},
                       {"warplaw_atoms_spin_winners", contract(&Asking::choose)},
                       {kAnyListing, contract(&Asking::list)}};
    // row cells that the loop may change are, before turn k, the variables of the turn
    input.assumeState = [this](Terms&, lift::State& state) {
      std::vector<lift::Cell>& cells = std::get<lift::Table>(state.objects[kResults]).field("row").cells;
      for (unsigned cell = 0; cell < cells.size(); ++cell)
        if (cells[cell].bits.op() == symbolic::Op::Variable && cells[cell].bits.node()->name.ends_with("@cut"))
          cells[cell].bits = f_.turn.row[cell / kLanes][cell % kLanes];
    };
    return input;
  }

  LoopContract loop() {
    LoopContract loop;
    loop.symbol = f_.symbol;
    loop.over = "the listed lanes";
    loop.input = [this](Stage stage) { return input(stage == Stage::Final ? calls_ : rawCalls_); };
    loop.counter = f_.k;
    loop.counts = [](const std::string& phi) { return isNamed(phi, "k"); };
    loop.none = f_.count.eq(Bits(0));
    loop.last = (f_.k.zext(32) + Bits(1)).eq(f_.count);
    loop.parts = [this](const lift::Lifted& lifted) {
      std::vector<LoopPart> parts = cellsOf(lifted, kResults, "row");
      parts.push_back(byteOf(lifted, kMemory, place()));
      return parts;
    };
    return loop;
  }

  /// What the turn takes from its lane, as variables; and the lane's address: that it is ATOMS-2's is an obligation.
  LaneReadings readings(const LoopContract& loop, const lift::Lifted& lifted, Stage stage) const {
    symbolic::PerLane<Term> bytes; // as they stand in memory
    for (unsigned i = 0; i < kLanes; ++i)
      bytes[i] = f_.listed[i].zext(8);
    const LaneReadings::Table lists[] = {{bytes, f_.turn.lane}, {f_.listed, lane()}};
    std::vector<LaneReadings::Table> rows;
    for (unsigned r = 0; r < spec::kSourceRows; ++r)
      rows.emplace_back(f_.operands.row[r], f_.turn.word[r]);
    LaneReadings read(stage, rootsOf(loop, lifted), lists, rows);
    read.alsoReadAddress(std::get<lift::ByteMemory>(lifted.cut->next.objects[kMemory]), f_.turn.address);
    return read;
  }

  /// What the lifter assumed before turn k stands for the turn's variables.
  BeforeTurn beforeTurn(const lift::State& assumed, const LaneReadings& read) const {
    const Bytes memory = [&](Term at) { return byteAt(assumed, kMemory, at); };
    std::vector<std::pair<Term, Term>> pairs = {{f_.turn.byte, memory(place())},
                                                {f_.turn.old, load(memory, f_.turn.address, form_.calls.bytes)}};
    const std::vector<lift::Cell>& cells = resultsIn(assumed).field("row").cells;
    for (unsigned cell = 0; cell < cells.size(); ++cell)
      if (const Term variable = f_.turn.row[cell / kLanes][cell % kLanes]; !cells[cell].bits.same(variable))
        pairs.emplace_back(variable, cells[cell].bits);
    return {std::move(pairs), read};
  }

  /// What callers keep, and what atoms/checks, atoms/winners and atoms/list say about this lane.
  std::vector<Term> facts() const {
    const std::vector<lift::Table> objects = {f_.modifiers, tableOf("", f_.operands), tableOf("", f_.choices)};
    std::vector<Term> facts = symbolic::atomsKeptOfTurns(cellsIn(objects), f_.allocated);
    facts.push_back(symbolic::isIn(f_.admitted, lane()).eq(form_.performs));
    if (form_.calls.isSpin)
      facts.push_back((f_.winners & ~f_.admitted).eq(Bits(0)));
    facts.push_back(f_.count.ule(terms_.constant(32, kLanes)));
    return facts;
  }

  /// If there is a turn at all, k is one and its lane attempts (atoms/list).
  Term turnIsListed() const {
    return (~f_.count.eq(Bits(0))).implies(f_.k.zext(32).ult(f_.count) & symbolic::isIn(attempting(), lane()));
  }

  /// The results' cells at some point of the function; or those fields alone that phase 2 leaves alone: as the checks
  /// left them, from then on.
  static void addResults(Equalities& all, const std::string& when, const lift::Table& got,
                         const symbolic::ResultTerms& wanted, bool withRows) {
    for (const lift::Field& field : tableOf("results", wanted, true).fields)
      for (unsigned cell = 0; cell < field.cells.size() && (withRows || field.name != "row"); ++cell)
        all.add(when + "." + nameOfCell(field, cell), got.field(field.name).cells[cell], field.cells[cell].bits);
  }

  /// Before turn 0: lanes that will not attempt have their last words; losers of .SPIN return 0 (ATOMS-10); memory is
  /// as it was.
  Equalities entry(const LiftedFunction& final) const {
    const lift::Cut& loop = *final.cut;
    Equalities all(terms_, subject_, final.code);
    all.require("calls", calls_.wellCalled & terms_.truth(calls_.admits == 1 && calls_.lists == 1 &&
                                                          calls_.chooses == (form_.calls.isSpin ? 1u : 0u)));
    if (calls_.given)
      addResults(all, "given", *calls_.given, f_.before, true);
    all.add("entry.last", last(final).entry, terms_.constant(32, kNowhere));
    all.require("entry's stores are no poison", ~poisonIn(terms_, {{loop.entry.objects[kMemory]}}));
    const lift::Table& results = resultsIn(loop.entry);
    addResults(all, "entry", results, f_.checked, false);
    for (unsigned r = 0; r < kResultRows; ++r)
      for (unsigned lane = 0; lane < kLanes; ++lane) {
        const std::string name = fmt::format("entry.row[{}][{}]", r, lane);
        const lift::Cell& got = results.field("row").cells[r * kLanes + lane];
        const Term wanted = form_.waits.row[r][lane], expected = subject_.encode(name, wanted);
        all.encoded(name, lift::Cell{form_.waits.isToCome[r][lane].ite(expected, got.bits), got.poison}, wanted);
      }
    all.add("entry.memory", byteAt(loop.entry, kMemory, place()),
            lift::ByteMemory{"memory", f_.allocated, {}}.byteAt(place()));
    return all;
  }

  /// Variables, each of its own, but for what the checks leave as it was and set to 0.
  bool isOfVariables(const lift::Input& given) const {
    OwnVariables own;
    own(objectsOf(given));
    own(std::array{f_.allocated, f_.admitted, f_.winners, f_.count, f_.k});
    own(f_.listed);
    const symbolic::LaneTurn& turn = f_.turn;
    own(std::array{turn.lane, turn.address, turn.offset, turn.byte, turn.old});
    own(turn.word);
    own(f_.checked.error);
    own(f_.checked.written);
    for (unsigned r = 0; r < kResultRows; ++r) {
      own(turn.row[r]);
      own(f_.checked.row[r]);
    }
    return own.areOwn() && f_.checked.predicate.same(f_.before.predicate) && f_.checked.predicateWritten.isConstant() &&
           f_.checked.predicateWritten.value() == 0;
  }

  Terms& terms_;
  const Subject& subject_;
  const AtomsFunction& f_;
  const Form& form_;
  Calls rawCalls_, calls_; ///< before the optimiser ran, and as it ships
};

/// The checks admit each lane that performs, at its address, as turns assume of admitted lanes. Width 1.
Term admitsWhoPerforms(const std::string& form, const AtomsFunction& f, const symbolic::AtomsCalls& calls) {
  const std::vector<lift::Table> objects = {f.modifiers, tableOf("", f.operands), tableOf("", f.choices),
                                            tableOf("", f.before)};
  const auto cell = cellsIn(objects);
  const Term admitted = symbolic::encodedChecks(calls.bytes, cell, f.allocated, calls.returnsHigh.zext(32)).admitted;
  std::vector<Term> same;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    std::array<Term, spec::kSourceRows> word;
    for (unsigned row = 0; row < spec::kSourceRows; ++row)
      word[row] = f.operands.row[row][lane];
    const Term address = symbolic::encodedAddress(form, cell, word, f.allocated).value();
    same.push_back(admitted.bit(lane).eq(
        symbolic::encodedPerforms(form, f.operands.exec.bit(lane), address, f.allocated).value()));
  }
  return admitted.terms().all(same);
}

} // namespace

AskedOfLoop askAtoms(Terms& terms, const Subject& subject, const AtomsFunction& function) {
  constexpr std::string_view kAtoms = "warplaw_atoms_";
  const std::string form = function.symbol.starts_with(kAtoms) ? function.symbol.substr(kAtoms.size()) : "";
  const std::vector<lift::Table> objects = {function.modifiers, tableOf("operands", function.operands),
                                            tableOf("choices", function.choices)};
  const auto cell = cellsIn(objects);
  const auto calls = symbolic::encodedCalls(form, cell);
  if (!calls)
    return Problem{Verdict::Error, function.symbol + ": no form of ATOMS has this function"};
  const symbolic::LaneTurn& turn = function.turn;
  const Term executes = symbolic::isIn(function.operands.exec, turn.lane.extract(4, 0));
  const Form asked{
      *calls,
      symbolic::encodedWaiting(form, cell, {function.admitted, function.winners, function.checked.row}).value(),
      symbolic::encodedTurn(form, cell, turn).value(),
      symbolic::encodedAddress(form, cell, turn.word, function.allocated).value(),
      symbolic::encodedPerforms(form, executes, turn.address, function.allocated).value(),
      admitsWhoPerforms(form, function, *calls)};
  return Asking(terms, subject, function, asked).all();
}

} // namespace warplaw::proofs

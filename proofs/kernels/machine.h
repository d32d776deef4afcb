// The warp machine over terms: a launch whose arrays and parameters may hold anything, run once for all of them (PTX-10
// to PTX-18). Guards are masks of terms, and ways that part meet where the machine of words lets them meet. Written
// from the rules; what both machines share is the decoded kernel and where things lie.
#pragma once
#include "proofs/kernels/cases.h"
#include "proofs/kernels/floats.h"
#include "proofs/kernels/patience.h"
#include "proofs/kernels/undefined.h"
#include "ptx/machine/kernel.h"
#include "ptx/machine/launch.h"
#include "ptx/machine/memory.h"
#include "symbolic/encodings/sync.h"
#include "symbolic/terms/evaluate.h"
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>

namespace warplaw::proofs::kernels {
using symbolic::Bits;
using symbolic::Terms;
using Lanes = symbolic::PerLane<Term>; ///< a truth value a lane

/// What an invariant speaks of: one lane that came to the loop, at the loop's head or after it left.
struct LaneState {
  /// A register, or a special one. No word: there is none of that name.
  std::function<std::pair<AnyValue, spec::scalar::Type>(std::string_view)> named;
  /// Elements of arrays now, and when the warp came to the loop; width 1: may be anything.
  std::function<std::pair<Term, Term>(std::size_t array, std::size_t element)> now, atEntry;
};

/// What is said of the loop whose head is a step.
struct AnyInvariant {
  std::uint32_t header = 0;
  std::string text, where;                         ///< as it was written, and FILE:LINE
  std::function<Term(const LaneState&)> holds;     ///< width 1
  std::function<Term(const LaneState&)> decreases; ///< 64 bits; empty: that it ends is not shown
  std::string measure = {}, measureWhere = {};
};

/// A launch, and what of it may be anything.
struct AnyLaunch {
  ptx::Launch launch;
  std::vector<std::vector<bool>> isInput;    ///< of each array, a bit a byte: any value; else what the launch says
  std::vector<unsigned> elementBytes;        ///< of each array: one variable an element
  std::vector<bool> isParameterInput;        ///< of each parameter: any bytes
  std::vector<bool> holdsFloats;             ///< of each array: what is tried of it
  std::vector<Term> assumed;                 ///< width 1, of inputs: nothing is said of other ones
  unsigned unroll = 64;                      ///< turns of a loop whose end does not fold
  std::uint64_t mostSteps = 400'000;         ///< of all warps together
  std::uint64_t mostComparisons = 3'000'000; ///< of accesses with each other
  std::vector<AnyInvariant> invariants;
  bool followsLoops = false; ///< invariants are looked at wherever lanes are at the head; nothing is taken from them
  bool measures = false;     ///< only how far what isMeasured is indexed: an index that does not fold ends it
  std::vector<bool> isMeasured = {}; ///< of each array
  bool measuresShared = false;
  Patience patience = {};   ///< then it ends
  bool isBlockFree = false; ///< nobody said how many threads a block has: what is refuted is shown with the fewest
};
/// How far an array is indexed, and by what: of several types words of their least size.
struct Extent {
  std::uint64_t bytes = 0; ///< 0: not at all
  spec::scalar::Type type = spec::scalar::kU32;
  void add(const Extent& other);
  bool operator==(const Extent&) const = default;
};
/// Names of the variables.
std::string inputName(const ptx::Array& array, std::size_t element);
std::string inputName(const ptx::Parameter& parameter);

/// Can this finding be the first of the launch there?
struct Question {
  ptx::FindingKind kind;
  std::uint32_t step;
  Term bad;          ///< width 1: it can, for these inputs
  std::string loose; ///< why a witness may show nothing; empty: each one must
  /// `bad` also holds where nothing goes wrong. What comes after is asked nowhere, as after an error.
  bool hides = false;
};

/// What must hold of an invariant.
struct InvariantPart {
  enum class Kind : std::uint8_t { Entry, Step, After, Decreases } kind;
  std::size_t number; ///< of AnyLaunch::invariants
  Lanes bad;          ///< it does not, of these lanes
};

/// Why the machine of terms ended before the launch did: a reason and a step.
struct Stopped {
  std::string reason;
  std::uint32_t step;
};
/// A value of AnyOutcome::holdsFor. It is no limit where no two atomics show their order, which is asked as well.
inline constexpr const char* kOrderOfAtomics =
    "the reference order of atomics: lane by lane, warp by warp, block by block";
inline constexpr const char* kAllMeetErrors = "every input meets an error before";

struct AnyOutcome {
  std::vector<Question> questions;
  std::vector<InvariantPart> parts;
  bool isAbstract = false; ///< turns of a loop were any that its invariant admits: questions are of states, not inputs
  std::optional<Stopped> stopped;
  std::vector<std::string> holdsFor;        ///< what verdicts are limited to: "the reference order of atomics"
  std::vector<std::vector<Term>> arrays;    ///< afterwards, a byte each
  std::vector<Extent> extents;              ///< of each array, where indexes fold
  Extent shared;                            ///< of a block's; all of 64 bits: farther than it reaches
  std::vector<std::vector<Term>> undefined; ///< width 1: may be anything
  struct Variable {
    std::string name;
    std::vector<Term> bytes, undefined;
  };
  std::vector<Variable> variables; ///< of the module in global memory, afterwards
  Term isFine;                     ///< width 1: no error was met
  /// Steps that some lane may execute, and those that some lane may come to, whose guard may not hold; width 1: for
  /// these inputs one does, if an error before does not end the launch.
  std::map<std::uint32_t, Term> reached, comes;
  /// Operations of floats, taken as functions (PTX-34): what they are, for evaluation alone.
  FloatFunctions functions;
  symbolic::Functions evaluation() const;
};

/// Does it access what other threads reach?
inline bool mayRace(const ptx::Step& step) {
  return step.space == ptx::Space::Shared || step.space == ptx::Space::Global || step.space == ptx::Space::Generic;
}

/// A barrier or a count that is known only when the step executes (BAR-4).
inline bool isNamedLate(const ptx::Source& source) {
  return source.kind != ptx::Source::Kind::Immediate && source.kind != ptx::Source::Kind::Nothing;
}
inline bool isNamedLate(const ptx::Step& barrier) { return isNamedLate(barrier.src[0]) || isNamedLate(barrier.src[1]); }

/// A launch without fault (ptx::faultOf). Where a barrier stands under a condition that does not fold, and is one term
/// for all lanes, the launch is run for those inputs for which it holds, and for the others.
AnyOutcome runAny(Terms& terms, const ptx::Kernel& kernel, const AnyLaunch& any);

/// A loop: its head, what it is made of, and the one place where its lanes go when they leave.
struct LoopShape {
  std::vector<bool> isInside; ///< of each step
  std::uint32_t exit = 0;
  bool waits = false; ///< for other lanes, at a .sync: all that came must take each turn together
  std::string fault;  ///< why it cannot be followed by an invariant; empty: it can
};
/// Nothing: no loop begins there.
std::optional<LoopShape> loopAt(const ptx::Kernel& kernel, std::uint32_t header);

/// May lanes come back to a branch before its sides meet, and not through the head of a loop with an invariant? If they
/// part there, turns are counted.
bool comesAgain(const ptx::Kernel& kernel, std::uint32_t branch, const std::vector<AnyInvariant>& invariants);

// --- parts of the machine

using AnyRow = std::array<AnyValue, 32>;

struct AnyAccess {
  std::uint32_t cta, time, step;
  std::uint8_t warp, lane;
  bool writes, isAtomic;
  std::uint64_t effect;  ///< as of ptx::Access
  Term executes, offset; ///< of 64 bits
  unsigned size;
  std::uint32_t meets; ///< how often its warp had met others before (AnyWarp::meets)
};

/// The last access of a thread at a step and a place that was compared with others: `upTo` so many of the log.
struct AnyCompared {
  AnyAccess access;
  std::size_t upTo;
};

struct AnyRegion {
  std::string name;
  std::uint64_t address = 0;
  std::vector<Term> bytes, undefined;
  std::map<std::size_t, Term> partial;    ///< of bytes: bits that may be anything where not all may
  Term partialOf(std::size_t byte) const; ///< no term: none
  Term isAny(std::size_t byte) const;     ///< width 1: some bit may be anything
  bool isReadOnly = false, isShared = false, isGlobal = false, isLogged = false;
  /// The first offset whose address is a multiple of it: variables lie where their own alignment puts them.
  std::size_t first(unsigned size) const { return static_cast<std::size_t>(-address % size); }
  std::vector<AnyAccess> log;
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> byByte; ///< of those at offsets that are known
  std::vector<std::uint32_t> anywhere;                                  ///< the others
  std::map<std::tuple<std::uint32_t, unsigned, const symbolic::Node*>, AnyCompared> compared; ///< step, thread, offset
};

/// The word that was stored, and not what folding made of its bytes; under each condition under which one was.
Term wordOf(std::span<const Term> bytes);

struct AnyFragment {
  enum class State : std::uint8_t { Runs, AtSync, AtBarrier };
  std::uint32_t pc = 0;
  Lanes lanes;
  std::int32_t meeting = -1;
  State state = State::Runs;
  Term awaited = {}; ///< at a .sync, 32 bits: lanes that had not come then
};
struct AnyMeeting {
  std::uint32_t pc = 0;
  unsigned pending = 0;
  Lanes came;
  std::int32_t outer = -1;
  std::map<std::uint32_t, unsigned> turns; ///< by branch: how often its lanes parted for this place
  Lanes parted;                            ///< who comes, if nobody was lost since
  unsigned lost = 0;                       ///< AnyWarp::lost, when they parted
};
/// bar.warp.sync: who was there, and when.
struct AnyJoin {
  std::uint32_t time;
  symbolic::PerLane<Term> group; ///< of each lane the lanes that came with its membermask, 32 bits
};

/// Until when what a warp did is before what another one does now: if its threads came to a barrier then, and those
/// that stand between the two came to theirs.
struct AnySeen {
  std::uint32_t until;
  std::shared_ptr<const Lanes> came;
  Term others;
  bool isOfSome = false; ///< of a part of the warp: nothing is said of the other lanes; or it stands for such a one
  std::shared_ptr<const Lanes> by = nullptr; ///< the lanes that may say so; null: all of the warp
};
using AnyView = std::vector<std::vector<AnySeen>>; ///< of each warp

struct AnyWarp {
  unsigned number = 0;
  std::vector<AnyRow> values;
  std::vector<AnyFragment> fragments;
  std::vector<AnyMeeting> meetings;
  Lanes exited;
  unsigned lost = 0; ///< how often lanes left, or went on without those who should come where they wait
  std::vector<AnyJoin> joins;
  AnyView seen;
  std::uint32_t time = 0;
  std::uint32_t last = 0;  ///< the step before
  std::uint32_t meets = 0; ///< how often lanes of it met others, at barriers of the warp or the block
  std::vector<AnyRegion> local, param;
  bool asksOthers = false; ///< since lanes went round: for what others write, it may wait for them
};

/// What a warp that goes round and round comes back to.
struct AnyTurnBack {
  unsigned warp;
  std::uint32_t step;
  std::vector<Term> state;
};

/// One warp at a barrier.
struct AnyArrival {
  unsigned warp;
  std::uint32_t step, time;
  Lanes lanes;
  bool waits;
  bool isOfSome; ///< other lanes of the warp have not come
};
struct AnyBarrier {
  std::uint64_t count = 0;                 ///< of threads; 0: all that have not exited
  std::vector<AnyArrival> arrived, before; ///< of this generation, and of the one before
  std::vector<Term> holding;               ///< of those whose predicate is counted: does it hold?
  AnyView seen;                            ///< what is before whatever comes after it
};

struct AnyCta {
  std::uint32_t serial = 0;
  std::map<std::uint64_t, AnyBarrier> barriers;
  ptx::Dimensions number{};
  AnyRegion shared;
  std::vector<AnyWarp> warps;
};

/// What is assumed of inputs: conditions that hold, or do not.
using Decided = std::vector<std::pair<Term, bool>>;

class AnyMachine {
public:
  AnyMachine(Terms& terms, const ptx::Kernel& kernel, const AnyLaunch& any, const Decided& decided, const Watch& watch);
  /// Nothing: one of `ways` is to be decided for first.
  std::optional<AnyOutcome> run(bool mayFork);
  /// For every input, one of these ways holds.
  const std::vector<Decided>& ways() const { return ways_; }

private:
  struct Now {
    AnyCta& cta;
    AnyWarp& warp;
    const ptx::Step& step;
    std::uint32_t index;
    Lanes lanes; ///< that execute it
  };
  struct End {};  ///< thrown: stopped_ says why
  struct Fork {}; ///< thrown: ways_ says of what

  // --- machine.cpp
  AnyRegion regionOf(const ptx::Region& region) const;
  void prepareMemory();
  AnyWarp newWarp(const AnyCta& cta, unsigned number);
  void runCta(AnyCta& cta);
  void runWarp(AnyCta& cta, AnyWarp& warp);
  void step(AnyCta& cta, AnyWarp& warp, std::size_t fragment);
  void branch(const Now& now, std::size_t fragment);
  bool comesBack(const Now& now, std::size_t fragment);
  bool releaseMeeting(AnyWarp& warp);
  std::vector<Term> stateOf(const AnyCta& cta, const AnyWarp& warp) const;
  void branchIndexed(const Now& now, std::size_t fragment);
  /// Sides of a branch, by where they go.
  using Sides = std::map<std::uint32_t, Lanes, std::greater<>>;
  void part(AnyWarp& warp, std::size_t fragment, const Sides& sides, std::uint32_t meetAt);
  void part(AnyWarp& warp, std::size_t fragment, const Lanes& taken, std::uint32_t target, std::uint32_t otherwise,
            std::uint32_t meetAt);
  std::int32_t meetAt(AnyWarp& warp, const AnyFragment& whole, std::uint32_t pc, unsigned pending) const;
  void go(AnyWarp& warp, AnyFragment fragment, std::uint32_t pc);
  void come(AnyWarp& warp, std::int32_t meeting, const Lanes& lanes);
  void execute(const Now& now);
  Term special(ptx::Special which, const AnyCta& cta, unsigned warp, unsigned lane) const;
  [[noreturn]] void stop(std::uint32_t step, std::string reason);
  [[noreturn]] void stopAtLimit(const Now& now, std::string_view limit);
  void stopIfOver(const Now& now);
  // --- barriers.cpp
  void barrier(const Now& now, std::size_t fragment);
  void askWhatIsNamed(const Now& now);
  Term wordOfFirst(const Now& now, const ptx::Source& source);
  void decideIfOne(const Lanes& lanes);
  void decideIfTogether(const Now& now, const Lanes& missing);
  void arrive(const Now& now, bool waits, bool isOfSome);
  std::uint64_t countedOf(const AnyArrival& arrival) const;
  void askWhoMeets(const Now& now, const AnyBarrier& barrier);
  void completeBarriers(AnyCta& cta);
  bool isComplete(const AnyCta& cta, const AnyBarrier& barrier);
  void letGo(AnyCta& cta, AnyBarrier& barrier);
  void forgetWhatAllSee(AnyCta& cta);
  void deadlock(AnyCta& cta);
  /// Is what a lane did at a time before what lanes of the warp do now: `by`, or all of them?
  Term sees(const AnyCta& cta, const AnyWarp& warp, unsigned other, std::uint32_t time, unsigned lane, Term executes,
            std::optional<unsigned> by) const;
  static bool mayBeOrderedByMeeting(const AnyCta& cta, const AnyWarp& warp, unsigned other, std::uint32_t time);
  // --- known.cpp
  void decide(Term condition, bool holds);
  void takeFewValues();
  Term assumed(Term condition) const;         ///< the constant, where that is assumed
  Term inAnyCase(Term condition);             ///< the constant, where that is known without a solver
  Term wordWithin(Term condition, Term word); ///< where the condition holds: simpler, or what is given
  Term decided(Term condition);               ///< the constant, where that is assumed or known without a solver
  bool implies(Term part, Term whole);        ///< as is plain to see
  Term both(Term lanes, Term condition);      ///< one alone, where it implies the other
  Term chosenFor(Term lanes, Term word);      ///< a word without what is chosen where the lanes are not
  /// The condition under which a lane stays at a branch, decided only where inputs have few values. Elsewhere arrays
  /// would get other sizes.
  Term stay(Term condition) { return valued_ ? decided(condition) : condition; }
  Term no() const { return terms_.truth(false); }
  Term live(const AnyWarp& warp, unsigned lane) const { return ~warp.exited[lane]; }
  bool isNobody(const Lanes& lanes) const;
  static bool areConstant(const Lanes& lanes);

  // --- loops.cpp
  struct Turn { ///< of a loop with an invariant, from any state that it admits
    const AnyWarp* warp;
    std::uint32_t header;
    std::int32_t meeting; ///< of those that leave
    Lanes back;
    bool isBack = false;
    std::set<const AnyRegion*> written;
  };
  struct AnyTurn { ///< what came of it
    Lanes in, back, left, assumed;
  };
  std::optional<std::size_t> invariantAt(std::uint32_t pc) const;
  void loop(AnyCta& cta, AnyWarp& warp, std::size_t fragment, std::size_t number);
  void lookAt(const AnyCta& cta, const AnyWarp& warp, const Lanes& lanes, std::size_t number);
  Lanes invariantOf(const AnyCta& cta, const AnyWarp& warp, const Lanes& lanes, const Lanes& left,
                    const std::vector<AnyRegion>& atEntry, const AnyInvariant& said) const;
  LaneState stateOf(const AnyCta& cta, const AnyWarp& warp, unsigned lane, Term left,
                    const std::vector<AnyRegion>& atEntry) const;
  std::pair<Term, Term> elementOf(const std::vector<AnyRegion>& regions, std::size_t array, std::size_t element) const;
  std::vector<AnyRegion*> regionsOf(AnyCta& cta, AnyWarp& warp);
  Term fresh(unsigned width, const std::string& what);
  void forget(AnyRegion& region);
  void forgetRegisters(AnyWarp& warp, const Lanes& lanes, const std::vector<bool>& isWritten);
  AnyTurn turn(AnyCta& cta, AnyWarp& warp, const AnyFragment& whole, const LoopShape& shape, std::size_t number,
               const std::vector<AnyRegion>& atEntry, std::set<const AnyRegion*>& written);

  // --- values.cpp
  AnyValue valueOf(const Now& now, const ptx::Source& source, unsigned lane, unsigned width);
  AnyValue valueOf(const AnyCta& cta, const AnyWarp& warp, const ptx::Source& source, unsigned lane, unsigned width);
  void write(const Now& now, std::uint32_t reg, unsigned lane, AnyValue value);
  void scalar(const Now& now);
  void pack(const Now& now);
  void unpack(const Now& now);
  void video(const Now& now);
  void ask(ptx::FindingKind kind, std::uint32_t step, Term condition, std::string_view loose = {});
  void settle(); ///< whatever comes now is for inputs that met no error yet
  /// Its lowest bits, if `width` is less than the register's.
  void decides(const Now& now, const ptx::Source& source, const Lanes& lanes, unsigned width = 64);
  void decides(const Now& now, const AnyValue& value, Term executes);
  void limit(std::string what);

  // --- memory.cpp
  struct Found {
    AnyRegion* region = nullptr;
    Term offset;
  };
  void beginAccess(const Now& now);
  void beginVolatile(const Now& now, std::string_view order);
  void load(const Now& now);
  void store(const Now& now);
  void atomic(const Now& now);
  void copyParam(const Now& now);
  Found find(const Now& now, unsigned lane, unsigned size, bool writes);
  AnyRegion* regionAt(const Now& now, unsigned lane, ptx::Space space, Term address);
  void measure(const Now& now, const AnyRegion& region, Term offset, unsigned size);
  void note(const Now& now, unsigned lane, const Found& found, unsigned size, bool writes);
  void compare(const Now& now, AnyRegion& region, const AnyAccess& earlier, const AnyAccess& access);
  static void enter(AnyRegion& region, const AnyAccess& access);
  Term isOrdered(const AnyCta& cta, const AnyAccess& earlier, const AnyAccess& access);
  AnyValue read(const AnyRegion& region, Term offset, unsigned size);
  struct Place {
    std::size_t first;
    Term isHere; ///< the access executes, and leads there
  };
  std::vector<Place> placesOf(const AnyRegion& region, Term executes, Term offset, unsigned size);
  void put(AnyRegion& region, const Place& place, unsigned size, const AnyValue& value);
  std::string ofFloats(const ptx::Step& step, bool isShared); ///< the name of an atomic's operation

  // --- collective.cpp
  /// Were all there, and was it executed? Else the fragment awaits the others.
  bool comesToSync(const Now& now, AnyFragment& fragment);
  /// False: whoever is missing may still come, and nothing is done.
  bool resolveSync(AnyCta& cta, AnyWarp& warp, bool mayCome);
  struct Sync {
    symbolic::OperandTerms operands;
    symbolic::SyncGroups groups;
    Lanes executes;
    Term awaited; ///< 32 bits: lanes that are named and live, and are not there
    Term awaits;  ///< there is one
    AnyRow value;
    Lanes undefinedOthers, ofLane;
  };
  Sync gather(std::span<const Now> parts);
  void collective(std::span<const Now> parts, Sync& sync);

  Terms& terms_;
  const ptx::Kernel& kernel_;
  const AnyLaunch& any_;
  std::vector<AnyRegion> global_;
  AnyRegion parameters_;
  AnyOutcome outcome_;
  std::map<std::pair<ptx::FindingKind, std::uint32_t>, std::size_t> asked_;
  Term fine_;               ///< no error until now
  Term way_;                ///< what is assumed of inputs holds (Decided)
  Term pending_;            ///< an error of this step
  bool areRanks_ = false;   ///< addresses of this access count conditions (counts.h)
  std::uint32_t erred_ = 0; ///< lanes that accessed what is surely wrong, in this step
  std::unordered_map<const symbolic::Node*, bool> decided_;
  std::map<std::pair<const symbolic::Node*, const symbolic::Node*>, bool> implied_;
  Cases cases_;
  std::optional<Cases> valued_;        ///< of inputs of which few values are left, too, which takes more ways
  using Range = std::pair<Bits, Bits>; ///< both included; of signed words, without their sign
  std::map<std::pair<const symbolic::Node*, bool>, Range> ranges_; ///< of a word, signed or not
  Range rangeOf(Term word, bool isSigned) const;
  std::map<std::uint32_t, bool> comesAgain_; ///< by branch
  std::map<std::size_t, LoopShape> shapes_;  ///< of the loops that are looked at
  std::map<std::tuple<std::uint32_t, unsigned, std::size_t>, std::vector<AnyRegion>> atHead_; ///< when a warp came
  std::optional<Turn> turn_;
  unsigned turns_ = 0;            ///< that were begun: their variables have that number
  bool asksOnlyWhoMeets_ = false; ///< a second turn, which is there for what the first one accessed
  bool mayFork_ = false;
  std::vector<Decided> ways_;
  std::optional<AnyTurnBack> lastTurnBack_;
  const Watch& watch_;
  std::uint64_t left_;
  std::uint64_t comparisons_ = 0;
};

} // namespace warplaw::proofs::kernels

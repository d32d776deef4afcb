// The warp machine: executes a launch step by step (ptx/machine/run.h).
#pragma once
#include "concrete/scalar/loops.h"
#include "ptx/machine/interval.h"
#include "ptx/machine/rows.h"
#include "ptx/machine/run.h"
#include "ptx/machine/warp.h"
#include <atomic>
#include <map>

namespace warplaw::ptx {

/// A barrier of a CTA that some have come to (BAR-4).
struct BarrierState {
  std::uint32_t threads = 0;            ///< that have arrived, or wait
  std::uint32_t count = 0;              ///< that are awaited; 0: all that have not exited
  BarrierKind kind = BarrierKind::Sync; ///< what all of them do; Arrive is Sync
  std::uint32_t holding = 0,
                holders = 0; ///< of the threads with a predicate: for how many it holds, how many there are
  Clocks::Seen before;       ///< what is before whatever comes after the barrier
  Clocks::Seen came, last;   ///< when each came, and when it came to the generation before; 0: not
  struct Waiting {
    unsigned warp;
    std::uint32_t pc, lanes;
  };
  std::vector<Waiting> waiting;
  /// Whole warps that wait, if only such came to a bar.sync of all threads: a bit each. Then that is all that is said
  /// but `threads`.
  std::uint32_t whole = 0;
  void restart(); ///< its next generation
};

struct Cta {
  Cta(const Kernel& kernel, const Launch& launch);
  void restart(Dimensions next, std::uint64_t start); ///< its warps follow
  Dimensions number{};
  Region shared;
  Interval interval;                                       ///< of shared.accesses
  std::vector<std::uint8_t> sharedAtFirst, definedAtFirst; ///< its bytes
  std::size_t undefinedAtFirst;
  Clocks clocks;
  std::vector<Warp> warps;
  std::array<BarrierState, 16> barriers;
  std::uint32_t begun = 0; ///< barriers that some have come to, a bit each
  std::uint32_t live = 0;  ///< threads that have not exited
};

/// The data of one step that several parts of the machine need: which lanes execute it.
struct Now {
  Cta& cta;
  Warp& warp;
  const Step& step;
  std::uint32_t index; ///< of the step
  std::uint32_t lanes; ///< that execute it
};

/// Facts about a step that are computed before it runs, so that most steps need no further analysis.
struct alignas(64) Known { // what a Quick needs fills one line of the cache
  enum class Way : std::uint8_t {
    Quick,    ///< a Plain without guard and divisor, whose register has all bits of its result
    Plain,    ///< a Scalar: nothing but its loop has to be done where all sources are defined, and no divisor is 0
    Straight, ///< the next step follows it, and it changes no lane's place
    Access,   ///< so does a load, a store or an atomic: it has a time of its own
    Jump,     ///< a branch to one place
    Other,
  };
  Way way = Way::Other;
  bool guardNegated = false;
  bool isLimited = false;  ///< an atomic: its effect depends on an operand
  bool isUniform = false;  ///< a barrier: constants say which it is, and its count
  bool isOfBlock = false;  ///< a bar.sync of all threads
  bool isOfWords = false;  ///< a load or store of one word of 4 bytes, as its register has it, or an update
  bool isOfShared = false; ///< such a one of shared memory
  std::uint32_t guard = kNoRegister, target = 0; ///< as the step has them
  std::uint32_t dst = kNoRegister;               ///< the step's first; asked for of a Plain
  std::array<std::uint32_t, 4> src{};            ///< the step's first; asked for of a Plain
  std::array<std::uint32_t, 5> at{};             ///< of a Quick: bytes before its sources' and its result's values
  concrete::ScalarLoop loop = nullptr;           ///< of a Scalar
  std::uint32_t effect = 0;                      ///< of an atomic
  std::uint32_t barrier = 0;                     ///< of one that isOfBlock: which it is
  std::uint64_t divisor = 0;                     ///< bits of the second source, if that is a divisor; else 0
  std::uint64_t kept = ~std::uint64_t{0};        ///< bits of the result's register, if a loop may give others
  std::size_t region = 0;                        ///< of an access: where the last one went, in global memory
  std::size_t row = 0, step = 0;                 ///< of rows there: the last one, and how far it is from the one before
  std::size_t stride = 0;                        ///< the last step that was made twice in a row
};

/// The place of a whole warp's access.
struct WholeTarget {
  Region* region = nullptr;  ///< none: not all lanes to one, or a finding
  std::uint64_t address = 0; ///< of its first byte, as lanes have it
  bool isShared = false, isGlobal = false;
};

std::uint64_t ctasOf(const Launch& launch);

class Machine {
public:
  Machine(const Kernel& kernel, const Launch& launch, const Trace& trace);
  Outcome run();
  /// The CTA of this number, then one after the other those whose numbers `next` gives, until all are run or somebody
  /// stops; false: it must be done again, one CTA after another.
  bool runSome(std::uint64_t first, std::atomic<std::uint64_t>& next, const std::atomic<bool>& stop);
  /// What CTAs did on several machines; nothing: they met.
  static std::optional<Outcome> together(std::span<const std::unique_ptr<Machine>> machines);

private:
  // --- machine.cpp: CTAs, warps, steps
  void prepare(); ///< what steps read becomes a place among a warp's values
  std::uint32_t constantPlace(std::uint64_t value);
  void know(); ///< what is known of steps
  std::optional<std::uint64_t> parameterOf(std::size_t index) const;
  std::vector<Value> valuesOf(const Cta& cta, unsigned warp) const;
  void renewSpecials(const Cta& cta, Warp& warp) const; ///< those that differ from CTA to CTA
  std::uint64_t special(Special which, const Cta& cta, unsigned warp, unsigned lane) const;
  Cta newCta();
  void runNext(Cta& cta, std::uint64_t number); ///< which one, x first
  Outcome outcome();                            ///< with the arrays
  // --- together.cpp
  bool takeMemory(std::span<const std::unique_ptr<Machine>> machines);
  bool takeLine(std::size_t region, std::size_t line, std::span<const std::unique_ptr<Machine>> machines);
  bool combine(std::size_t region, std::size_t offset, std::uint32_t effect,
               std::span<const std::unique_ptr<Machine>> machines);
  void takeFindings(std::span<const std::unique_ptr<Machine>> machines);
  bool runCta(Cta& cta);              ///< false: it did not end
  bool runWarp(Cta& cta, Warp& warp); ///< true: something was executed
  /// Steps of a fragment that need no list of fragments, until `turn` is kTurn at most. False: its next step needs
  /// one.
  bool runAlone(Cta& cta, Warp& warp, std::size_t fragment, unsigned& turn);
  bool runNextAlone(Cta& cta, Warp& warp, std::uint32_t& pc, std::uint32_t lanes, std::uint64_t& idle,
                    std::uint32_t& parted);
  template <bool areAll>
  unsigned quickSteps(Cta& cta, Warp& warp, std::uint32_t& pc, std::uint32_t lanes, std::uint32_t meetAt, unsigned most,
                      std::uint64_t& idle, std::uint32_t& parted);
  bool runPlain(Warp& warp, const Known& known, std::uint32_t lanes) const;
  std::uint32_t guarded(const Now& now) const;           ///< lanes that execute it
  void step(Cta& cta, Warp& warp, std::size_t fragment); ///< takes it; traced is what take() leaves out
  void take(Cta& cta, Warp& warp, std::size_t fragment);
  static void leave(Cta& cta, Warp& warp, std::size_t fragment, std::uint32_t lanes); ///< they have exited
  void execute(const Now& now); ///< what leaves the lanes where they are
  void branch(const Now& now, std::size_t fragment);
  static bool jumpsBackAlone(Warp& warp);
  std::size_t letOthersRun(const Now& now, std::size_t fragment);
  bool goesRoundForEver(const Now& now);
  void traceStep(const Now& now);

  // --- compute.cpp
  void scalar(const Now& now);
  void pack(const Now& now);
  void unpack(const Now& now);
  void video(const Now& now);
  /// Sets lanes of a register; `undefined` lanes of it may be anything, if `bits` are given only these.
  void write(const Now& now, std::uint32_t place, const Row& word, std::uint32_t undefined, std::uint32_t ofLane,
             const Row* bits = nullptr);

  // --- access.cpp
  void load(const Now& now);
  void store(const Now& now);
  void atomic(const Now& now);
  void findUpdated(const Now& now, std::uint32_t lanes);
  /// Integers of 4 bytes that lie in one region, updated lane by lane; `undefined`: bits that may be anything, if the
  /// region has any.
  void atomicWords(const Now& now, const WholeTarget& target, const Row& address, Row& old, Row& undefined);
  /// What was there before the operation.
  std::uint64_t atomicOf(const Now& now, unsigned lane, const Target& target, std::size_t at, unsigned element);
  void copyParam(const Now& now);
  Target targetOf(const Now& now, unsigned lane, std::uint64_t address, std::size_t size, bool writes);
  WholeTarget wholeTarget(const Now& now, const Span& span, std::size_t size, bool writes);
  std::optional<std::size_t> rowOf(const Now& now, const WholeTarget& target, const Span& span) const;
  /// Which of these lanes' words, side by side from byte `row` on, have an undefined byte.
  std::uint32_t undefinedWords(const Region& region, std::size_t row, std::uint32_t lanes) const;
  /// Stores these lanes' words there, which makes their bytes defined.
  void storeRow(Region& region, std::size_t row, std::uint32_t lanes, const Row& words) const;
  /// A row of global memory is accessed: has the processor fetch what this step accesses next, if it goes on so.
  static void expectNext(Known& known, const Region& region, std::size_t row);
  /// Loads or stores words side by side, which are defined and have no findings: what most loads and stores do. False:
  /// nothing is loaded or stored; the access may have been noted, and may be noted again.
  bool accessWords(const Now& now);
  /// The same of words of shared memory, wherever they lie, and of atomics.
  bool accessShared(Cta& cta, Warp& warp, std::uint32_t pc, std::uint32_t lanes);
  /// Lanes one after the other, wherever they go.
  void loadEach(const Now& now);
  void storeEach(const Now& now);
  Access accessOf(const Now& now, unsigned lane, bool writes);
  void noteAccess(const Now& now, unsigned lane, const Target& target, std::size_t size, bool writes);
  void noteWhole(const Now& now, const WholeTarget& target, const Row& address, const Span& span, bool writes);
  /// `address`: 32 of them; of all lanes side by side nothing, and of some in shared memory.
  void countAccess(const Now& now, const std::uint64_t* address, const Span& span);
  void countConflicts(const std::array<std::uint16_t, 32>& words); ///< of 4 bytes, in shared memory
  std::size_t sizeOf(const Now& now) const { return std::size_t{now.step.width} * now.step.vector; }
  Span addressesOf(const Now& now, Row& address) const;
  std::uint64_t addressOf(const Now& now, unsigned lane) const {
    return (word(now.warp, now.step.src[0], lane) + static_cast<std::uint64_t>(now.step.offset)) &
           addressBits(now.step);
  }
  std::uint32_t effectNumbered(std::uint64_t effect);

  // --- collective.cpp
  /// True: all that the membermask names are here, and it was executed. Else the fragment awaits the others.
  bool comesToSync(const Now& now, std::size_t fragment);
  bool resolveSync(Cta& cta, Warp& warp); ///< of fragments that wait at different places
  void together(Cta& cta, Warp& warp, const std::vector<std::size_t>& fragments);
  void findUnlikeMasks(std::span<const Now> parts, std::uint32_t lanes, const std::uint32_t* masks);
  void collective(Cta& cta, Warp& warp, std::span<const Now> parts);

  // --- barriers.cpp
  void barrier(const Now& now, std::size_t fragment);
  std::uint32_t lanesNamingAlike(const Now& now, std::uint32_t lanes);
  BarrierState& arrive(const Now& now);
  bool comesWhole(const Now& now); ///< false: as a barrier of any kind
  void completeBarriers(Cta& cta);
  void deadlock(Cta& cta);

  // --- findings.cpp
  /// `what` is a text, or gives one: it is asked for the first time alone.
  template <class What>
  void find(FindingKind kind, const Now& now, std::uint32_t lanes, const What& what, Place other = {}) {
    if (isKnown(kind, now.index))
      return;
    if constexpr (std::is_invocable_v<const What&>)
      addFinding(kind, now, lanes, what(), other);
    else
      addFinding(kind, now, lanes, what, other);
  }
  bool isKnown(FindingKind kind, std::uint32_t step); ///< then it is counted
  void addFinding(FindingKind kind, const Now& now, std::uint32_t lanes, std::string what, Place other);
  /// Something is decided by these bits of values: a finding for what may be anything among them.
  void decides(const Now& now, const Source& source, std::uint32_t lanes, std::string_view what,
               std::uint64_t bits = ~std::uint64_t{0}) {
    if (!now.warp.areDefined[source.index])
      findUndefined(now, source, lanes, what, bits);
  }
  void findUndefined(const Now& now, const Source& source, std::uint32_t lanes, std::string_view what,
                     std::uint64_t bits);

  /// These lanes of a register got a value that is defined.
  static void define(Warp& warp, std::uint32_t place, std::uint32_t lanes) {
    if (warp.areDefined[place] != 0)
      return;
    Value& value = warp.values[place];
    value.undefined &= ~lanes;
    value.ofLane &= ~lanes;
    value.partly &= ~lanes;
    warp.areDefined[place] = value.undefined == 0;
  }
  /// Lanes that have an undefined bit, and which these are; the row is written where there are such.
  std::uint32_t undefinedRow(const Now& now, const Source& source, Row& bits) const;
  const Value& valueOf(const Warp& warp, const Source& source) const { return warp.values[source.index]; }
  std::uint64_t word(const Warp& warp, const Source& source, unsigned lane) const {
    return valueOf(warp, source).word[lane] ^ (source.negated ? 1 : 0);
  }

  /// Steps of a warp before another one runs: who waits in a loop gets an answer.
  static constexpr unsigned kTurn = 4096;

  const Kernel& kernel_;
  const Launch& launch_;
  const Trace& trace_;
  std::vector<Step> steps_;              ///< the kernel's; every source is a Register: an index into Warp::values
  std::vector<Known> known_;             ///< of each
  std::vector<std::uint32_t> readFirst_; ///< registers that a thread may read before it writes them
  std::vector<std::uint32_t> asked_;     ///< of words of shared memory: the last access that asked for it, counted by
  std::uint32_t askedNow_ = 0;
  const RowFunctions& rows_ = rowFunctions();
  std::map<std::uint64_t, std::uint32_t> effects_; ///< their numbers
  std::map<std::uint64_t, std::uint32_t> constants_;
  std::map<Special, std::uint32_t> specials_;
  std::uint32_t places_ = 0;
  std::vector<Region> global_;
  Region parameters_;
  Outcome outcome_;
  std::map<std::pair<FindingKind, std::uint32_t>, std::size_t> found_;
  std::uint64_t left_;     ///< steps
  std::size_t traced_ = 0; ///< findings that a traced step has shown
  struct Turn {
    std::uint32_t warp, step, lanes;
    std::vector<Value> values;
    std::map<std::uint32_t, Row> partial;         ///< Warp::partial
    std::vector<std::vector<std::uint8_t>> bytes; ///< of memory, which are defined, and of which some bits are not
    bool operator==(const Turn&) const = default;
  };
  std::optional<Turn> lastTurn_; ///< of lanes that go round and round below sm_70
};

} // namespace warplaw::ptx

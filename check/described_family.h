// A Family from an instruction's fuzzer traits (fuzz/described.h) and an Adapter, which says how a trial of it lies in
// the structure that crosses the border. An Adapter has
//
//   using Traits, Wire (warplaw_shfl), Domain;  kFormsKey, kOutputs
//   forms()                    names as a domain has them; formName(k): as the report has them
//   formOf(modifiers), aim(form, record)    the form of modifiers; a record whose trial is of that form
//   defaultsOf(profile), readMore(reader, fields, domain)
//   places(sample, visit)      visit(name, offset, place) for each member of the structure, by which a sample is packed
//                              and unpacked, and stated as terms; or pack and unpack. The result and the predicate
//                              that come out are check/registers.h's
//   kResultMayBe, kPredicateMayBe, resultMayBe, predicateMayBe(sample, source)
//                              which sources' registers a destination may be: what the structure's result_is and
//                              predicate_is say (check/registers.h)
//   decide(sample, domain)     choices as the domain's executor makes them
//   bend(sample, domain, dice), contains(sample, domain)   beyond exec and uniform
//   reduce, expand(sample, domain)          rows as the minimiser's words and back, where they are not themselves
//   kFormWords, isInDomain(sample, domain), compares(sample, domain, lane), fewValues(sample, domain, demand)
//                              of a sample as terms: the first words say the form; contains, and what is compared
//   comparedLanes, comparedBits, comparesBit, takeTold, givesWord, givesPredicate, orderTellsAll
//   kBytesCell, moreCells()    with memory: the cell that says how many bytes; cells of the parts around that are words
//
// most of which PlainAdapter has; one that is misspelt in an Adapter of a .cpp is a function that nobody calls, and
// such ones do not compile (check/CMakeLists.txt). What an answer is held against: check/word_family.h,
// check/memory_family.h.
#pragma once
#include "check/family.h"
#include "check/faults.h"
#include "fuzz/described.h"
#include <fmt/format.h>

namespace warplaw::check {

inline constexpr std::uint32_t kCanary = 0xc0de0000; ///< | lane: what stands in a result before
inline constexpr std::uint32_t kCanaryPredicate = 0xa5c35a3c;
inline constexpr std::uint32_t kSmallMemory = 8; ///< bytes of memory that every case has at least
inline constexpr std::uint64_t kEnough = 32;     ///< of what makes a form's cases a test

template <class Wire> const Wire& wireIn(Bytes bytes) { return *reinterpret_cast<const Wire*>(bytes.data()); }
template <class Wire> Wire& wireIn(std::span<std::byte> bytes) { return *reinterpret_cast<Wire*>(bytes.data()); }

/// The family whose structure it is.
#define WARPLAW_FAMILY(Name, member, of)                                                                               \
  constexpr FamilyId familyOf(const warplaw_##member*) { return FamilyId::Name; }
#include "check/families.def"
#undef WARPLAW_FAMILY

/// Where a structure holds the word that each lane gets.
template <class Wire> auto& resultIn(Wire& wire) {
  if constexpr (requires { wire.ballot; })
    return wire.ballot;
  else
    return wire.result;
}
/// Where what comes out begins.
template <class Wire> constexpr std::size_t outputsOf() {
  if constexpr (requires(Wire wire) { wire.result; })
    return offsetof(Wire, result);
  else if constexpr (requires(Wire wire) { wire.ballot; })
    return offsetof(Wire, ballot);
  else if constexpr (requires(Wire wire) { wire.returned; })
    return offsetof(Wire, returned);
  else
    return offsetof(Wire, order_is_known);
}

template <class Traits> struct Sample {
  typename Traits::Trial trial;
  bool sameRegister = false;                      ///< SHFL's word for resultIs: Rd is Ra
  std::array<std::uint32_t, spec::kLanes> before; ///< what the destination holds
  std::uint32_t predicateBefore = kCanaryPredicate;
  std::uint32_t resultIs = WARPLAW_IS_ITS_OWN; ///< the source whose register the result's is (MACH-2)
  std::uint32_t predicateIs = WARPLAW_IS_ITS_OWN;
};

/// A source of the structure, WARPLAW_IS_.., and in which row of operands it stands, where it is no predicate.
struct SourceRow {
  std::uint32_t source;
  unsigned row = 0;
};

/// A number as the sample's world has it.
template <class Traits> std::uint32_t numberIn(const Sample<Traits>&, std::uint32_t number) { return number; }
template <class Traits> Term numberIn(const SampleTerms<Traits>& sample, std::uint32_t number) {
  return sample.trial.operands.exec.terms().constant(32, number);
}
template <class Traits> bool truthIn(const Sample<Traits>&, bool truth) { return truth; }
template <class Traits> Term truthIn(const SampleTerms<Traits>& sample, bool truth) {
  return sample.trial.operands.exec.terms().truth(truth);
}

/// Places to and from a structure's bytes.
struct Pack {
  std::byte* wire;
  template <class T> void operator()(std::string_view, std::size_t offset, const T& place) const {
    if constexpr (std::is_same_v<T, bool>) {
      const std::uint32_t word = place;
      std::memcpy(wire + offset, &word, sizeof word);
    } else {
      std::memcpy(wire + offset, &place, sizeof place);
    }
  }
};
struct Unpack {
  const std::byte* wire;
  template <class T> void operator()(std::string_view, std::size_t offset, T& place) const {
    if constexpr (std::is_same_v<T, bool>) {
      std::uint32_t word;
      std::memcpy(&word, wire + offset, sizeof word);
      place = word != 0;
    } else {
      std::memcpy(&place, wire + offset, sizeof place);
    }
  }
};

inline void setCanary(std::array<std::uint32_t, spec::kLanes>& row) {
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    row[lane] = kCanary | lane;
}

template <class Row> bool isUniform(const Row& row) {
  return std::all_of(std::begin(row), std::end(row), [&](std::uint32_t word) { return word == row[0]; });
}

/// What an instruction asks nothing special of.
template <class T, class W, class D> struct PlainAdapter {
  using Traits = T;
  using Wire = W;
  using Domain = D;
  using Sample = check::Sample<T>;
  static constexpr bool kHasPredicate = requires(W wire) { wire.predicate; };
  static constexpr bool kHasWord = requires(W wire) { wire.result; } || requires(W wire) { wire.ballot; };
  static D defaultsOf(Profile profile) { // an instruction of no lane is one of SASS
    D domain;
    if (profile != Profile::Sass)
      domain.exec = ExecMasks::NonEmpty;
    return domain;
  }
  static void readMore(spec::JsonReader&, spec::JsonFields&, D&) {}
  static constexpr std::string_view kFormsKey = "modes";
  static constexpr std::string_view kResult = requires(W wire) { wire.ballot; } ? "ballot" : "result";
  static constexpr std::array<std::string_view, 1 + kHasPredicate> kOutputs = [] {
    if constexpr (kHasPredicate)
      return std::array<std::string_view, 2>{kResult, "predicate"};
    else
      return std::array{kResult};
  }();
  static constexpr unsigned kFormWords = 1;
  static constexpr bool kNamesExited = true; ///< of a .sync form: a mask may name lanes that have exited
  static constexpr bool kHasSameRegister = false;
  static constexpr std::array<SourceRow, 0> kResultMayBe = {};
  static constexpr std::array<SourceRow, 0> kPredicateMayBe = {};
  /// Has this form such a source, in both worlds?
  template <class Sample> static auto resultMayBe(const Sample& sample, std::uint32_t) { return truthIn(sample, true); }
  template <class Sample> static auto predicateMayBe(const Sample& sample, std::uint32_t) {
    return truthIn(sample, true);
  }
  static bool fits(const Sample&) { return true; } ///< the structure can say it
  static void normalise(Sample&) {}                ///< a case's operands as the structure says them
  /// What is answered, from results as the instruction leaves them; in both worlds.
  template <class Sample, class Results> static void deliver(const Sample&, Results&) {}
  /// What the domain lets an executor give as it likes: as it gave it.
  static void takeGiven(const std::uint32_t*, Sample&, const D&) {}
  static void observeAnswer(const Sample&, const std::uint32_t*, const D&, Coverage&) {}
  static bool isModifier(std::size_t) { return true; }
  static constexpr std::string_view kBytesCell = "allocated";
  static std::vector<std::string> moreCells() { return {}; }
  static void widen(D&) {}
  template <class Sample> static void decide(Sample&, const D&) {}
  static void bend(Sample&, const D&, fuzz::Dice&) {}
  static bool contains(const Sample&, const D&) { return true; }
  using Unknown = SampleTerms<T>;
  static Term isInDomain(const Unknown& sample, const D&) { return sample.trial.operands.exec.terms().truth(true); }
  static Term compares(const Unknown& sample, const D&, unsigned) {
    return sample.trial.operands.exec.terms().truth(true);
  }
  static void fewValues(const Unknown&, const D&, Demand&) {}
  /// Lanes of exec whose word the rules fix, and whose bit of the predicate; that as a term, too.
  static std::uint32_t comparedLanes(const Sample&, const D&) { return ~0u; }
  static std::uint32_t comparedBits(const Sample&, const D&) { return ~0u; }
  static Term comparesBit(const Unknown& sample, const D&, unsigned) { return truthIn(sample, true); }
  /// What the answer says was chosen, where nobody else says it.
  template <class Answer> static void takeTold(const Answer&, Sample&, const D&) {}
  /// Which destinations the form writes; in both worlds.
  template <class Sample> static auto givesWord(const Sample& sample) { return truthIn(sample, true); }
  template <class Sample> static auto givesPredicate(const Sample& sample) { return truthIn(sample, true); }
  static bool orderTellsAll(const Sample&) { return true; } ///< with memory: an order leaves nothing open
  static void reduce(Sample&, const D&) {}
  static bool expand(Sample&, const D&) { return true; }
  static std::uint32_t maskOf(unsigned, const D&) { return ~0u; } ///< bits that a word of that row may have
  static bool isFree(unsigned, const D&) { return true; }         ///< of a row that `uniform` speaks of
  static bool isOne(unsigned) { return false; }                   ///< of a row that is one word for all lanes
  static std::vector<std::uint32_t> smallValues(unsigned, const D&) { return {1, 0x80000000}; }
  static constexpr unsigned kSmallWords = 2;
  /// A record's byte that makes the modifier number `at` be `value`.
  static void aimAt(std::span<std::uint8_t> record, unsigned at, unsigned value) {
    const auto count = static_cast<unsigned>(spec::layoutOf<typename T::Modifiers>().cells()[at].about.count);
    record[fuzz::kModifierBytes + at] = static_cast<std::uint8_t>((value * 256 + count - 1) / count);
  }
  /// The first modifier says the form.
  static void aim(unsigned form, std::span<std::uint8_t> record) {
    if constexpr (!std::is_empty_v<typename T::Modifiers>)
      aimAt(record, 0, form);
  }
};

} // namespace warplaw::check

#include "check/registers.h"

namespace warplaw::check {

template <class Adapter> class DescribedFamily : public Family {
public:
  using Traits = typename Adapter::Traits;
  using Wire = typename Adapter::Wire;
  using Fuzzer = fuzz::DescribedFuzzer<Traits>;
  using Trial = typename Traits::Trial;
  using Sample = check::Sample<Traits>;
  using Registers = check::Registers<Adapter>;

  explicit DescribedFamily(Profile profile) : DescribedFamily(Adapter::defaultsOf(profile)) {
    domain_.forms = (std::uint64_t{1} << names_.size()) - 1;
  }

  unsigned index() const override { return static_cast<unsigned>(familyOf(static_cast<const Wire*>(nullptr))); }
  spec::Mnemonic mnemonic() const override { return Traits::Form::kMnemonic; }
  std::size_t bytes() const override { return sizeof(Wire); }
  std::size_t outputsAt() const override { return check::outputsOf<Wire>(); }
  std::size_t outputsEnd() const override { return Registers::kOutputsEnd; }
  void setStructure(std::size_t bytes) override {
    domain_.structure = bytes;
    makeLayout();
  }
  std::span<const std::string> forms() const override { return names_; }
  unsigned formOf(Bytes asked) const override { return Adapter::formOf(sampleOf(asked).trial.modifiers); }

  void restrict(spec::JsonReader& reader, spec::JsonFields& fields) override {
    readCommon(reader, fields, Adapter::kFormsKey, Adapter::forms(), Adapter::kOutputs, domain_);
    if constexpr (Registers::kAny)
      readRegisters(reader, fields, domain_);
    Adapter::readMore(reader, fields, domain_);
    makeLayout();
  }
  const Domain& domain() const override { return domain_; }
  bool contains(Bytes asked) const override { return contains(sampleOf(asked)); }

  void draw(unsigned form, WideDice& dice, std::span<std::byte> asked) override {
    std::array<std::uint8_t, Fuzzer::kRecord> record;
    dice.fill(record);
    Adapter::aim(form, record);
    Sample sample{Fuzzer::trialOf(fuzz::Bytes(record)), false, {}};
    std::uint32_t& exec = sample.trial.operands.exec;
    exec = WARPLAW_CHECK_FAULT(field_ignored, bentTo(domain_.exec, exec), exec);
    for (unsigned row = 0; row < Traits::kRows; ++row)
      if (isUniform(row))
        std::fill_n(sample.trial.operands.row[row], spec::kLanes, +sample.trial.operands.row[row][0]);
    Adapter::bend(sample, domain_, dice);
    Registers::draw(sample, domain_, dice);
    finish(sample);
    pack(sample, wireIn<Wire>(asked));
  }

  const fuzz::Layout& layout() const override { return layout_; }
  const fuzz::SmallCases* small() const override { // made when something is to be minimised: seldom
    if (!small_)
      small_ = smallCases();
    return &*small_;
  }
  fuzz::Words wordsOf(Bytes asked) const override {
    Sample sample = sampleOf(asked);
    Adapter::reduce(sample, domain_);
    const fuzz::Words all = Fuzzer::wordsOf(sample.trial);
    fuzz::Words words;
    for (const auto& sets : sets_)
      words.push_back(sets.empty() ? 0 : all[sets.front()]);
    if (resultWord_)
      words[*resultWord_] = Registers::numberOf(Registers::kResults, sample.resultIs);
    if (predicateWord_)
      words[*predicateWord_] = Registers::numberOf(Adapter::kPredicateMayBe, sample.predicateIs);
    return words;
  }
  bool fromWords(const fuzz::Words& words, std::span<std::byte> asked) const override {
    fuzz::Words all(Fuzzer::cells().layout().size());
    Sample sample;
    for (std::size_t w = 0; w < words.size(); ++w) {
      if (w == resultWord_)
        sample.resultIs = Registers::numbered(Registers::kResults, words[w]);
      if (w == predicateWord_)
        sample.predicateIs = Registers::numbered(Adapter::kPredicateMayBe, words[w]);
      for (const std::size_t word : sets_[w])
        all[word] = words[w];
    }
    if (!Fuzzer::cells().areLegal(all.data()))
      return false;
    Fuzzer::cells().write(all.data(), &sample.trial);
    if (!Adapter::expand(sample, domain_))
      return false;
    finish(sample);
    if (!Fuzzer::trialOf(Fuzzer::wordsOf(sample.trial)) || !contains(sample))
      return false;
    pack(sample, wireIn<Wire>(asked));
    return true;
  }

protected:
  explicit DescribedFamily(const typename Adapter::Domain& domain) : domain_(domain) {
    for (const std::string_view name : Adapter::forms())
      names_.push_back(Adapter::formName(name));
    makeLayout();
  }
  /// For everything, with the outputs and decisions of this one.
  typename Adapter::Domain widest() const {
    typename Adapter::Domain wide = domain_;
    Adapter::widen(wide);
    wide.sameRegisters = true;
    wide.forms = (std::uint64_t{1} << names_.size()) - 1;
    wide.exec = ExecMasks::Any;
    wide.uniform = false;
    return wide;
  }

  static constexpr bool kHasPlaces = requires(Sample& sample, Unpack unpack) { Adapter::places(sample, unpack); };
  void pack(const Sample& sample, Wire& wire) const {
    if constexpr (kHasPlaces)
      Adapter::places(sample, Pack{reinterpret_cast<std::byte*>(&wire)});
    else
      Adapter::pack(sample, wire);
    Registers::pack(sample, wire);
  }
  void unpack(const Wire& wire, Sample& sample) const {
    if constexpr (kHasPlaces)
      Adapter::places(sample, Unpack{reinterpret_cast<const std::byte*>(&wire)});
    else
      Adapter::unpack(wire, sample);
    Registers::unpack(wire, sample);
    Adapter::decide(sample, domain_);
  }
  Sample sampleOf(Bytes asked) const {
    Sample sample;
    unpack(wireIn<Wire>(asked), sample);
    return sample;
  }
  bool contains(const Sample& sample) const {
    if (!(domain_.forms >> Adapter::formOf(sample.trial.modifiers) & 1) ||
        !isMask(domain_.exec, sample.trial.operands.exec))
      return false;
    for (unsigned row = 0; row < Traits::kRows; ++row)
      if (isUniform(row) && !check::isUniform(sample.trial.operands.row[row]))
        return false;
    return Registers::contains(sample, domain_) && Adapter::contains(sample, domain_);
  }
  bool isUniform(unsigned row) const {
    return Adapter::isOne(row) || (domain_.uniform && Adapter::isFree(row, domain_));
  }
  /// What follows from the rest: destinations before, choices.
  void finish(Sample& sample) const {
    setCanary(sample.before);
    Registers::setBefore(sample);
    Adapter::decide(sample, domain_);
  }
  /// Names the registers of a case as the sample says: a destination that is a source has its number.
  void nameRegisters(const Sample& sample, spec::Case& c) const { Registers::name(sample, fuzzer_, c); }
  /// The other way round, where the structure can say it.
  void takeRegisters(const spec::Case& c, Sample& sample) const { Registers::take(c, domain_, sample); }
  void makeLayout();
  fuzz::SmallCases smallCases() const;

  typename Adapter::Domain domain_;
  std::vector<std::string> names_;
  /// To compile an encoding of 32 lanes takes seconds.
  Fuzzer& fuzzer_ = static_cast<Fuzzer&>(sharedOracle().of(Traits::Form::kMnemonic));
  fuzz::Layout layout_;
  std::vector<std::vector<std::size_t>> sets_; ///< the cells that a word sets; none: which source a destination is
  std::optional<std::size_t> resultWord_, predicateWord_; ///< the words that say it; none: it is none
  std::vector<std::vector<std::size_t>>
      wordOf_;         ///< [row, the predicate's first][lane]: its word; one where it is uniform
  fuzz::Edits always_; ///< of each small case, that of exec first
  mutable std::optional<fuzz::SmallCases> small_;
};

} // namespace warplaw::check

#include "check/described_words.h"

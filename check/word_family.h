// A DescribedFamily whose instruction writes a word, and a predicate or none, into each lane that executes, and nothing
// else: an answer against the encoding's, or a reading's (MACH-1, -5). An Adapter has besides
//
//   observe(sample, domain, coverage), kCounters, lacking(form, domain, coverage)
#pragma once
#include "check/described_family.h"
#include "concrete/execute.h"

namespace warplaw::check {

template <class Adapter> class WordFamily : public DescribedFamily<Adapter> {
public:
  using Base = DescribedFamily<Adapter>;
  using Base::Base;
  using typename Base::Fuzzer;
  using typename Base::Registers;
  using typename Base::Sample;
  using typename Base::Traits;
  using typename Base::Trial;
  using typename Base::Wire;

  explicit WordFamily(const typename Adapter::Domain& domain) : Base(domain) {}
  std::unique_ptr<Family> unrestricted() const override { return std::make_unique<WordFamily>(this->widest()); }

  bool isAsShipped(Bytes asked, Bytes answered) override {
    unpackTold(asked, answered);
    spec::Results results = fuzz::untouchedResults();
    Trial& trial = sample_.trial;
    Fuzzer::instruction().call(shipped_, &trial.modifiers, trial.operands, &trial.choices, {}, &trial.around, results);
    Adapter::deliver(sample_, results);
    return differing(asked, answered, results) == 0;
  }
  fuzz::Kinds judge(Bytes asked, Bytes answered) override {
    unpackTold(asked, answered);
    typename Fuzzer::Wanted wanted;
    fuzzer_.encode(sample_.trial, wanted);
    Adapter::deliver(sample_, wanted.results);
    return differing(asked, answered, wanted.results);
  }

  std::optional<Demand> demand(Terms& terms, unsigned form) override {
    std::vector<std::byte> sample(sizeof(Wire));
    WideDice dice(0);
    this->draw(form, dice, sample);
    const auto* const start = reinterpret_cast<const std::uint32_t*>(sample.data());
    const std::vector<std::uint32_t> words(start, start + Adapter::kFormWords);
    SampleTerms<Traits> unknown;
    unknown.trial.operands = symbolic::constants(terms, spec::Operands{});
    unknown.trial.choices = symbolic::constants(terms, typename Traits::Choices{});
    std::apply([&](auto&... part) { ((part = symbolic::constants(terms, plain(part))), ...); }, unknown.trial.around);
    Demand demand;
    MemberVariables variables(terms, words, demand.members);
    Adapter::places(unknown, variables);
    Registers::places(unknown, domain_, variables);
    Adapter::decide(unknown, domain_);
    demand.isInDomain = isInDomain(unknown);
    const symbolic::ResultTerms after = encoded(unknown);
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      const Term executes = unknown.trial.operands.exec.bit(lane), frame = terms.truth(domain_.frame);
      if (domain_.word)
        demand.lanes[lane].push_back(demanded(demand, unknown.before[lane], -1,
                                              executes.ite(Adapter::compares(unknown, domain_, lane), frame),
                                              after.row[0][lane]));
      if constexpr (Adapter::kHasPredicate)
        if (domain_.predicate)
          demand.lanes[lane].push_back(demanded(demand, unknown.predicateBefore, static_cast<int>(lane),
                                                executes.ite(Adapter::comparesBit(unknown, domain_, lane), frame),
                                                after.predicate.bit(lane)));
    }
    Adapter::fewValues(unknown, domain_, demand);
    return demand;
  }

  void observe(Bytes asked, Coverage& coverage) const override {
    const Sample sample = sampleOf(asked);
    coverage.same += sample.resultIs != WARPLAW_IS_ITS_OWN || sample.predicateIs != WARPLAW_IS_ITS_OWN;
    Adapter::observe(sample, domain_, coverage);
  }
  std::span<const std::string_view> counters() const override { return Adapter::kCounters; }
  std::string lacking(unsigned form, const Coverage& coverage) const override {
    return Adapter::lacking(form, domain_, coverage);
  }

  spec::Case questionOf(Bytes asked) const override {
    const Sample sample = sampleOf(asked);
    spec::Case c = Fuzzer::caseOf(sample.trial);
    auto& form = c.instruction.form.template as<typename Traits::Form>();
    nameRegisters(sample, c);
    const spec::Plan plan = Traits::planOf(form, sample.trial.choices);
    if (sample.resultIs == WARPLAW_IS_ITS_OWN)
      fuzz::fillRegister(c.warp, static_cast<std::uint8_t>(plan.destination[0]), sample.before.data());
    if (plan.destinationPredicate != spec::kTruePredicate)
      c.warp.predicates[plan.destinationPredicate] = sample.predicateBefore;
    return c;
  }
  spec::Case caseOf(Bytes asked) override {
    spec::Case c = questionOf(asked);
    if (const auto outcome = oracle_.encode(c)) {
      const Sample sample = sampleOf(asked);
      const std::uint32_t compared = comparedLanes(sample), bits = comparedBits(sample);
      c.expected = fuzz::expectedOf(c, *outcome);
      for (auto& bit : c.expected->predicates)
        bit.bit.any = !(bits >> bit.lane & 1);
      for (auto& word : c.expected->registers)
        word.word.any = !(compared >> word.lane & 1);
    }
    return c;
  }
  bool takeAnswer(const spec::Case& c, const spec::Expected& said, std::span<std::byte> answered) const override {
    const spec::Plan plan = fuzzer_.planOf(c.instruction.form, c.choices);
    Wire& wire = wireIn<Wire>(answered);
    for (const auto& word : said.registers) {
      if (word.reg != plan.destination[0])
        return false;
      if (!word.word.any)
        resultIn(wire)[word.lane] = word.word.value;
    }
    for (const auto& bit : said.predicates) {
      if (bit.predicate != plan.destinationPredicate)
        return false;
      if constexpr (Adapter::kHasPredicate)
        if (!bit.bit.any)
          wire.predicate = (wire.predicate & ~(1u << bit.lane)) | (bit.bit.value & 1) << bit.lane;
    }
    return said.memory.empty() && said.cells.empty();
  }
  bool takeChoices(Bytes, spec::Case&) const override { return true; }
  bool fromCase(const spec::Case& c, std::span<std::byte> asked) override {
    const auto words = fuzzer_.operandWords(c);
    const auto trial = words ? Fuzzer::trialOf(words->words) : std::nullopt;
    if (!trial)
      return false;
    const spec::Plan plan = Traits::planOf(c.instruction.form.template as<typename Traits::Form>(), trial->choices);
    Sample sample{*trial, false, {}};
    Adapter::normalise(sample);
    if (!Adapter::fits(sample))
      return false;
    sample.before.fill(0);
    if (plan.destination[0] != spec::kZeroRegister)
      std::copy_n(c.warp.registers[plan.destination[0]], spec::kLanes, sample.before.begin());
    if (plan.destinationPredicate != spec::kTruePredicate)
      sample.predicateBefore = c.warp.predicates[plan.destinationPredicate];
    takeRegisters(c, sample);
    pack(sample, wireIn<Wire>(asked));
    return true;
  }
  fuzz::Outcome outcomeOf(const spec::Case& c, const fuzz::Outcome& expected, Bytes asked, Bytes answered) override {
    fuzz::Outcome outcome = expected;
    const Sample sample = sampleOf(asked);
    const spec::Plan plan = fuzzer_.planOf(c.instruction.form, c.choices);
    const std::uint32_t seen = (domain_.frame ? ~0u : 0) | sample.trial.operands.exec;
    const Wire& wire = wireIn<Wire>(answered);
    if (plan.destination[0] != spec::kZeroRegister && domain_.word)
      for (unsigned lane = 0; lane < spec::kLanes; ++lane)
        if (seen & comparedLanes(sample) & 1u << lane)
          outcome.warp.registers[plan.destination[0]][lane] = resultIn(wire)[lane];
    if constexpr (Adapter::kHasPredicate)
      if (plan.destinationPredicate != spec::kTruePredicate && domain_.predicate) {
        std::uint32_t& predicate = outcome.warp.predicates[plan.destinationPredicate];
        const std::uint32_t bits = seen & comparedBits(sample);
        predicate = (predicate & ~bits) | (wire.predicate & bits);
      }
    return outcome;
  }

  void observeAnswer(Bytes asked, Bytes answered, Coverage& coverage) const override {
    Adapter::observeAnswer(sampleOf(asked), resultIn(wireIn<Wire>(answered)), domain_, coverage);
  }

  std::vector<Stated> statedOf(Bytes asked, Bytes answered) const override {
    Sample sample = sampleOf(asked);
    takeTold(answered, sample);
    Adapter::takeGiven(resultIn(wireIn<Wire>(answered)), sample, domain_);
    Stated stated{Traits::formOf(sample.trial.modifiers), sample.trial.choices, sample.trial.operands, {}};
    fuzz::eachPart(sample.trial.around,
                   [&]<class Part>(const Part& part, unsigned) { spec::partIn<Part>(stated.cells) = part; });
    std::copy(sample.before.begin(), sample.before.end(), stated.results.row[0]);
    stated.results.predicate = sample.predicateBefore;
    for (const SourceRow& source : Registers::kResults)
      if (source.source == sample.resultIs)
        stated.resultRow = source.row;
    stated.isPredicateTheSource = sample.predicateIs == WARPLAW_IS_VOTES;
    stated.isPredicateTheGuard = sample.predicateIs == WARPLAW_IS_GUARD;
    return {stated};
  }
  Outputs outputsOf(Bytes asked, Bytes answered) override {
    unpack(wireIn<Wire>(asked), sample_);
    const Wire& after = wireIn<Wire>(answered);
    std::uint32_t predicate = 0;
    if constexpr (Adapter::kHasPredicate)
      predicate = after.predicate;
    return outputs(resultIn(after), predicate);
  }
  Outputs outputsAsRead(Bytes asked, const Stated& ran) override {
    const spec::Results& read = ran.results;
    unpack(wireIn<Wire>(asked), sample_);
    spec::Results left = read; // what is not written stays as it was
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      if (!(read.written[0] >> lane & 1))
        left.row[0][lane] = sample_.before[lane];
    left.predicate = (read.predicate & read.predicateWritten) | (sample_.predicateBefore & ~read.predicateWritten);
    Adapter::deliver(sample_, left);
    return outputs(left.row[0], left.predicate);
  }

protected:
  /// contains, as a term; and what follows from where a destination is a source, too.
  Term isInDomain(const SampleTerms<Traits>& sample) const {
    Terms& terms = sample.trial.operands.exec.terms();
    const auto& operands = sample.trial.operands;
    std::vector<Term> holds = {isMask(domain_.exec, operands.exec), Adapter::isInDomain(sample, domain_)};
    if constexpr (!std::is_empty_v<std::remove_cvref_t<decltype(sample.trial.modifiers)>>)
      holds.push_back(isLegal(sample.trial.modifiers));
    for (unsigned row = 0; row < Traits::kRows; ++row)
      if (Base::isUniform(row))
        for (const Term word : operands.row[row])
          holds.push_back(word.eq(operands.row[row][0]));
    Registers::assume(sample, domain_, holds);
    return terms.all(holds);
  }
  static symbolic::ResultTerms encoded(const SampleTerms<Traits>& sample) {
    const auto& [modifiers, operands, choices, around] = sample.trial;
    Terms& terms = operands.exec.terms();
    symbolic::ResultTerms results = symbolic::constants(terms, spec::Results{});
    results.row[0] = sample.before;
    if constexpr (Adapter::kHasPredicate)
      results.predicate = sample.predicateBefore;
    if constexpr (requires { Traits::kEncoding; }) {
      results = std::apply(
          [&](const auto&... part) { return Traits::kEncoding(modifiers, operands, choices, results, part...); },
          around);
    } else {
      for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
        symbolic::LaneWords words;
        for (unsigned row = 0; row < spec::kSourceRows; ++row)
          words[row] = operands.row[row][lane];
        words.predicate = operands.predicate.bit(lane);
        results.row[0][lane] = operands.exec.bit(lane).ite(
            Traits::kLane(modifiers, choices, terms.constant(5, lane), words), results.row[0][lane]);
      }
    }
    Adapter::deliver(sample, results);
    return results;
  }
  /// A part around in the world of words, as it is made.
  template <class Part> static spec::InWorld<Part, spec::Words> plain(const Part&) { return {}; }
  /// The output that stands where a word stood before.
  static Demanded demanded(const Demand& demand, Term before, int bit, Term matters, Term expected) {
    for (std::size_t m = 0; m < demand.members.size(); ++m)
      for (std::size_t w = 0; w < demand.members[m].words.size(); ++w)
        if (demand.members[m].words[w].same(before)) {
          const std::string& name = demand.members[m].name;
          return {fmt::format("{}[{}]", name, bit < 0 ? static_cast<int>(w) : bit), m, w, bit, matters, expected};
        }
    throw std::logic_error("an output is a member");
  }

  std::uint32_t comparedLanes(const Sample& sample) const { return Adapter::comparedLanes(sample, domain_); }
  std::uint32_t comparedBits(const Sample& sample) const { return Adapter::comparedBits(sample, domain_); }
  void takeTold(Bytes answered, Sample& sample) const { Adapter::takeTold(wireIn<Wire>(answered), sample, domain_); }
  void unpackTold(Bytes asked, Bytes answered) {
    unpack(wireIn<Wire>(asked), sample_);
    takeTold(answered, sample_);
  }

  /// The outputs of sample_: words, then bits.
  Outputs outputs(const std::uint32_t* word, std::uint32_t predicate) const {
    const std::uint32_t exec = sample_.trial.operands.exec, seen = (domain_.frame ? ~0u : 0) | exec,
                        compared = seen & (comparedLanes(sample_) | ~exec),
                        bits = seen & (comparedBits(sample_) | ~exec);
    Outputs all(2 * spec::kLanes);
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      all[lane] = domain_.word && (compared >> lane & 1) ? word[lane] : 0;
      all[spec::kLanes + lane] = Adapter::kHasPredicate && domain_.predicate ? (predicate & bits) >> lane & 1 : 0;
    }
    return all;
  }

  /// `left`: of lanes that execute; the others must be as they were.
  fuzz::Kinds differing(Bytes asked, Bytes answered, const spec::Results& left) const {
    const auto &before = wireIn<Wire>(asked), &after = wireIn<Wire>(answered);
    const std::uint32_t exec = before.exec;
    const std::uint32_t *was = resultIn(before), *is = resultIn(after);
    std::uint32_t any = 0, wrong = 0;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) // by vectors
      any |= is[lane] ^ ((exec & kBits[lane]) == kBits[lane] ? left.row[0][lane] : was[lane]);
    for (unsigned lane = 0; lane < spec::kLanes && any; ++lane)
      wrong |= std::uint32_t{is[lane] != (exec >> lane & 1 ? left.row[0][lane] : was[lane])} << lane;
    if (wrong & exec)
      wrong &= ~exec | comparedLanes(sample_);
    fuzz::Kinds kinds = 0;
    if ((wrong & exec) && domain_.word)
      kinds |= fuzz::setOf(fuzz::Kind::Register);
    std::uint32_t wrongBits = 0;
    if constexpr (Adapter::kHasPredicate)
      wrongBits = after.predicate ^ ((left.predicate & exec) | (before.predicate & ~exec));
    if (wrongBits & exec)
      wrongBits &= ~exec | comparedBits(sample_);
    if (WARPLAW_CHECK_FAULT(predicate_ignored, wrongBits & exec, 0u) && domain_.predicate)
      kinds |= fuzz::setOf(fuzz::Kind::Predicate);
    const bool frame = (domain_.word && (wrong & ~exec)) || (domain_.predicate && (wrongBits & ~exec));
    if (frame && domain_.frame)
      kinds |= fuzz::setOf(fuzz::Kind::Frame);
    return kinds;
  }

  using Base::domain_;
  using Base::fuzzer_;
  using Base::nameRegisters;
  using Base::pack;
  using Base::sampleOf;
  using Base::takeRegisters;
  using Base::unpack;

  static constexpr std::array<std::uint32_t, spec::kLanes> kBits = [] {
    std::array<std::uint32_t, spec::kLanes> bits{};
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      bits[lane] = 1u << lane;
    return bits;
  }();

  /// The fastest that this processor has and that is proved.
  static void* fastest() {
    std::string_view name;
    for (const concrete::Path& path : concrete::paths(Traits::Form::kMnemonic))
      if (path.supported && path.evidence == concrete::Evidence::Proved)
        name = path.name;
    return Fuzzer::instruction().shipped(name);
  }
  void* shipped_ = fastest();
  fuzz::Oracle& oracle_ = sharedOracle();
  Sample sample_; ///< the one that is judged
};

} // namespace warplaw::check

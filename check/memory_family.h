// A DescribedFamily whose instruction changes memory, one lane after the other: where the order is told the answer is
// the encoding's for that order; where it is not, some serial order must give it, which the checker of histories finds
// (ATOMS-5, RED-6). Besides what every Adapter has, one of memory has
//
//   addressOf, isInError(sample, lane)
//   toWire(sample)             a legal trial as the structure has it; false: it does not fit
//   takeTold(wire, choices)    what the answer says was chosen; false: it is no choice
//   reverseOrder(choices)
//   returnedMask(sample)       bits of what is returned, where something is
//   orderTellsAll(sample)      where an order may leave something open
//   watch(sample, memory after, results, history)    what somebody saw of it
#pragma once
#include "check/described_family.h"
#include "linearize/check.h"
#include <algorithm>
#include <tuple>

namespace warplaw::check {

/// A value of 64 bits, whose high word is the next row.
inline std::uint64_t wordsAt(const spec::Operands& operands, unsigned row, unsigned lane) {
  return std::uint64_t{operands.row[row + 1][lane]} << 32 | operands.row[row][lane];
}
inline void setWords(spec::Operands& operands, unsigned row, unsigned lane, std::uint64_t value) {
  operands.row[row][lane] = static_cast<std::uint32_t>(value);
  operands.row[row + 1][lane] = static_cast<std::uint32_t>(value >> 32);
}

/// A told order; false: no permutation of the lanes.
inline bool takeOrder(const std::uint8_t (&told)[spec::kLanes], spec::PerLaneOf<spec::Words, std::uint8_t>& order) {
  std::uint32_t seen = 0;
  for (unsigned k = 0; k < spec::kLanes; ++k) {
    if (told[k] >= spec::kLanes)
      return false;
    seen |= 1u << told[k];
    order[k] = told[k];
  }
  return seen == ~0u;
}

/// What instructions on memory say alike: forms are the legal pairs of an operation and a size, `Adapter::pairs()` with
/// their words kOps and kSizes after kMnemonic; a domain may leave out accesses that are none.
template <class Adapter, class T, class W, class D> struct MemoryAdapter : PlainAdapter<T, W, D> {
  static constexpr std::string_view kFormsKey = "operations";
  static constexpr unsigned kSmallWords = 1;

  static std::span<const std::string_view> forms() {
    static const std::vector<std::string> kNames = [] {
      std::vector<std::string> names;
      for (const auto pair : Adapter::pairs())
        names.push_back(fmt::format("{}.{}", Adapter::kOps[static_cast<unsigned>(pair.op)],
                                    Adapter::kSizes[static_cast<unsigned>(pair.size)]));
      return names;
    }();
    static const std::vector<std::string_view> kViews(kNames.begin(), kNames.end());
    return kViews;
  }
  static std::string formName(std::string_view name) { return fmt::format("{}.{}", Adapter::kMnemonic, name); }
  static unsigned formOf(const typename T::Modifiers& modifiers) {
    unsigned form = 0;
    for (const auto pair : Adapter::pairs()) {
      if (static_cast<unsigned>(pair.op) == modifiers.op && static_cast<unsigned>(pair.size) == modifiers.size)
        return form;
      ++form;
    }
    return 63;
  }
  static void aim(unsigned form, std::span<std::uint8_t> record) {
    record[0] = static_cast<std::uint8_t>(form); // modulo the number of pairs
  }
  /// The address is a lane's own word here, without an offset: op and size alone are modifiers.
  static bool isModifier(std::size_t word) { return word < 2; }
  using Sample = typename PlainAdapter<T, W, D>::Sample;
  /// What all such structures have: modifiers, lanes, memory.
  static void packTrial(const Sample& sample, W& wire) {
    std::memset(static_cast<void*>(&wire), 0, sizeof wire);
    wire.op = sample.trial.modifiers.op;
    wire.size = sample.trial.modifiers.size;
    wire.exec = sample.trial.operands.exec;
    std::memcpy(wire.memory, sample.trial.memory.data(), sizeof wire.memory);
  }
  static void unpackTrial(const W& wire, Sample& sample) {
    sample.trial.modifiers = {.op = wire.op, .size = wire.size};
    sample.trial.operands.exec = wire.exec;
    std::memcpy(sample.trial.memory.data(), wire.memory, sizeof wire.memory);
  }
  static void decide(Sample& sample, const D&) { sample.trial.choices = {}; }
  static unsigned sizeOf(const Sample& sample) { return spec::bytesOf(sample.trial.size()); }
  static void readMore(spec::JsonReader& reader, spec::JsonFields& fields, D& domain) {
    if (const auto value = fields.take("errors"))
      domain.errors = reader.boolean(*value);
  }
  static void widen(D& domain) { domain.errors = true; }
  static std::vector<std::uint32_t> smallValues(unsigned, const D&) { return {1}; }
};

template <class Adapter> class MemoryFamily final : public DescribedFamily<Adapter> {
public:
  using Base = DescribedFamily<Adapter>;
  using Base::Base;
  using typename Base::Fuzzer;
  using typename Base::Sample;
  using typename Base::Traits;
  using typename Base::Wire;
  using Choices = typename Traits::Choices;
  static constexpr bool kReturns = requires(Wire wire) { wire.returned; };

  explicit MemoryFamily(const typename Adapter::Domain& domain) : Base(domain) {}
  std::unique_ptr<Family> unrestricted() const override { return std::make_unique<MemoryFamily>(widest()); }

  fuzz::Kinds judge(Bytes asked, Bytes answered) override {
    const auto &before = wireIn<Wire>(asked), &after = wireIn<Wire>(answered);
    unpack(before, sample_);
    if (after.order_is_known > 1 || !Adapter::takeTold(after, sample_.trial.choices))
      return fuzz::setOf(fuzz::Kind::Rejection);
    typename Fuzzer::Wanted wanted;
    fuzzer_.encode(sample_.trial, wanted); // what it says of errors holds for every order
    fuzz::Kinds kinds = 0;
    std::uint32_t accesses = 0;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      if (!(before.exec >> lane & 1))
        continue;
      if (after.error[lane] != wanted.results.error[lane])
        kinds |= fuzz::setOf(fuzz::Kind::Error);
      accesses |= std::uint32_t{wanted.results.error[lane] == 0} << lane;
    }
    kinds |= frame(before, after, accesses);
    if (kinds & fuzz::setOf(fuzz::Kind::Error))
      return kinds;
    const bool told = after.order_is_known && Adapter::orderTellsAll(sample_);
    return kinds | (told ? asEncoded(wanted, after, accesses) : asSomeOrder(wanted, after, accesses));
  }
  std::uint64_t undecided() const override { return undecided_; }

  static constexpr std::array<std::string_view, 3> kCounters = {"lanes in conflict", "alone", "errors"};
  std::span<const std::string_view> counters() const override { return kCounters; }
  void observe(Bytes asked, Coverage& coverage) const override {
    const Sample sample = sampleOf(asked);
    const std::uint32_t exec = sample.trial.operands.exec;
    coverage.same += sample.resultIs != WARPLAW_IS_ITS_OWN;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      if (!(exec >> lane & 1))
        continue;
      if (Adapter::isInError(sample, lane)) {
        ++coverage.count[2];
        continue;
      }
      bool meets = false;
      for (unsigned other = 0; other < spec::kLanes; ++other)
        meets |= other != lane && (exec >> other & 1) &&
                 Adapter::addressOf(sample, other) == Adapter::addressOf(sample, lane);
      ++coverage.count[meets ? 0 : 1];
    }
  }
  std::string lacking(unsigned, const Coverage& coverage) const override {
    return coverage.count[0] < kEnough ? "no two lanes meet at an address" : "";
  }

  spec::Case questionOf(Bytes asked) const override {
    const Sample sample = sampleOf(asked);
    spec::Case c = Fuzzer::caseOf(sample.trial);
    nameRegisters(sample, c);
    return c;
  }
  spec::Case caseOf(Bytes asked) override { return questionOf(asked); }
  /// No order is said: any is right.
  bool takeAnswer(const spec::Case& c, const spec::Expected& said, std::span<std::byte> answered) const override {
    const spec::Plan plan = fuzzer_.planOf(c.instruction.form, c.choices);
    Wire& wire = wireIn<Wire>(answered);
    for (const auto& word : said.registers) {
      const unsigned part = word.reg == plan.destination[1] ? 1 : 0;
      if (!kReturns || word.reg != plan.destination[part])
        return false;
      if constexpr (kReturns)
        if (!word.word.any) {
          std::uint64_t& returned = wire.returned[word.lane];
          returned = part ? std::uint64_t{word.word.value} << 32 | (returned & 0xffffffff)
                          : (returned >> 32 << 32) | word.word.value;
        }
    }
    for (const auto& word : said.memory) {
      if (word.address + 4 > sizeof wire.memory)
        return false;
      if (!word.word.any)
        std::memcpy(wire.memory + word.address, &word.word.value, 4);
    }
    for (const auto& error : said.errors)
      wire.error[error.lane] = static_cast<std::uint8_t>(error.kind);
    return said.predicates.empty() && said.cells.empty();
  }
  bool takeChoices(Bytes answered, spec::Case& c) const override {
    const auto& after = wireIn<Wire>(answered);
    Choices choices = c.choices.as<Choices>();
    if (!Adapter::takeTold(after, choices))
      return false;
    c.choices = choices;
    return after.order_is_known == 1;
  }
  bool fromCase(const spec::Case& c, std::span<std::byte> asked) override {
    const auto words = fuzzer_.operandWords(c);
    const auto trial = words ? Fuzzer::trialOf(words->words) : std::nullopt;
    if (!trial)
      return false;
    Sample sample{*trial, false, {}};
    if (!Adapter::toWire(sample))
      return false;
    takeRegisters(c, sample);
    pack(sample, wireIn<Wire>(asked));
    return true;
  }
  fuzz::Outcome outcomeOf(const spec::Case& c, const fuzz::Outcome& expected, Bytes asked, Bytes answered) override {
    fuzz::Outcome outcome = expected;
    const auto& after = wireIn<Wire>(answered);
    const spec::Plan plan = fuzzer_.planOf(c.instruction.form, c.choices);
    const std::uint32_t exec = wireIn<Wire>(asked).exec;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      if (!(exec >> lane & 1))
        continue;
      outcome.warp.errors[lane] = after.error[lane];
      if constexpr (kReturns)
        for (unsigned part = 0; part < spec::kResultRows && !expected.warp.errors[lane]; ++part)
          if (plan.destination[part] != spec::kZeroRegister)
            outcome.warp.registers[plan.destination[part]][lane] =
                static_cast<std::uint32_t>(after.returned[lane] >> 32 * part);
    }
    outcome.memory.assign(after.memory, after.memory + c.memory.size());
    return outcome;
  }

  /// In the order that is told, otherwise from the first lane up and from the last one down.
  /// What a lane gets by itself.
  static std::uint64_t returnedAlone(Stated stated, unsigned lane) {
    stated.operands.exec &= 1u << lane;
    sharedOracle()
        .of(stated.form.mnemonic())
        .runPlainly(stated.form, stated.choices, stated.operands, stated.memory, stated.cells, stated.results);
    return std::uint64_t{stated.results.row[1][lane]} << 32 | stated.results.row[0][lane];
  }
  std::vector<Stated> statedOf(Bytes asked, Bytes answered) const override {
    const Sample sample = sampleOf(asked);
    const spec::Case c = questionOf(asked);
    Stated stated{Traits::formOf(sample.trial.modifiers), c.choices, sample.trial.operands, {}};
    stated.memory.assign(c.memory.begin(), c.memory.end());
    stated.cells = c.cells;
    if constexpr (kReturns)
      for (const SourceRow& source : Adapter::kResultMayBe)
        if (source.source == sample.resultIs)
          stated.resultRow = source.row;
    Choices choices = c.choices.as<Choices>();
    const auto& after = wireIn<Wire>(answered);
    if (after.order_is_known > 1 || !Adapter::takeTold(after, choices))
      return {};
    std::vector<Stated> all;
    const auto add = [&] {
      stated.choices = choices;
      all.push_back(stated);
    };
    add();
    if (!after.order_is_known) {
      Adapter::reverseOrder(choices);
      add();
      if constexpr (kReturns) { // who comes first to a bank shows it, or else none of the others had done more
        std::array<std::uint64_t, spec::kLanes> alone{};
        for (unsigned lane = 0; lane < spec::kLanes; ++lane)
          alone[lane] = returnedAlone(stated, lane);
        std::ranges::sort(choices.order, {}, [&](std::uint8_t lane) {
          return std::tuple(after.returned[lane] == 0, alone[lane] != 0, lane);
        });
        add();
      }
    }
    return all;
  }
  Outputs outputsOf(Bytes asked, Bytes answered) override {
    const auto& after = wireIn<Wire>(answered);
    return outputs(
        asked, after, [&](unsigned lane) { return after.error[lane]; },
        [&](unsigned lane) {
          if constexpr (kReturns)
            return after.returned[lane];
          else
            return std::uint64_t{0};
        });
  }
  Outputs outputsAsRead(Bytes asked, const Stated& ran) override {
    const spec::Results& read = ran.results;
    const std::uint32_t exec = wireIn<Wire>(asked).exec;
    return outputs(
        asked, ran, [&](unsigned lane) -> std::uint8_t { return exec >> lane & 1 ? read.error[lane] : 0; },
        [&](unsigned lane) { return std::uint64_t{read.row[1][lane]} << 32 | read.row[0][lane]; });
  }

private:
  using Base::domain_;
  using Base::fuzzer_;
  using Base::nameRegisters;
  using Base::pack;
  using Base::sampleOf;
  using Base::takeRegisters;
  using Base::unpack;
  using Base::widest;

  /// Errors, what is returned to lanes without one, memory by words; from what has the memory, with a lane's error and
  /// double word.
  template <class From, class Error, class Returned>
  Outputs outputs(Bytes asked, const From& from, Error&& error, Returned&& returned) {
    sample_ = sampleOf(asked);
    const std::uint32_t exec = sample_.trial.operands.exec;
    Outputs all;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      all.push_back(error(lane));
      if constexpr (kReturns)
        all.push_back((exec >> lane & 1) && error(lane) == 0 ? returned(lane) & Adapter::returnedMask(sample_) : 0);
    }
    for (std::uint32_t at = 0; at < sample_.trial.allocated; at += 4) {
      std::uint32_t word = 0;
      std::memcpy(&word, &from.memory[at], std::min<std::uint32_t>(4, sample_.trial.allocated - at));
      all.push_back(word);
    }
    return all;
  }

  /// Memory behind what is allocated, lanes that are off, and what is returned to lanes in error.
  fuzz::Kinds frame(const Wire& before, const Wire& after, std::uint32_t accesses) const {
    const std::uint32_t allocated = sample_.trial.allocated;
    bool kept = std::equal(before.memory + allocated, std::end(before.memory), after.memory + allocated);
    for (unsigned lane = 0; lane < spec::kLanes && domain_.frame; ++lane) {
      kept = kept && (before.exec >> lane & 1 || after.error[lane] == WARPLAW_NO_ERROR);
      if constexpr (kReturns)
        kept = kept && (accesses >> lane & 1 || before.returned[lane] == after.returned[lane]);
    }
    return kept ? 0 : fuzz::setOf(fuzz::Kind::Frame);
  }
  fuzz::Kinds asEncoded(const typename Fuzzer::Wanted& wanted, const Wire& after, std::uint32_t accesses) const {
    fuzz::Kinds kinds = 0;
    if constexpr (kReturns)
      for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
        const std::uint64_t right = std::uint64_t{wanted.results.row[1][lane]} << 32 | wanted.results.row[0][lane];
        if ((accesses >> lane & 1) && ((right ^ after.returned[lane]) & Adapter::returnedMask(sample_)))
          kinds |= fuzz::setOf(fuzz::Kind::Register);
      }
    if (std::memcmp(wanted.memory.data(), after.memory, sample_.trial.allocated) != 0)
      kinds |= fuzz::setOf(fuzz::Kind::Memory);
    return kinds;
  }
  fuzz::Kinds asSomeOrder(typename Fuzzer::Wanted& wanted, const Wire& after, std::uint32_t accesses) {
    spec::Results& results = wanted.results;
    if constexpr (kReturns) {
      results.written[0] = accesses;
      for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
        results.row[0][lane] = static_cast<std::uint32_t>(after.returned[lane]);
        results.row[1][lane] = static_cast<std::uint32_t>(after.returned[lane] >> 32);
      }
    }
    Adapter::watch(sample_, std::span(after.memory).first(sample_.trial.allocated), results, history_);
    if (!linearize::validate(history_))
      return fuzz::setOf(fuzz::Kind::Memory);
    const linearize::Answer answer = checker_.check(history_).answer;
    undecided_ += answer == linearize::Answer::Unknown;
    return answer == linearize::Answer::Illegal ? fuzz::setOf(fuzz::Kind::Memory) : 0;
  }

  Sample sample_; ///< the one that is judged
  std::uint64_t undecided_ = 0;
  linearize::Checker checker_;
  linearize::History history_;
};

} // namespace warplaw::check

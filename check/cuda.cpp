// CUDA's shuffles and votes for users' executors: a SHFL with the range of its width (CSHFL-1..5); VOTE's answer or
// ballot, where any predicate but 0 is yes (VOTE-1..3).
#include "check/shfl_adapter.h"
#include "check/vote_adapter.h"

namespace warplaw::check {
namespace {
static_assert(WARPLAW_CUDA_SHFL_XOR == static_cast<int>(spec::ShflMode::Bfly));

/// What a function's structure and its instruction's differ in alike: no predicate goes out, a word does.
template <class Instruction, class W> struct CudaFunction : Instruction {
  using Wire = W;
  static constexpr std::string_view kFormsKey = "functions";
  static constexpr std::array<std::string_view, 1> kOutputs = {"result"};
  static constexpr bool kHasSameRegister = false, kHasPredicate = false;
  static constexpr std::array<SourceRow, 0> kResultMayBe = {}, kPredicateMayBe = {}; // arguments are no registers
  static std::string formName(std::string_view name) { return fmt::format("__{}", name); }
};

struct CudaShfl : CudaFunction<Shfl, warplaw_cuda_shfl> {
  static constexpr std::string_view kFunctions[] = {"shfl", "shfl_up", "shfl_down", "shfl_xor"};

  static std::span<const std::string_view> forms() { return kFunctions; }

  static ShflDomain defaultsOf(Profile) {
    ShflDomain domain;
    domain.exec = ExecMasks::NonEmpty;
    domain.range = Ranges::Cuda;
    return domain;
  }
  static void readMore(spec::JsonReader& reader, spec::JsonFields& fields, ShflDomain& domain) {
    readCudaShfl(reader, fields, domain);
  }
  static void widen(ShflDomain& domain) {
    domain.widths = ShflDomain{}.widths;
    domain.distance = Distances::Any;
  }
  static bool isOne(unsigned row) { return row == spec::shfl_rows::kRange; }

  static void pack(const Sample& sample, Wire& wire) {
    const spec::Operands& operands = sample.trial.operands;
    wire.function = sample.trial.modifiers.mode;
    wire.exec = operands.exec;
    wire.width = spec::kLanes - (operands.row[spec::shfl_rows::kRange][0] >> 8);
    std::memcpy(wire.var, operands.row[spec::shfl_rows::kValue], sizeof wire.var);
    std::memcpy(wire.x, operands.row[spec::shfl_rows::kLane], sizeof wire.x);
    std::memcpy(wire.inactive, sample.trial.choices.inactive.data(), sizeof wire.inactive);
  }
  static void unpack(const Wire& wire, Sample& sample) {
    spec::Operands& operands = sample.trial.operands;
    sample.trial.modifiers.mode = wire.function;
    operands.exec = wire.exec;
    const auto k = static_cast<unsigned>(std::countr_zero(wire.width));
    std::fill_n(operands.row[spec::shfl_rows::kRange], spec::kLanes, rangeOf(wire.function, k));
    std::memcpy(operands.row[spec::shfl_rows::kValue], wire.var, sizeof wire.var);
    std::memcpy(operands.row[spec::shfl_rows::kLane], wire.x, sizeof wire.x);
    std::memcpy(sample.trial.choices.inactive.data(), wire.inactive, sizeof wire.inactive);
    sample.sameRegister = false;
  }
  static bool fits(const Sample& sample) {
    return isUniform(sample.trial.operands.row[spec::shfl_rows::kRange]) &&
           Shfl::contains(sample, defaultsOf(Profile::Cuda));
  }

  // ---- the same as terms
  static void places(Unknown& sample, MemberVariables visit) {
    auto& operands = sample.trial.operands;
    visit("function", offsetof(Wire, function), sample.trial.modifiers.mode);
    visit("exec", offsetof(Wire, exec), operands.exec);
    Term width;
    visit("width", offsetof(Wire, width), width);
    visit("var", offsetof(Wire, var), operands.row[spec::shfl_rows::kValue]);
    visit("x", offsetof(Wire, x), operands.row[spec::shfl_rows::kLane]);
    visit("inactive", offsetof(Wire, inactive), sample.trial.choices.inactive);
    Term range = width.terms().constant(32, ~0u); // of what is no width: no width's range
    for (unsigned k = 0; k < kWidths; ++k)
      range = width.eq(Bits{1} << k).ite(width.terms().constant(32, rangeOf(modeOf(sample), k)), range);
    operands.row[spec::shfl_rows::kRange].fill(range);
  }
  static void fewValues(const Unknown&, const ShflDomain& domain, Demand& demand) {
    const auto width = std::ranges::find(demand.members, "width", &Member::name);
    std::vector<Bits> values;
    for (const unsigned k : widths(domain))
      values.push_back(Bits{1} << k);
    demand.fewValues.emplace_back(width->words[0], values);
  }

private:
  static constexpr unsigned kWidths = 6;
  static std::uint32_t modeOf(const Unknown& sample) {
    return static_cast<std::uint32_t>(sample.trial.modifiers.mode.value());
  }
};

struct CudaVote : CudaFunction<Vote, warplaw_cuda_vote> {
  static constexpr std::string_view kFunctions[] = {"all", "any", "ballot"};

  static std::span<const std::string_view> forms() { return kFunctions; }
  static Domain defaultsOf(Profile) { return Vote::defaultsOf(Profile::Cuda); }
  static bool isBallot(std::uint32_t function) { return function == WARPLAW_CUDA_BALLOT; }

  /// Lanes that say yes give numbers with one bit each, another one in each of 32 lanes.
  static void pack(const Sample& sample, Wire& wire) {
    wire.function = sample.trial.modifiers.mode;
    wire.exec = sample.trial.operands.exec;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      wire.predicate[lane] = (sample.trial.operands.predicate >> lane & 1) << lane * 7 % spec::kLanes;
  }
  static void unpack(const Wire& wire, Sample& sample) {
    sample.trial.modifiers.mode = wire.function;
    sample.trial.operands.exec = wire.exec;
    sample.trial.operands.predicate = 0;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      sample.trial.operands.predicate |= std::uint32_t{wire.predicate[lane] != 0} << lane;
  }
  static void deliver(const Sample& sample, spec::Results& results) {
    for (unsigned lane = 0; lane < spec::kLanes && !isBallot(sample.trial.modifiers.mode); ++lane)
      results.row[0][lane] = results.predicate >> lane & 1;
  }

  // ---- the same as terms
  static void places(Unknown& sample, MemberVariables visit) {
    visit("function", offsetof(Wire, function), sample.trial.modifiers.mode);
    visit("exec", offsetof(Wire, exec), sample.trial.operands.exec);
    PerLane<Term> predicate;
    visit("predicate", offsetof(Wire, predicate), predicate);
    Term votes;
    for (const Term word : predicate) {
      const Term yes = word.ne(numberIn(sample, 0));
      votes = votes ? yes.concat(votes) : yes;
    }
    sample.trial.operands.predicate = votes;
  }
  static void deliver(const Unknown& sample, symbolic::ResultTerms& results) {
    const auto& [modifiers, operands, choices, around] = sample.trial;
    for (unsigned lane = 0; lane < spec::kLanes && !isBallot(static_cast<std::uint32_t>(modifiers.mode.value()));
         ++lane)
      results.row[0][lane] = operands.exec.bit(lane).ite(results.predicate.bit(lane).zext(32), sample.before[lane]);
  }
};

class CudaVoteFamily final : public WordFamily<CudaVote> {
public:
  using WordFamily::WordFamily;
  std::unique_ptr<Family> unrestricted() const override { return std::make_unique<CudaVoteFamily>(widest()); }

  /// An answer of __all and __any stands in the predicate; what is neither 1 nor 0 is shown as the wrong one.
  fuzz::Outcome outcomeOf(const spec::Case& c, const fuzz::Outcome& expected, Bytes asked, Bytes answered) override {
    const auto& wire = wireIn<warplaw_cuda_vote>(answered);
    if (CudaVote::isBallot(wire.function))
      return WordFamily::outcomeOf(c, expected, asked, answered);
    fuzz::Outcome outcome = expected;
    const spec::Plan plan = fuzzer_.planOf(c.instruction.form, c.choices);
    if (plan.destinationPredicate == spec::kTruePredicate)
      return outcome;
    std::uint32_t& predicate = outcome.warp.predicates[plan.destinationPredicate];
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      if (wire.exec >> lane & 1 && wire.result[lane] != (predicate >> lane & 1))
        predicate ^= 1u << lane;
    return outcome;
  }
  /// The numbers by which lanes say yes, which are the same ones each time (CudaVote::pack): some executor may be wrong
  /// about one of them alone.
  std::string unsaid(Bytes asked) const override {
    const auto& wire = wireIn<warplaw_cuda_vote>(asked);
    std::string numbers;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      if (wire.predicate[lane])
        numbers +=
            fmt::format("{}lane {}: {:#x}", numbers.empty() ? "  predicate: " : ", ", lane, wire.predicate[lane]);
    return numbers.empty() ? "" : numbers + "\n";
  }
  bool takeAnswer(const spec::Case& c, const spec::Expected& said, std::span<std::byte> answered) const override {
    if (!WordFamily::takeAnswer(c, said, answered))
      return false;
    auto& wire = wireIn<warplaw_cuda_vote>(answered);
    if (!CudaVote::isBallot(wire.function))
      for (const auto& bit : said.predicates)
        if (!bit.bit.any)
          wire.result[bit.lane] = bit.bit.value & 1;
    return true;
  }
};

} // namespace

std::unique_ptr<Family> makeCudaShflFamily(Profile profile) { return std::make_unique<WordFamily<CudaShfl>>(profile); }
std::unique_ptr<Family> makeCudaVoteFamily(Profile profile) { return std::make_unique<CudaVoteFamily>(profile); }

} // namespace warplaw::check

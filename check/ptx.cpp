#include "check/ptx.h"
#include "check/ptx_readings.h"
#include "concrete/scalar/scalar.h"
#include "plain/samples.h"
#include "spec/scalar/unsaid.h"
#include <algorithm>
#include <bit>
#include <cassert>
#include <chrono>
#include <cstring>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <numeric>

namespace warplaw::check {
namespace {
using Clock = std::chrono::steady_clock;
using spec::scalar::Form;
using spec::scalar::Modes;
using spec::scalar::Word;
using Cases = std::vector<warplaw_ptx>;

constexpr std::size_t kInFirstTurn = 128, kInATurn = 1024; ///< cases of an opcode
constexpr std::size_t kKept = 16;                          ///< of right and of wrong ones each, for readings
constexpr unsigned kMostHung = 8;                          ///< opcodes that hang before the rest is not asked
constexpr double kEndSeconds = 3;                          ///< to make small what ends the process
constexpr Word kCanary = 0xc0dec0dec0dec0de;

template <std::size_t size> void setText(char (&to)[size], std::string_view text) {
  assert(text.size() < size);
  text.copy(to, size - 1);
}

/// By what smaller operands are known: fewer digits, then smaller numbers.
std::pair<int, unsigned __int128> sizeOf(const warplaw_ptx& c) {
  int digits = 0;
  unsigned __int128 sum = 0;
  for (const Word word : c.source) {
    digits += std::bit_width(word);
    sum += word;
  }
  return {digits, sum};
}

/// `setp.lt.and.s32 p|q, a, b, c`: p combines the comparison with c, q the negated one (PTX-25).
struct Combination {
  std::string_view name;
  bool (*of)(bool compared, bool c);
};
constexpr Combination kCombinations[] = {{".and", [](bool compared, bool c) { return compared && c; }},
                                         {".or", [](bool compared, bool c) { return compared || c; }},
                                         {".xor", [](bool compared, bool c) { return compared != c; }}};
bool isSetp(const Form& form) { return form.operation->mnemonic() == "setp"; }

class Opcode {
public:
  Opcode(const Form& form, Modes modes, std::uint64_t seed, const Combination* combination = nullptr)
      : form_(form), modes_(modes), combination_(combination), samples_(form, modes, seed),
        stride_(strideOf(samples_.pairs())) {
    report_.form = form.opcode(modes);
    report_.mnemonic = form.operation->mnemonic();
    if (combination) // behind "setp.lt"
      report_.form.insert(report_.form.find('.', report_.mnemonic.size() + 1), combination->name);
    setText(plain_.opcode, report_.form);
    setText(plain_.row, form.operation->symbol);
    setText(plain_.type, form.operation->typeNames[form.type]);
    plain_.modes = modes;
    plain_.sources = form.sources() + (combination ? 1 : 0);
    plain_.result = kCanary;
  }

  FormReport& report() { return report_; }
  bool isLeft() const { return report_.status == Status::Ok || report_.status == Status::Mismatch; }

  /// Half of them pairs of boundaries, from all over; the rest random words.
  Cases draw(std::size_t count) {
    Cases all;
    while (all.size() < count) {
      const bool isPair = all.size() < count / 2 && pairsDrawn_ < samples_.pairs();
      std::vector<Word> sources =
          isPair ? samples_.pair(pairsDrawn_++ * stride_ % samples_.pairs()) : samples_.random();
      if (!isOpen(form_, sources.data())) {
        if (combination_)
          sources.push_back(cDrawn_++ % 2);
        std::ranges::copy(sources, plain_.source);
        all.push_back(plain_);
      }
    }
    return all;
  }

  Word expected(const warplaw_ptx& c) const {
    const Word compared = ofRow(c);
    return combination_ ? combination_->of(compared, c.source[2]) : compared;
  }
  bool expectedSecond(const warplaw_ptx& c) const {
    return combination_ ? combination_->of(!ofRow(c), c.source[2]) : !ofRow(c);
  }
  Word got(const warplaw_ptx& c) const { return c.result & plain::mask(form_.result(modes_)); }
  bool isSecondWrong(const warplaw_ptx& c) const {
    return isSetp(form_) && c.gives_second && (c.second & 1) != expectedSecond(c);
  }
  bool isWrong(const warplaw_ptx& c) const { return c.declined || got(c) != expected(c) || isSecondWrong(c); }
  std::string mistake(const warplaw_ptx& c) const {
    if (c.declined)
      return fmt::format("expected {:#x}, got that it is not implemented", expected(c));
    if (got(c) != expected(c))
      return fmt::format("expected {:#x}, got {:#x}", expected(c), got(c));
    return fmt::format("q of p|q: expected {:d}, got {}", expectedSecond(c), c.second & 1);
  }
  std::string operands(const warplaw_ptx& c) const {
    return fmt::format("{} {:#x} ({})", report_.form, fmt::join(std::span(c.source, c.sources), ", "),
                       fmt::join(form_.operation->rules, ", "));
  }

  /// Small numbers in all places: what two operands do together is seldom found by changing one. The smallest first.
  Cases small() const {
    static constexpr Word kSmall[] = {0, 1, 2, 3, 8, 32, 4, 7, 16, 31, 33, 64};
    const std::size_t each = plain_.sources < 4 ? std::size(kSmall) : 6;
    Cases all = {plain_};
    std::ranges::fill(all.front().source, 0);
    for (unsigned i = 0; i < plain_.sources; ++i)
      for (std::size_t k = all.size(); k-- > 0;)
        for (const Word word : std::span(kSmall).subspan(1, each - 1))
          if (word <= maskOf(i)) {
            all.push_back(all[k]);
            all.back().source[i] = word;
          }
    std::erase_if(all, [&](const warplaw_ptx& one) { return isOpen(form_, one.source); });
    bySize(all);
    return all;
  }

  /// Operands that differ from these in one place and are smaller, the smallest first.
  Cases smaller(const warplaw_ptx& than) const {
    Cases all;
    const auto add = [&](unsigned i, Word word) {
      warplaw_ptx one = than;
      one.source[i] = word;
      one.result = kCanary;
      one.declined = one.second = one.gives_second = 0;
      if (sizeOf(one) < sizeOf(than) && !isOpen(form_, one.source))
        all.push_back(one);
    };
    for (unsigned i = 0; i < plain_.sources; ++i) {
      const Word word = than.source[i];
      for (const Word other : {Word{0}, Word{1}, word >> 1, word >> 4, word >> 8, word - 1})
        add(i, other);
      for (Word left = word; left; left &= left - 1) {
        add(i, word & ~(left & -left));
        add(i, word & ((left & -left) - 1));
        add(i, left & -left);
      }
    }
    bySize(all);
    return all;
  }

  std::vector<std::string> namesOf(std::span<const PtxAnswer> answers) const {
    const bool isAboutQ = std::ranges::all_of(answers, [](const PtxAnswer& one) { return one.result == one.right; });
    return combination_ || isAboutQ ? std::vector<std::string>{} : PtxReadings(form_, modes_).namesOf(answers);
  }

private:
  /// Without a combination.
  Word ofRow(const warplaw_ptx& c) const {
    return function_(modes_, c.source[0], c.source[1], c.source[2], c.source[3]);
  }
  Word maskOf(unsigned i) const { return i < form_.sources() ? plain::mask(form_.source(i, modes_)) : 1; }
  static void bySize(Cases& all) {
    std::ranges::sort(all, {},
                      [](const warplaw_ptx& one) { return std::pair(sizeOf(one), std::to_array(one.source)); });
  }
  /// So that the first of them lie all over, and each comes once.
  static std::size_t strideOf(std::size_t count) {
    std::size_t stride = count * 5 / 8 | 1;
    while (std::gcd(stride, count) != 1)
      stride += 2;
    return stride;
  }

  Form form_;
  Modes modes_;
  const Combination* combination_;
  concrete::ScalarFunction function_ = concrete::scalarFunction(form_);
  plain::Samples samples_;
  std::size_t stride_, pairsDrawn_ = 0, cDrawn_ = 0;
  warplaw_ptx plain_{};
  FormReport report_;
};

class PtxRun {
public:
  PtxRun(Executor& executor, const RunOptions& options, double seconds)
      : executor_(executor), options_(options), seconds_(seconds) {
    report_.name = kFamilyNames[kPtxFamily];
    const std::uint64_t bytes = executor.table().bytes[kPtxFamily];
    report_.implemented = bytes != 0;
    // whose header is older may tell operations apart by row, type and modes alone
    const bool isOlder = report_.implemented && bytes < sizeof(warplaw_ptx);
    for (const Form& form : spec::scalar::forms())
      for (const Modes modes : form.everyModes())
        if (!spec::scalar::isApproximate(form.opcode(modes))) {
          opcodes_.emplace_back(form, modes, options.seed);
          if (isSetp(form) && !isOlder)
            for (const Combination& combination : kCombinations)
              opcodes_.emplace_back(form, modes, options.seed, &combination);
        }
  }

  FamilyReport operator()() {
    if (report_.implemented) {
      const Clock::time_point start = Clock::now();
      std::ranges::for_each(opcodes_, [&](Opcode& opcode) { probe(opcode); });
      const auto left = static_cast<std::size_t>(std::ranges::count_if(opcodes_, &Opcode::isLeft));
      const std::uint64_t each = options_.cases
                                     ? std::max<std::uint64_t>(options_.cases / std::max<std::size_t>(left, 1), 1)
                                     : ~std::uint64_t{0};
      for (bool isFirst = true; left && turn(isFirst, each, start); isFirst = false) {
      }
      report_.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    }
    executor_.endAt(Executor::Clock::time_point::max()); // what is wrong is made small
    for (Opcode& opcode : opcodes_)
      conclude(opcode);
    return report_;
  }

private:
  bool stopped() const { return options_.stop && *options_.stop; }

  Answer ask(Cases& cases, bool afresh = false, double share = 1) {
    const Cases asked = cases;
    const Answer answer = executor_.ask(kPtxFamily, sizeof(warplaw_ptx), std::as_bytes(std::span(asked)),
                                        std::as_writable_bytes(std::span(cases)), afresh, share);
    const auto isKept = [](const warplaw_ptx& before, const warplaw_ptx& after) {
      return std::memcmp(&before, &after, offsetof(warplaw_ptx, result)) == 0;
    };
    if (answer.how == How::Answered && !std::ranges::equal(asked, cases, isKept))
      return {How::Crashed, "it changed what goes in"};
    return answer;
  }

  /// One case: does it know the operation?
  void probe(Opcode& opcode) {
    FormReport& form = opcode.report();
    if (stopped())
      return;
    if (hung_ == kMostHung) {
      form.status = Status::Vacuous;
      form.remark = fmt::format("not asked, for {} others gave no answer in time", kMostHung);
      return;
    }
    Cases one = opcode.draw(1);
    const Cases asked = one;
    const Answer answer = ask(one);
    if (answer.how == How::NotAsked)
      return form.setNotAsked();
    if (answer.how != How::Answered)
      return end(opcode, asked, answer);
    if (one.front().declined)
      form.status = Status::NotImplemented;
  }

  /// A batch of each opcode; false: it was the last one.
  bool turn(bool isFirst, std::uint64_t each, Clock::time_point start) {
    bool isSomeLeft = false;
    for (Opcode& opcode : opcodes_) {
      FormReport& form = opcode.report();
      if (stopped() || executor_.isOver() ||
          (!isFirst && !options_.cases && std::chrono::duration<double>(Clock::now() - start).count() >= seconds_))
        return false;
      const std::size_t most =
          std::min(isFirst && !options_.cases ? kInFirstTurn : kInATurn, executor_.batchOf(kPtxFamily));
      const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(most, each - form.cases));
      if (!opcode.isLeft() || hung_ == kMostHung || !count)
        continue;
      batch(opcode, opcode.draw(count));
      isSomeLeft |= form.cases < each;
    }
    return isSomeLeft;
  }

  void batch(Opcode& opcode, const Cases& asked) {
    FormReport& form = opcode.report();
    Cases answered = asked;
    const Answer answer = ask(answered);
    if (answer.how == How::NotAsked)
      return;
    form.cases += asked.size();
    report_.cases += asked.size();
    if (answer.how != How::Answered)
      return end(opcode, asked, answer);
    Kept& kept = kept_[&opcode];
    for (const warplaw_ptx& one : answered) {
      const bool isWrong = opcode.isWrong(one);
      form.wrong += isWrong;
      if (Cases& to = isWrong ? kept.wrong : kept.right; to.size() < kKept)
        to.push_back(one);
    }
    if (form.wrong)
      form.status = Status::Mismatch;
  }

  /// The batch ended the process: which case does so alone, and a smaller one?
  void end(Opcode& opcode, Cases cases, Answer answer) {
    FormReport& form = opcode.report();
    const bool hangs = answer.how == How::TimedOut;
    hung_ += hangs;
    form.status = hangs ? Status::Timeout : Status::Crash;
    ++form.wrong;
    const double whole = static_cast<double>(cases.size());
    const auto endsIt = [&](const Cases& part) {
      Cases answered = part;
      const Answer now =
          ask(answered, true, hangs ? std::max(kLeastShare, static_cast<double>(part.size()) / whole) : 1);
      if (now.how == answer.how && !hangs)
        answer = now;
      return now.how == answer.how;
    };
    bool isAlone = true;
    while (cases.size() > 1 && isAlone && !executor_.isOver()) {
      const auto half = cases.begin() + static_cast<std::ptrdiff_t>(cases.size() / 2);
      if (Cases first(cases.begin(), half), second(half, cases.end()); endsIt(first))
        cases = std::move(first);
      else if (isAlone = endsIt(second) || executor_.isOver(); isAlone)
        cases = std::move(second);
    }
    if (isAlone && !hangs)
      for (const Clock::time_point start = Clock::now();
           std::chrono::duration<double>(Clock::now() - start).count() < kEndSeconds;) {
        const Cases smaller = opcode.smaller(cases.front());
        const auto found = std::ranges::find_if(smaller, [&](const warplaw_ptx& one) { return endsIt({one}); });
        if (found == smaller.end())
          break;
        cases = {*found};
      }
    if (!isAlone)
      form.remark = "only after other cases: state leaks from one case into the next";
    form.findings.push_back(findingOf(opcode, cases.front(), form.status, answer.what));
    form.findings.back().isAlone = isAlone;
    form.findings.back().isSmall = cases.size() == 1;
  }

  static Finding findingOf(const Opcode& opcode, const warplaw_ptx& c, Status status, std::string what) {
    Finding finding;
    finding.status = status;
    finding.what = std::move(what);
    finding.operation = opcode.operands(c);
    finding.row = c.row;
    return finding;
  }

  void conclude(Opcode& opcode) {
    FormReport& form = opcode.report();
    if (!report_.implemented)
      form.status = Status::NotImplemented;
    else if (form.status == Status::Ok && !form.cases && stopped())
      return; // interrupted
    else if (form.status == Status::Ok && !form.cases)
      form.setNotAsked();
    else if (form.status == Status::Mismatch)
      concludeMismatch(opcode);
    report_.forms.push_back(std::move(form));
  }

  void concludeMismatch(Opcode& opcode) {
    const Kept& kept = kept_[&opcode];
    FormReport& form = opcode.report();
    Cases smallest = {*std::ranges::min_element(kept.wrong, {}, sizeOf)};
    const bool isAlone = isWrongAlone(opcode, smallest);
    if (isAlone)
      shrink(opcode, smallest.front());
    if (!isAlone)
      form.remark = "right alone, wrong after other cases: state leaks from one case into the next";
    const warplaw_ptx& c = smallest.front();
    Finding& finding = form.findings.emplace_back(findingOf(opcode, c, Status::Mismatch, opcode.mistake(c)));
    finding.isAlone = isAlone;
    std::vector<PtxAnswer> answers;
    for (const Cases* each : {&kept.wrong, &kept.right})
      for (const warplaw_ptx& one : *each)
        answers.push_back({std::span(one.source, one.sources), opcode.got(one), opcode.expected(one)});
    answers.push_back({std::span(c.source, c.sources), opcode.got(c), opcode.expected(c)});
    finding.behavesLike = opcode.namesOf(answers);
  }

  bool isWrongAlone(const Opcode& opcode, Cases& one) {
    Cases again = one;
    if (ask(again, true).how != How::Answered || !opcode.isWrong(again.front()))
      return false;
    one = again;
    return true;
  }

  void shrink(const Opcode& opcode, warplaw_ptx& c) {
    if (const auto found = firstWrong(opcode, opcode.small()); found && sizeOf(*found) < sizeOf(c))
      c = *found;
    while (!stopped()) {
      const auto found = firstWrong(opcode, opcode.smaller(c));
      if (!found)
        return;
      c = *found;
    }
  }

  /// In batches, until one has it; none, too, where the process ends.
  std::optional<warplaw_ptx> firstWrong(const Opcode& opcode, const Cases& all) {
    const std::size_t most = executor_.batchOf(kPtxFamily);
    for (std::size_t at = 0; at < all.size(); at += most) {
      const auto begin = all.begin() + static_cast<std::ptrdiff_t>(at);
      Cases some(begin, begin + static_cast<std::ptrdiff_t>(std::min(most, all.size() - at)));
      if (ask(some).how != How::Answered)
        return std::nullopt;
      const auto found = std::ranges::find_if(some, [&](const warplaw_ptx& one) { return opcode.isWrong(one); });
      if (found != some.end())
        return *found;
    }
    return std::nullopt;
  }

  struct Kept {
    Cases right, wrong;
  };
  Executor& executor_;
  const RunOptions& options_;
  double seconds_;
  FamilyReport report_;
  std::vector<Opcode> opcodes_;
  std::map<const Opcode*, Kept> kept_;
  unsigned hung_ = 0; ///< opcodes
};

} // namespace

FamilyReport runPtx(Executor& executor, const RunOptions& options, double seconds) {
  return PtxRun(executor, options, seconds)();
}

} // namespace warplaw::check

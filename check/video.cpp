// Scalar video, VMAD and SIMD video for users' executors (VID-1..11): three words in, one out, lane
// by lane. Structures begin with the datapath's modifiers, word for word.
#include "fuzz/instructions/video.h"
#include "check/word_family.h"
#include "fuzz/instructions/vmad.h"
#include "fuzz/instructions/vsimd.h"

namespace warplaw::check {
namespace {
namespace rows = spec::video_rows;
static_assert(WARPLAW_VIDEO_SHR == static_cast<int>(spec::VideoOp::Shr));
static_assert(WARPLAW_GE == static_cast<int>(spec::VideoCondition::Ge));
static_assert(WARPLAW_PART_H1 == static_cast<int>(spec::Part::H1));
static_assert(WARPLAW_SECOND_MAX == static_cast<int>(spec::VideoSecond::Max));
static_assert(WARPLAW_VMAD_SHR15 == static_cast<int>(spec::VmadShift::Shr15));

template <class T, class W, class D> struct ThreeWords : PlainAdapter<T, W, D> {
  using typename PlainAdapter<T, W, D>::Sample;
  static_assert(offsetof(W, exec) == sizeof(typename T::Modifiers), "modifiers first, word for word");
  static constexpr std::string_view kFormsKey = "operations";
  static constexpr std::array kResultMayBe = {SourceRow{WARPLAW_IS_A, rows::kA}, SourceRow{WARPLAW_IS_B, rows::kB},
                                              SourceRow{WARPLAW_IS_C, rows::kC}};
  static std::string formName(std::string_view name) { return std::string(name); }
  static D defaultsOf(Profile) { return {}; } // SASS, all of it
  template <class Sample, class Visit> static void places(Sample& sample, Visit&& visit) {
    visit("", 0, sample.trial.modifiers);
    visit("exec", offsetof(W, exec), sample.trial.operands.exec);
    visit("a", offsetof(W, a), sample.trial.operands.row[rows::kA]);
    visit("b", offsetof(W, b), sample.trial.operands.row[rows::kB]);
    visit("c", offsetof(W, c), sample.trial.operands.row[rows::kC]);
  }
  static constexpr std::array<std::string_view, 2> kCounters = {"lanes", "of some lanes"};
  static void observe(const Sample& sample, const D&, Coverage& coverage) {
    const std::uint32_t exec = sample.trial.operands.exec;
    coverage.count[0] += static_cast<unsigned>(std::popcount(exec));
    coverage.count[1] += exec && exec != ~0u;
  }
  static std::string lacking(unsigned, const D&, const Coverage& coverage) {
    return coverage.count[0] < kEnough ? "hardly a lane executes" : "";
  }
};

/// A number below `count`: how the executor decided what nobody knows.
void takeChoice(spec::JsonReader& reader, spec::JsonFields& fields, std::string_view key, std::uint32_t count,
                std::uint32_t& into) {
  if (const auto value = fields.take(key))
    into = reader.integer(*value, count - 1);
}

struct Video : ThreeWords<fuzz::Video, warplaw_video, VideoDomain> {
  static std::span<const std::string_view> forms() { return spec::kVideoOps; }
  static unsigned formOf(const spec::VideoModifiers& modifiers) { return modifiers.op; }
  static void readMore(spec::JsonReader& reader, spec::JsonFields& fields, VideoDomain& domain) {
    takeChoice(reader, fields, "second_sees", 3, domain.secondSees);
    takeChoice(reader, fields, "shift_keeps_all", 2, domain.shiftKeepsAll);
  }
  template <class Sample> static void decide(Sample& sample, const VideoDomain& domain) {
    sample.trial.choices = {numberIn(sample, domain.secondSees), numberIn(sample, domain.shiftKeepsAll)};
  }
  /// VID-7: c is 0 where it is not read, whatever it is bent to.
  static bool isFree(unsigned row, const VideoDomain&) { return row != rows::kC; }
  static bool readsC(const Sample& sample) { return fuzz::Video::usesC(sample.trial.modifiers); }
  static Term readsC(const Unknown& sample) {
    const auto& modifiers = sample.trial.modifiers;
    return ~modifiers.second.eq(Bits{0}) | ~modifiers.dPart.eq(Bits{0});
  }
  template <class Sample> static auto resultMayBe(const Sample& sample, std::uint32_t source) {
    return source == WARPLAW_IS_C ? readsC(sample) : truthIn(sample, true);
  }
  static Term isInDomain(const Unknown& sample, const VideoDomain&) {
    const Term isRead = readsC(sample);
    std::vector<Term> holds;
    for (const Term c : sample.trial.operands.row[rows::kC])
      holds.push_back(isRead | c.eq(Bits{0}));
    return isRead.terms().all(holds);
  }
};

struct Vmad : ThreeWords<fuzz::Vmad, warplaw_vmad, VmadDomain> {
  static constexpr unsigned kFormWords = 0;
  static constexpr std::string_view kOnly[] = {"VMAD"};
  static std::span<const std::string_view> forms() { return kOnly; }
  static unsigned formOf(const spec::VmadModifiers&) { return 0; }
  static void aim(unsigned, std::span<std::uint8_t>) {}
  static void readMore(spec::JsonReader& reader, spec::JsonFields& fields, VmadDomain& domain) {
    takeChoice(reader, fields, "unsigned_c", 2, domain.unsignedC);
    takeChoice(reader, fields, "saturates_64", 2, domain.saturates64);
  }
  template <class Sample> static void decide(Sample& sample, const VmadDomain& domain) {
    sample.trial.choices = {numberIn(sample, domain.unsignedC), numberIn(sample, domain.saturates64)};
  }
};

struct Vsimd : ThreeWords<fuzz::Vsimd, warplaw_vsimd, Domain> {
  static constexpr unsigned kFormWords = 2;
  static std::span<const std::string_view> forms() { return spec::kVsimdOps; }
  static unsigned formOf(const spec::VsimdModifiers& modifiers) {
    return modifiers.op + (modifiers.fourLanes ? fuzz::kVsimdOps : 0);
  }
  static void aim(unsigned form, std::span<std::uint8_t> record) {
    aimAt(record, 0, form % fuzz::kVsimdOps);
    aimAt(record, 1, form / fuzz::kVsimdOps);
  }
};

} // namespace

std::unique_ptr<Family> makeVideoFamily(Profile profile) { return std::make_unique<WordFamily<Video>>(profile); }
std::unique_ptr<Family> makeVmadFamily(Profile profile) { return std::make_unique<WordFamily<Vmad>>(profile); }
std::unique_ptr<Family> makeVsimdFamily(Profile profile) { return std::make_unique<WordFamily<Vsimd>>(profile); }

} // namespace warplaw::check

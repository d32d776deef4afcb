// Scalar video but VMAD as one instruction: which mnemonic takes what (VID-4, -5), and when Rc is written (VID-7).
#include "spec/described.h"
#include "spec/instructions/video_fields.h"
#include "spec/video_text.h"

namespace warplaw::spec {
namespace {

bool merges(const auto& form) { return form.rd.part != Part::Word; }
bool hasSecond(const auto& form) { return form.second != VideoSecond::None; }
bool compares(const auto& form) { return form.op == VideoOp::Set; }
bool shifts(const auto& form) { return form.op == VideoOp::Shl || form.op == VideoOp::Shr; }

constexpr auto kTakes = [](const auto& form, MemberOf<VideoForm> member) -> bool {
  if (member == &VideoForm::dtype || member == &VideoForm::saturates)
    return !compares(form);
  if (member == &VideoForm::condition)
    return compares(form);
  if (member == &VideoForm::shift)
    return shifts(form);
  return member != &VideoForm::rc || merges(form) || hasSecond(form);
};
constexpr auto kAbout = [](const auto& form, MemberOf<VideoForm> member, About about) {
  if (compares(form) && (member == &VideoForm::dtype || member == &VideoForm::saturates))
    about.rule = "VID-4";
  if (shifts(form) && member == &VideoForm::btype)
    about.rule = "VID-5";
  return about;
};
constexpr auto kAllowed = [](const auto& form, MemberOf<VideoForm> member) -> std::uint64_t {
  return member == &VideoForm::btype && shifts(form) ? 1u << static_cast<unsigned>(VideoType::U32) : ~std::uint64_t{0};
};
constexpr auto kRelations = [](const auto& form) -> std::optional<Fault> {
  if (merges(form) && hasSecond(form))
    return Fault{&VideoForm::rd,
                 Rejection{"VID-7", "a part of Rd cannot be written after a second operation", "all of Rd"}};
  return {};
};

} // namespace

const InstructionRow& videoRow() {
  return describedRow<VideoForm, VideoChoices>(
      {.mnemonic = "VADD", .allowed = kAllowed, .takes = kTakes, .about = kAbout, .relations = kRelations});
}

} // namespace warplaw::spec

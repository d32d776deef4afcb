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

struct Video {
  using Form = VideoForm;
  using Choices = VideoChoices;
  static constexpr std::string_view kMnemonic = "VADD";

  static bool takes(const auto& form, std::string_view field) {
    if (field == "dtype" || field == "saturates")
      return !compares(form);
    if (field == "condition")
      return compares(form);
    if (field == "shift")
      return shifts(form);
    return field != "rc" || merges(form) || hasSecond(form);
  }
  static About about(const auto& form, std::string_view field, About about) {
    if (compares(form) && (field == "dtype" || field == "saturates"))
      about.rule = "VID-4";
    if (shifts(form) && field == "btype")
      about.rule = "VID-5";
    return about;
  }
  static std::uint64_t allowed(const auto& form, std::string_view field) {
    return field == "btype" && shifts(form) ? 1u << static_cast<unsigned>(VideoType::U32) : ~std::uint64_t{0};
  }
  static std::optional<Fault> relations(const auto& form) {
    if (merges(form) && hasSecond(form))
      return Fault{"rd", Rejection{"VID-7", "a part of Rd cannot be written after a second operation", "all of Rd"}};
    return {};
  }
};

} // namespace

const InstructionRow& videoRow() { return describedRow<Video>(); }

} // namespace warplaw::spec

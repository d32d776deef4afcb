// VADD, VSUB, VABSDIFF, VMIN and VMAX as one instruction: when Rc is written (VID-7).
#include "spec/described.h"
#include "spec/instructions/video_fields.h"
#include "spec/video_text.h"

namespace warplaw::spec {
namespace {

bool merges(const VideoForm& form) { return form.rd.part != Part::Word; }
bool hasSecond(const VideoForm& form) { return form.second != VideoSecond::None; }

struct Video {
  using Form = VideoForm;
  using Choices = VideoChoices;
  static constexpr std::string_view kMnemonic = "VADD";

  static bool takes(const VideoForm& form, std::string_view field) {
    return field != "rc" || merges(form) || hasSecond(form);
  }
  static std::optional<Fault> relations(const VideoForm& form) {
    if (merges(form) && hasSecond(form))
      return Fault{"rd", Rejection{"VID-7", "a part of Rd cannot be written after a second operation", "all of Rd"}};
    return {};
  }
};

} // namespace

const InstructionRow& videoRow() {
  static const InstructionRow kRow = describedRow<Video>();
  return kRow;
}

} // namespace warplaw::spec

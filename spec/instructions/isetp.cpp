// ISETP as an instruction (ISETP-1..3): all of it follows from its lists of fields.
#include "spec/described.h"
#include "spec/instructions/isetp_fields.h"

namespace warplaw::spec {
namespace {
struct Isetp {
  using Form = IsetpForm;
  using Choices = IsetpChoices;
  static constexpr std::string_view kMnemonic = "ISETP";
};
} // namespace

const InstructionRow& isetpRow() {
  static const InstructionRow kRow = describedRow<Isetp>();
  return kRow;
}

const WatchedRow& isetpWatchedRow() {
  static constexpr WatchedRow kRow = watchedRow<Isetp>();
  return kRow;
}

} // namespace warplaw::spec

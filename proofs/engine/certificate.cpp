#include "proofs/engine/certificate.h"
#include <array>

namespace warplaw::proofs {
namespace {
constexpr std::array<std::string_view, 5> kTexts = {"not needed", "certified", "uncertifiable", "not certified",
                                                    "contradiction"};
}

std::string_view textOf(Certificate::Status status) { return kTexts.at(static_cast<std::size_t>(status)); }

std::optional<Certificate::Status> certificateStatus(std::string_view text) {
  for (std::size_t i = 0; i < kTexts.size(); ++i)
    if (kTexts[i] == text)
      return static_cast<Certificate::Status>(i);
  return std::nullopt;
}

} // namespace warplaw::proofs

// Published programs that rules are about, as they stand in corpus/programs/{idiom,law}_*.wl.
#pragma once
#include <span>
#include <string_view>

namespace warplaw::proofs {

struct PublishedProgram {
  std::string_view name; ///< of its file: "idiom_butterfly"
  std::string_view text;
};
/// In the order of their names.
std::span<const PublishedProgram> publishedPrograms();

} // namespace warplaw::proofs

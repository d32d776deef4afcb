// What rows of video have in common, NVIDIA's and PTX's.
#pragma once
#include "spec/spellings/spelling.h"

namespace warplaw::spec {

/// Rd, Ra, Rb and Rc, of which each that is read may be subtracted (VID-8).
std::vector<OperandSpelling> vmadOperands();
/// Ra and Rb of SIMD video with so many lanes a word, whole where none are selected (VID-9).
OperandSpelling firstLanes(unsigned lanes);
OperandSpelling secondLanes(unsigned lanes, Sign sign = Sign::None);
/// All rows, those of two and of four lanes a word last.
std::vector<Spelling> videoRows(std::vector<Spelling> scalar, Spelling vmad, std::vector<Spelling> ofTwo,
                                std::vector<Spelling> ofFour);

} // namespace warplaw::spec

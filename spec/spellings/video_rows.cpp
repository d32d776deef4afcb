// What rows of video have in common: see video_rows.h.
#include "spec/spellings/video_rows.h"
#include <iterator>

namespace warplaw::spec {

std::vector<OperandSpelling> vmadOperands() {
  using enum OperandKind;
  return {{Register, "rd"},
          {.kind = Part, .cell = "ra", .sign = Sign::May},
          {.kind = Part, .cell = "rb", .sign = Sign::May},
          {.kind = Register, .cell = "rc", .sign = Sign::May}};
}

OperandSpelling firstLanes(unsigned lanes) {
  return {.kind = OperandKind::Lanes, .cell = "ra", .lanes = lanes, .whole = lanes == 4 ? 0x3210u : 0x10u};
}
OperandSpelling secondLanes(unsigned lanes, Sign sign) {
  return {
      .kind = OperandKind::Lanes, .cell = "rb", .sign = sign, .lanes = lanes, .whole = lanes == 4 ? 0x7654u : 0x32u};
}

std::vector<Spelling> videoRows(std::vector<Spelling> scalar, Spelling vmad, std::vector<Spelling> ofTwo,
                                std::vector<Spelling> ofFour) {
  std::vector<Spelling> all = std::move(scalar);
  all.push_back(std::move(vmad));
  for (std::vector<Spelling>* const some : {&ofTwo, &ofFour})
    all.insert(all.end(), std::move_iterator(some->begin()), std::move_iterator(some->end()));
  return all;
}

} // namespace warplaw::spec

// One instruction's text without what disassemblers put around it: `/*0008*/`, control words, the braces of dual issue,
// `.reuse`, scoreboards (`&wr=0x1`, `&req={0}`). None of it has a meaning here.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace warplaw::spec {

class Undressed {
public:
  explicit Undressed(std::string_view text);
  std::string_view text() const { return text_; }
  /// The place in the whole text of one in this.
  std::size_t placeOf(std::size_t position) const;

private:
  std::string_view whole_;
  std::string text_;
  std::vector<std::size_t> places_;
};

} // namespace warplaw::spec

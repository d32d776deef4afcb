// Cases of one instruction on a page (tools/html.h): as pictures, with what judges them.
#pragma once
#include "fuzz/oracle.h"
#include "spec/got.h"

namespace warplaw::tools {

class PicturedCases {
public:
  /// HTML: the picture and the table, with what somebody's executor gave on it, if that is known.
  std::string shown(const spec::Case& c, const std::optional<spec::Got>& got);
  fuzz::Oracle& oracle() { return oracle_; }

private:
  std::string single(const spec::Case& c);
  std::string answered(const spec::Case& c, const spec::Got& got);
  std::string pictured(const spec::Case& c, const fuzz::Outcome& expected, const fuzz::Outcome& got,
                       const std::string& legend);
  fuzz::Oracle oracle_;
};

} // namespace warplaw::tools

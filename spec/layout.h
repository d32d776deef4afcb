// A structure of words as data: where each of its cells lies. Code that visits cells without their types is compiled
// once, and not once for each structure.
#pragma once
#include "spec/fields.h"
#include <cstring>
#include <memory>
#include <vector>

namespace warplaw::spec {

/// The cells that eachCell visits, in its order.
class Layout {
public:
  template <class S> static Layout of() {
    Layout layout(sizeof(S));
    const S structure{};
    eachCell(Adding{layout}, structure);
    return layout;
  }
  std::size_t bytes() const { return bytes_; }
  std::span<const CellPlace> cells() const { return cells_; }

private:
  /// One type for all structures, so that a file instantiates once what visits a structure that is part of several.
  struct Adding {
    Layout& layout;
    template <class Cell> void operator()(const CellPlace& place, const Cell&) const { layout.add(place); }
  };
  explicit Layout(std::size_t bytes) : bytes_(bytes) {}
  void add(const CellPlace& place);
  std::size_t bytes_;
  std::vector<CellPlace> cells_;
  std::vector<std::unique_ptr<const std::string>> names_; ///< that the cells' names are views of
};

/// The one of a structure of words; made when it is first asked for.
template <class S> const Layout& layoutOf() {
  static const Layout kLayout = Layout::of<S>();
  return kLayout;
}

/// The cell of a structure that lies at `structure`. Words lie in memory with the least byte first.
inline std::uint64_t cellOf(const void* structure, const CellPlace& place) {
  std::uint64_t value = 0;
  std::memcpy(&value, static_cast<const std::byte*>(structure) + place.offset, place.bytes);
  return value;
}
inline void setCell(void* structure, const CellPlace& place, std::uint64_t value) {
  if (place.bits == 1)
    value = value != 0;
  std::memcpy(static_cast<std::byte*>(structure) + place.offset, &value, place.bytes);
}

} // namespace warplaw::spec

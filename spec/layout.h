// A structure of words as data: where each of its cells lies. What visits cells without a look at their types is
// compiled once, and not once for each structure.
#pragma once
#include "spec/fields.h"
#include <cstring>
#include <memory>
#include <vector>

namespace warplaw::spec {

/// The cells that eachCell visits, in its order.
class Layout {
public:
  template <class S> static Layout of();
  std::size_t bytes() const { return bytes_; }
  std::span<const CellPlace> cells() const { return cells_; }

private:
  class Maker;
  std::size_t bytes_ = 0;
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

namespace detail {
/// Where the member lies in its structure.
template <class S, class Member> std::size_t offsetOf(Member S::* member) {
  static const S kSample{};
  return addressOf(kSample.*member) - addressOf(kSample);
}
} // namespace detail

class Layout::Maker {
public:
  template <class T> void add(std::size_t offset) {
    if constexpr (IsCell<T>) {
      addCell(offset, sizeof(T), kBitsOf<T>);
    } else if constexpr (ElementsOf<T>::kCount != 0) {
      using Element = std::remove_reference_t<decltype(std::declval<T&>()[0])>;
      for (std::size_t i = 0; i < ElementsOf<T>::kCount; ++i) {
        const std::size_t length = enterElement(i, ElementsOf<T>::kCount);
        add<Element>(offset + i * sizeof(Element));
        leave(length);
      }
      place_.lane = -1;
    } else {
      static_assert(detail::listsItsMembers<T>(), "FieldsOf lists other members");
      std::apply([&](const auto&... field) { (addMember(offset, field), ...); }, FieldsOf<T>::list);
    }
  }
  Layout made(std::size_t bytes);

private:
  template <class S, class Member> void addMember(std::size_t offset, const Field<S, Member>& field) {
    const std::size_t length = enterMember(field.name, field.about);
    add<Member>(offset + detail::offsetOf(field.member));
    leave(length);
  }
  void addCell(std::size_t offset, std::size_t bytes, unsigned bits);
  // what follows belongs to it; how long the name was before
  std::size_t enterElement(std::size_t index, std::size_t count);
  std::size_t enterMember(std::string_view name, const About& about);
  void leave(std::size_t length);

  Layout layout_;
  std::string name_;
  unsigned depth_ = 0;
  CellPlace place_{};
};

template <class S> Layout Layout::of() {
  Maker maker;
  maker.add<S>(0);
  return maker.made(sizeof(S));
}

} // namespace warplaw::spec

// Structures of words as data: see layout.h.
#include "spec/layout.h"

namespace warplaw::spec {

void Layout::Maker::addCell(std::size_t offset, std::size_t bytes, unsigned bits) {
  layout_.names_.push_back(std::make_unique<const std::string>(name_));
  place_.name = *layout_.names_.back();
  place_.offset = offset;
  place_.bytes = bytes;
  place_.bits = bits;
  layout_.cells_.push_back(place_);
}

std::size_t Layout::Maker::enterElement(std::size_t index, std::size_t count) {
  const std::size_t length = name_.size();
  name_ += '[' + std::to_string(index) + ']';
  if (count == kLanes)
    place_.lane = static_cast<int>(index);
  ++depth_;
  return length;
}

std::size_t Layout::Maker::enterMember(std::string_view name, const About& about) {
  const std::size_t length = name_.size();
  if (depth_++ == 0) {
    place_.field = name;
    place_.about = about;
  }
  if (length != 0 && !name.empty())
    name_ += '.';
  name_ += name;
  return length;
}

void Layout::Maker::leave(std::size_t length) {
  name_.resize(length);
  --depth_;
}

Layout Layout::Maker::made(std::size_t bytes) {
  layout_.bytes_ = bytes;
  return std::move(layout_);
}

} // namespace warplaw::spec

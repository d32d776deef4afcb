// The surroundings as data: the memories that a case file may name, each with the rule that limits it (ATOMS-4), and
// the cells.
#pragma once
#include "spec/surrounding_cells_fields.h"
#include "spec/surroundings.h"

namespace warplaw::spec {

template <> struct FieldsOf<Surroundings> {
  /// A memory may have at most count - 1 bytes.
  static constexpr Fields list{
      Field{"shared", &Surroundings::shared, {.rule = "ATOMS-4", .count = kMaxSharedBytes + 1}},
      Field{"generic", &Surroundings::generic, {.rule = "RED-5", .count = kMaxGenericBytes + 1}},
      Field{"cells", &Surroundings::cells, {}}};
};
static_assert(detail::listsItsMembers<Surroundings>(), "FieldsOf lists other members");

/// Calls f(field, number of the memory) for each memory.
template <class F> constexpr void eachMemory(F&& f) {
  std::size_t number = 0;
  const auto one = [&]<class Member>(const Field<Surroundings, Member>& field) {
    if constexpr (std::same_as<Member, SharedMemory>)
      f(field, number++);
  };
  withFields<Surroundings>([&](const auto&... field) { (one(field), ...); });
}

/// The memory of that number, below kMemories.
template <class S> auto& memoryIn(S& surroundings, std::size_t memory) {
  std::conditional_t<std::is_const_v<S>, const SharedMemory, SharedMemory>* found = nullptr;
  eachMemory([&](const auto& field, std::size_t number) {
    if (number == memory)
      found = &(surroundings.*field.member);
  });
  return *found;
}
/// What the list says of it: its name in case files, and its greatest size.
struct MemoryAbout {
  std::string_view name;
  std::uint32_t mostBytes = 0;
};
constexpr MemoryAbout aboutMemory(std::size_t memory) {
  MemoryAbout about;
  eachMemory([&](const auto& field, std::size_t number) {
    if (number == memory)
      about = {field.name, static_cast<std::uint32_t>(field.about.count - 1)};
  });
  return about;
}
constexpr std::size_t memoryNamed(std::string_view name) {
  std::size_t memory = 0;
  eachMemory([&](const auto& field, std::size_t number) {
    if (field.name == name)
      memory = number;
  });
  return memory;
}

inline constexpr std::size_t kMemories = [] {
  std::size_t count = 0;
  eachMemory([&](const auto&, std::size_t) { ++count; });
  return count;
}();

} // namespace warplaw::spec

// What the executor's side of the border has in common for shared objects and for commands: what can be called, and how
// a table that is none is rejected. Runs in the process of its own.
#pragma once
#include "check/plugin.h"
#include <functional>

namespace warplaw::check {

struct Plugin {
  std::array<std::function<void(void* batch, std::uint32_t count)>, kFamilies> run;
  std::function<void()> reset;
};

/// Says so to the host and ends.
[[noreturn]] void reject(Control& control, const std::string& what, const char* accepted);
/// Says to the host why the process ends now, and ends.
[[noreturn]] void leave(Control& control, const std::string& why);
template <std::size_t size> void copyText(char (&to)[size], std::string_view from) {
  to[from.copy(to, size - 1)] = '\0';
}
/// The size of this family's structure in the host.
std::uint64_t structureBytes(FamilyId family);
/// The size of the structure's first version: the least that an executor may have.
std::uint64_t firstStructureBytes(FamilyId family);
/// Rejects what cannot be the size of this family's structure; keeps what can.
void takeBytes(Control& control, FamilyId family, std::uint64_t bytes);

/// A shared object (include/warplaw/executor.h).
Plugin loadObject(const std::string& path, Control& control);
/// A command that is started, says hello, and answers frames (docs/check.md).
Plugin startCommand(const std::string& command, Control& control);

} // namespace warplaw::check

#include "check/serving.h"
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <ucontext.h>
#include <unistd.h>

namespace warplaw::check {
namespace {

using Open = const warplaw_executor*(std::uint32_t);

/// The table that ABI 1 began with: what every one of that number has.
constexpr std::size_t kFirstTable = offsetof(warplaw_executor, vsimd_bytes) + sizeof(std::uint64_t);

#define WARPLAW_NAME(family) std::string_view(#family),
static_assert(kFamilyNames == std::array{WARPLAW_FAMILIES(WARPLAW_NAME)}, "families.def lists the header's families");
#undef WARPLAW_NAME

Control* watched = nullptr;    // a signal handler has no other way to it
std::uint64_t objectBegin = 0; // the same; 0: there is none

/// The instruction at which a signal came; 0 where this machine's registers are not known here.
std::uint64_t instructionIn(const void* context) {
#if defined(__x86_64__)
  return static_cast<std::uint64_t>(static_cast<const ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
  return static_cast<const ucontext_t*>(context)->uc_mcontext.pc;
#else
  return 0;
#endif
}

/// Says which signal it was and where, then dies of it.
void onFault(int signal, siginfo_t* info, void* context) {
  watched->signal = signal;
  watched->address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  const std::uint64_t instruction = instructionIn(context);
  watched->instruction = objectBegin != 0 && instruction > objectBegin ? instruction - objectBegin : 0;
  std::signal(signal, SIG_DFL);
  raise(signal);
}

void watchFaults() {
  static std::byte stack[64 << 10]; // a stack that has overflowed is none to stand on
  stack_t other{};
  other.ss_sp = stack;
  other.ss_size = sizeof stack;
  sigaltstack(&other, nullptr);
  struct sigaction action{};
  action.sa_sigaction = onFault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGXFSZ})
    sigaction(signal, &action, nullptr);
}

std::string_view textOr(const char* text) { return text ? text : ""; }

/// Bytes that the family's structure had when it first was: all before what says which registers are one, or before the
/// second predicate of PTX.
template <class Structure> constexpr std::uint64_t firstBytes() {
  if constexpr (requires(Structure structure) { structure.result_is; })
    return offsetof(Structure, result_is);
  else if constexpr (requires(Structure structure) { structure.predicate_is; })
    return offsetof(Structure, predicate_is);
  else if constexpr (requires(Structure structure) { structure.gives_second; })
    return offsetof(Structure, second);
  else
    return sizeof(Structure);
}
// what lay in padding would be taken for told by a host whose executor never heard of it
static_assert(firstBytes<warplaw_shfl>() == 656 && firstBytes<warplaw_atoms>() == 1496 &&
              firstBytes<warplaw_elect_sync>() == 268 && firstBytes<warplaw_ptx>() == 136);

/// Structure: what the family began with in ABI 1.
template <class Structure>
void addFamily(Plugin& plugin, Control& control, FamilyId family, void (*run)(Structure*, std::uint32_t),
               std::uint64_t bytes) {
  if (!run)
    return;
  takeBytes(control, family, bytes);
  plugin.run[static_cast<unsigned>(family)] = [run](void* batch, std::uint32_t count) {
    run(static_cast<Structure*>(batch), count);
  };
}

} // namespace

void reject(Control& control, const std::string& what, const char* accepted) {
  copyText(control.accepted, accepted);
  control.greeting = Greeting::Rejected;
  leave(control, what);
}

void leave(Control& control, const std::string& why) {
  copyText(control.farewell, why);
  _exit(0);
}

namespace {
struct Sizes {
  std::uint64_t least, now, alignment;
};
constexpr Sizes kSizes[] = {
#define WARPLAW_FAMILY(Name, member, of)                                                                               \
  {firstBytes<warplaw_##member>(), sizeof(warplaw_##member), alignof(warplaw_##member)},
#include "check/families.def"
#undef WARPLAW_FAMILY
};
} // namespace

std::uint64_t structureBytes(FamilyId family) { return kSizes[static_cast<unsigned>(family)].now; }
std::uint64_t firstStructureBytes(FamilyId family) { return kSizes[static_cast<unsigned>(family)].least; }

void takeBytes(Control& control, FamilyId family, std::uint64_t bytes) {
  const auto index = static_cast<unsigned>(family);
  if (bytes < kSizes[index].least || bytes > kMostStructureBytes || bytes % kSizes[index].alignment != 0)
    reject(control, std::string(kFamilyNames[index]) + "_bytes is " + std::to_string(bytes),
           "sizeof of the family's structure in executor.h; WARPLAW_IMPLEMENTS of that file fills it in");
  control.bytes[index] = bytes;
}

Plugin loadObject(const std::string& path, Control& control) {
  void* const object = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!object)
    reject(control, std::string("no shared object that can be loaded: ") + dlerror(),
           "an executor (include/warplaw/executor.h)");
  auto* const open = reinterpret_cast<Open*>(dlsym(object, "warplaw_executor_open"));
  if (!open)
    reject(control, "exports no warplaw_executor_open", "the one function of include/warplaw/executor.h");
  if (Dl_info about{}; dladdr(reinterpret_cast<void*>(open), &about) != 0)
    objectBegin = reinterpret_cast<std::uintptr_t>(about.dli_fbase);
  const warplaw_executor* const table = open(WARPLAW_EXECUTOR_ABI);
  if (!table)
    reject(control, "warplaw_executor_open gives no table", "a table of ABI 1");
  if (table->abi != WARPLAW_EXECUTOR_ABI)
    reject(control, "its table is of ABI " + std::to_string(table->abi), "ABI 1");
  if (table->bytes < kFirstTable)
    reject(control, "its table has " + std::to_string(table->bytes) + " bytes",
           "sizeof(warplaw_executor); WARPLAW_TABLE of executor.h fills it in");
  if (table->domain && std::strlen(table->domain) > kMostDomainBytes)
    reject(control, "its domain is longer than 60000 bytes", "a JSON text (docs/check.md)");
  copyText(control.name, textOr(table->name));
  copyText(control.version, textOr(table->version));
  copyText(control.domain, textOr(table->domain));
  Plugin plugin;
  if (table->reset)
    plugin.reset = table->reset;
#define WARPLAW_FAMILY(Name, member, of)                                                                               \
  if (table->bytes >= offsetof(warplaw_executor, member##_bytes) + sizeof table->member##_bytes)                       \
    addFamily(plugin, control, FamilyId::Name, table->member, table->member##_bytes);
#include "check/families.def"
#undef WARPLAW_FAMILY
  return plugin;
}

void servePlugin(const Source& source, Control& control, int socket) {
  watched = &control;
  control.doing = Doing::Loading;
  watchFaults();
  on_exit([](int status, void*) { _exit(status); },
          nullptr); // what the host has left to do at its exit is not for here
  const Plugin plugin = source.isCommand ? startCommand(source.text, control) : loadObject(source.text, control);
  control.greeting = Greeting::Welcome;
  Command command{};
  for (std::uint32_t number = 0;; number = command.number) {
    control.doing = Doing::Waiting;
    if (write(socket, &number, sizeof number) != sizeof number)
      _exit(0);
    ssize_t got;
    while ((got = read(socket, &command, sizeof command)) < 0 && errno == EINTR) {
    }
    if (got != sizeof command)
      _exit(0);
    control.doing = Doing::Resetting;
    if (plugin.reset)
      plugin.reset();
    control.doing = Doing::Running;
    plugin.run[command.family](reinterpret_cast<void*>(command.batch), command.count);
  }
}

} // namespace warplaw::check

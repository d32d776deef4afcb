// The walk over an entry's text, and how its instructions become steps.
#include "ptx/flow/flow.h"
#include "ptx/machine/decoder.h"
#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace warplaw::ptx {
namespace {

constexpr std::size_t kMostSteps = 1u << 22; // of an entry with all that it calls

Source registerSource(std::uint32_t index) { return {.kind = Source::Kind::Register, .index = index}; }

bool endsAlways(const Step& step) {
  const bool leaves = step.kind == StepKind::Exit || step.kind == StepKind::Trap || step.kind == StepKind::Branch ||
                      step.kind == StepKind::BranchIndexed;
  return leaves && step.guard == kNoRegister;
}

/// 80 of "sm_80", "sm_90a".
unsigned targetNumber(const std::vector<std::string>& target) {
  unsigned number = 0;
  for (const std::string& each : target)
    if (each.starts_with("sm_"))
      std::from_chars(each.data() + 3, each.data() + each.size(), number);
  return number;
}

std::vector<std::uint32_t> blockOf(const Function& entry, std::string_view property) {
  for (const Property& each : entry.properties)
    if (each.name == property)
      return {each.numbers.begin(), each.numbers.end()};
  return {};
}

} // namespace

void Decoder::rejectAt(const Place& place, std::string_view rule, const std::string& what,
                       std::string_view accepted) const {
  throw ReadError{place, std::string(rule), accepted.empty() ? what : fmt::format("{}; accepted: {}", what, accepted)};
}

void Decoder::reject(std::string_view rule, const std::string& what, std::string_view accepted) const {
  rejectAt(at ? at->place : Place{}, rule, what, accepted);
}

void Decoder::notSupported(const std::string& what) {
  const auto found = std::ranges::find(unsupported, what, &Unsupported::what);
  if (found != unsupported.end())
    ++found->times;
  else
    unsupported.push_back({at ? at->place : Place{}, what});
  throw NotSupported{};
}

void Decoder::note(const std::string& what) {
  if (!std::ranges::count(kernel.notes, what))
    kernel.notes.push_back(what);
}

/// Where both are, an optimiser may make one of them.
void Decoder::noteContraction() {
  if (sumLine && productLine)
    note(fmt::format("{}: note: sums and products of floats without a rounding may be contracted to fma; they are not",
                     productLine));
}

// ---------------------------------------------------------------------------------------------------------- the entry
const Function& Decoder::entryNamed(std::string_view name) const {
  std::vector<std::string> names;
  const Function* found = nullptr;
  for (const Global& global : module.globals)
    if (const auto* const function = std::get_if<Function>(&global); function && function->isEntry && function->body) {
      names.push_back(function->name);
      if (name.empty() || name == function->name)
        found = function;
    }
  if (found && (!name.empty() || names.size() == 1))
    return *found;
  rejectAt({}, "PTX-1",
           names.empty()  ? "the module has no entry"
           : name.empty() ? "the module has several entries"
                          : fmt::format("there is no entry '{}'", name),
           fmt::format("{}", fmt::join(names, ", ")));
}

Kernel Decoder::decode(std::string_view name) {
  for (const Global& global : module.globals)
    if (const auto* const function = std::get_if<Function>(&global))
      if (const Function*& known = functions[function->name]; !known || function->body)
        known = function;
  for (auto& [own, function] : functions)
    if (const auto other = functions.find(function->alias); !function->body && other != functions.end())
      function = other->second;
  const Function& entry = entryNamed(name);
  kernel.name = entry.name;
  kernel.target = targetNumber(module.target);
  kernel.spaces = module.addressBits == 32 ? kNarrowSpaces : kWideSpaces;
  kernel.notes = module.notes;
  kernel.requiredBlock = blockOf(entry, "reqntid");
  kernel.mostBlock = blockOf(entry, "maxntid");
  placeShared(entry); // first: global variables may hold its addresses
  placeGlobals();
  declareOfThreads();
  Names parameters{&moduleScope};
  scope = &parameters;
  placeParameters(entry);
  instance.function = &entry;
  callers.push_back(&entry);
  block(*entry.body);
  const bool isTarget = std::ranges::count(labels, static_cast<std::uint32_t>(kernel.steps.size())) > 0;
  if (kernel.steps.empty() || !endsAlways(kernel.steps.back()) || isTarget) {
    kernel.texts.push_back("exit");
    kernel.steps.push_back(
        {.kind = StepKind::Exit, .place = entry.place, .text = static_cast<std::uint32_t>(kernel.texts.size() - 1)});
  }
  resolveLabels();
  noteContraction();
  forgetUnread();
  reconverge(kernel);
  return std::move(kernel);
}

/// Before PTX 3.0 registers and `.local` variables might stand outside of functions: a thread has one, all share it.
void Decoder::declareOfThreads() {
  scope = &moduleScope;
  for (const Global& global : module.globals)
    if (const auto* const variable = std::get_if<Variable>(&global))
      if (variable->space == Space::Register || variable->space == Space::Local)
        declare(*variable);
}

// Compilers write `atom` where a kernel asks for no result. Whatever order atomics have, nobody sees it then (PTX-17).
void Decoder::forgetUnread() {
  std::vector<bool> isRead(kernel.registers.size());
  for (const Step& step : kernel.steps) {
    if (step.guard != kNoRegister)
      isRead[step.guard] = true;
    for (const Source& source : step.src)
      if (source.kind == Source::Kind::Register)
        isRead[source.index] = true;
  }
  const auto isAsked = [&](std::uint32_t result) { return result != kNoRegister && isRead[result]; };
  for (Step& step : kernel.steps)
    if (step.kind == StepKind::Atomic && std::ranges::none_of(step.dst, isAsked))
      step.dst.fill(kNoRegister);
}

void Decoder::block(const Block& block) {
  Names inner{scope};
  scope = &inner;
  declareLabels(block);
  for (const Statement& each : block.statements)
    statement(each);
  scope = const_cast<Names*>(inner.outer);
}

void Decoder::statement(const Statement& statement) {
  if (const auto* const one = std::get_if<Instruction>(&statement))
    instruction(*one);
  else if (const auto* const variable = std::get_if<Variable>(&statement))
    declare(*variable);
  else if (const auto* const label = std::get_if<Label>(&statement))
    bind(scope->names.at(label->name).index);
  else if (const auto* const inner = std::get_if<std::unique_ptr<Block>>(&statement))
    block(**inner);
}

void Decoder::resolveLabels() {
  for (Step& step : kernel.steps) {
    if (step.kind == StepKind::Branch)
      step.target = labels[step.target];
    for (std::uint32_t& target : step.targets)
      target = labels[target];
  }
}

// ------------------------------------------------------------------------------------------------------- instructions
void Decoder::instruction(const Instruction& one) {
  const Instruction* const outer = std::exchange(at, &one);
  firstTemporary = kernel.registers.size();
  guard = kNoRegister;
  guardNegated = false;
  try {
    if (const std::string kind = unsupportedKind(one.opcode); !kind.empty())
      notSupported(kind);
    if (one.guard) {
      guard = predicateNamed(one.guard->predicate);
      guardNegated = one.guard->negated;
    }
    dispatch();
    flush();
  } catch (const NotSupported&) {
    pending.clear();
  }
  at = outer;
}

void Decoder::dispatch() {
  using Decode = void (Decoder::*)();
  static const std::map<std::string_view, Decode> kDecoders = {
      {"add", &Decoder::addOrSubtract},
      {"addc", &Decoder::addOrSubtract},
      {"sub", &Decoder::addOrSubtract},
      {"subc", &Decoder::addOrSubtract},
      {"mad", &Decoder::addOrSubtract},
      {"madc", &Decoder::addOrSubtract},
      {"min", &Decoder::leastOrGreatest},
      {"max", &Decoder::leastOrGreatest},
      {"lop3", &Decoder::lop3},
      {"mov", &Decoder::move},
      {"setp", &Decoder::setPredicate},
      {"set", &Decoder::set},
      {"carry", &Decoder::hasNoText}, // rows that have no text of PTX
      {"borrow", &Decoder::hasNoText},
      {"three", &Decoder::hasNoText},
      {"ld", &Decoder::load},
      {"ldu", &Decoder::load},
      {"st", &Decoder::store},
      {"atom", &Decoder::atomic},
      {"red", &Decoder::atomic},
      {"membar", &Decoder::fence},
      {"fence", &Decoder::fence},
      {"cvta", &Decoder::convertAddress},
      {"isspacep", &Decoder::isInSpace},
      {"mapa", &Decoder::mapAddress},
      {"prefetch", &Decoder::nothing},
      {"prefetchu", &Decoder::nothing},
      {"applypriority", &Decoder::nothing},
      {"discard", &Decoder::nothing},
      {"brkpt", &Decoder::nothing},
      {"nanosleep", &Decoder::nothing},
      {"pmevent", &Decoder::nothing},
      {"griddepcontrol", &Decoder::nothing},
      {"setmaxnreg", &Decoder::nothing},
      {"bra", &Decoder::branch},
      {"brx", &Decoder::branchIndexed},
      {"exit", &Decoder::leave},
      {"ret", &Decoder::returnFrom},
      {"trap", &Decoder::trap},
      {"call", &Decoder::call},
      {"shfl", &Decoder::shuffle},
      {"vote", &Decoder::vote},
      {"match", &Decoder::match},
      {"redux", &Decoder::reduce},
      {"elect", &Decoder::elect},
      {"activemask", &Decoder::activemask},
      {"bar", &Decoder::barrier},
      {"barrier", &Decoder::barrier},
  };
  const auto found = kDecoders.find(at->opcode[0]);
  if (found != kDecoders.end())
    return (this->*found->second)();
  isVideo(at->opcode[0]) ? video() : scalar();
}

bool Decoder::isReadLater(std::size_t step, std::uint32_t index) const {
  if (index == guard && pending.size() > 1)
    return true;
  for (std::size_t later = step + 1; later < pending.size(); ++later)
    for (const Source& source : pending[later].src)
      if (source.kind == Source::Kind::Register && source.index == index)
        return true;
  return false;
}

/// An instruction reads all its operands before it writes: what a later step of it reads, and its guard, are written at
/// the end.
void Decoder::keepSources() {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> late; // to, from
  for (std::size_t i = 0; i < pending.size(); ++i)
    for (std::uint32_t& dst : pending[i].dst)
      if (dst < firstTemporary && isReadLater(i, dst)) {
        const std::uint32_t kept = temporary(kernel.registers[dst].type);
        late.emplace_back(std::exchange(dst, kept), kept);
      }
  std::ranges::partition(late, [&](const auto& one) { return one.first != guard; });
  for (const auto& [to, from] : late)
    copy(to, registerSource(from), kernel.registers[to].type);
}

void Decoder::flush() {
  if (pending.empty())
    return;
  keepSources();
  const auto [text, isNew] = textOf.try_emplace(at, static_cast<std::uint32_t>(kernel.texts.size()));
  if (isNew)
    kernel.texts.push_back(ptx::textOf(*at));
  for (Step& step : pending) {
    step.guard = guard;
    step.guardNegated = guardNegated;
    step.place = at->place;
    step.text = text->second;
    step.continues = &step != &pending.front();
    kernel.steps.push_back(std::move(step));
  }
  pending.clear();
  if (kernel.steps.size() > kMostSteps)
    reject("PTX-5", fmt::format("with all that it calls, the entry has more than {} instructions", kMostSteps));
}

// --------------------------------------------------------------------------------------------------------- the result
boost::system::result<Kernel, DecodeError> decode(const Module& module, std::string_view entry) {
  Decoder decoder(module);
  try {
    Kernel kernel = decoder.decode(entry);
    if (decoder.unsupported.empty())
      return kernel;
    const Unsupported& first = decoder.unsupported.front();
    return DecodeError{{first.place, "PTX-5", "not supported: " + first.what}, std::move(decoder.unsupported)};
  } catch (const ReadError& error) {
    return DecodeError{error, std::move(decoder.unsupported)};
  } catch (const NotSupported&) { // outside all instructions
    return DecodeError{{decoder.unsupported.front().place, "PTX-5", decoder.unsupported.front().what},
                       std::move(decoder.unsupported)};
  }
}

void throw_exception_from_error(const DecodeError& error, const boost::source_location&) { throw error.first; }

} // namespace warplaw::ptx

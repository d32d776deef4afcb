// Members of a history, one kind of place after another (docs/history_format.md; MACH-1, ATOMS-1, RED-9).
#include "linearize/history_reading.h"
#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <map>

namespace warplaw::linearize {
namespace {

constexpr Member kRoot[] = {{"name"},
                            {"comment"},
                            {"memory", Place::Memory},
                            {"program_order"},
                            {"zeros"},
                            {"initial", Place::KnownList},
                            {"instructions", Place::Instructions},
                            {"completed", Place::Completed},
                            {"barriers", Place::Barriers},
                            {"final", Place::KnownList}};
enum RootMember { kName, kComment, kMemory, kProgramOrder, kZeros, kInitial, kInstructions };
constexpr Member kMemoryMembers[] = {{"base"}, {"size"}};
constexpr Member kKnown[] = {{"address"}, {"words", Place::Words}, {"bytes"}};
constexpr Member kInstruction[] = {{"warp"}, {"number"}, {"operation"}, {"lanes", Place::Lanes}, {"thread"}};
enum InstructionMember { kWarp, kThread = 4 };
constexpr Member kLane[] = {{"lane"}, {"address"}, {"operand"}, {"swap"}, {"returned"}, {"bank"}};
constexpr Member kArrival[] = {{"warp"}, {"after"}};

const Shape kShapes[] = {{"", {}},
                         {"a history", kRoot},
                         {"memory", kMemoryMembers},
                         {"known memory", {}, Place::Known},
                         {"known memory", kKnown},
                         {"words", {}, Place::Scalar},
                         {"instructions", {}, Place::Instruction},
                         {"an instruction", kInstruction},
                         {"lanes", {}, Place::Lane},
                         {"a lane", kLane},
                         {"completed", {}, Place::Pair},
                         {"completed", {}, Place::Name},
                         {"an instruction's name", {}, Place::Scalar},
                         {"barriers", {}, Place::Barrier},
                         {"a barrier", {}, Place::Arrival},
                         {"an arrival", kArrival}};

} // namespace

std::string shown(std::string_view text) {
  std::string safe(text.substr(0, 40));
  for (char& c : safe)
    if (c < 0x20 || c > 0x7e)
      c = '?';
  return safe;
}

const Shape& shapeOf(Place place) { return kShapes[static_cast<unsigned>(place)]; }

// ---- values

std::uint64_t Reading::number(const Scalar& value, unsigned bytes, std::string_view what) {
  const std::uint64_t ones = onesOf(bytes);
  std::uint64_t bits = value.bits;
  bool is = value.kind == Scalar::Positive || value.kind == Scalar::Negative;
  if (value.kind == Scalar::Text && value.text.starts_with("0x")) {
    const char* last = value.text.data() + value.text.size();
    const auto [end, error] = std::from_chars(value.text.data() + 2, last, bits, 16);
    is = error == std::errc() && end == last;
  }
  if (!is) {
    reject(fmt::format("{} is no number of {} bytes", what, bytes), "an integer, or \"0x..\"");
    return 0;
  }
  const bool fits = value.kind == Scalar::Negative ? ~bits <= ones / 2 : bits <= ones;
  if (!fits && value.kind == Scalar::Negative)
    reject(fmt::format("{} {} does not fit {} bytes", what, static_cast<std::int64_t>(bits), bytes));
  else if (!fits)
    reject(fmt::format("{} {} does not fit {} bytes", what, bits, bytes));
  return bits & ones;
}

std::uint64_t Reading::small(const Scalar& value, std::uint64_t greatest, std::string_view what, const char* rule) {
  if (value.kind == Scalar::Positive && value.bits <= greatest)
    return value.bits;
  reject(fmt::format("{} is not 0..{}", what, greatest), fmt::format("an integer, 0..{}", greatest), rule);
  return 0;
}

std::string_view Reading::text(const Scalar& value, std::string_view what) {
  if (value.kind != Scalar::Text)
    reject(fmt::format("{} is no text", what));
  return value.text;
}

std::uint8_t Reading::oneOf(const Scalar& value, std::string_view what, std::initializer_list<std::string_view> names) {
  const auto found = std::find(names.begin(), names.end(), text(value, what));
  if (found != names.end())
    return static_cast<std::uint8_t>(found - names.begin());
  reject(fmt::format("{} is none that exists", what), fmt::format("{}", fmt::join(names, ", ")));
  return 0;
}

// ---- structure

bool Reading::open(bool isObject) {
  const Place place = expected();
  if (skipped_ > 0 || rejection_) {
    ++skipped_;
    return true;
  }
  if (place == Place::Scalar) {
    take({Scalar::Other, 0, {}});
    ++skipped_;
    return true;
  }
  if (shapeOf(place).isObject() != isObject) {
    reject(fmt::format("{} is no {}", shapeOf(place).what, isObject ? "array" : "object"));
    ++skipped_;
    return true;
  }
  if (depth_ > 0)
    ++top().count;
  frames_[depth_++] = {place, 0, 0, 0};
  switch (place) {
  case Place::Known:
    known().emplace_back();
    break;
  case Place::Instruction:
    instruction_ = {};
    isFence_ = isSubtraction_ = false;
    lanes_.clear();
    break;
  case Place::Lane:
    if (lanes_.size() == 32) // and no more are taken in
      reject("an instruction has more than 32 lanes", "", "MACH-1");
    lanes_.emplace_back();
    break;
  case Place::Barrier:
    if (history_->barriers.size() == kMostInstructions)
      reject("too many barriers", fmt::format("at most {}", kMostInstructions));
    history_->barriers.emplace_back();
    break;
  case Place::Arrival:
    history_->barriers.back().emplace_back();
    break;
  default:
    break;
  }
  return true;
}

bool Reading::close() {
  if (skipped_ > 0) {
    --skipped_;
    return true;
  }
  const Frame frame = top();
  --depth_;
  if (rejection_)
    return true;
  switch (frame.place) {
  case Place::Known:
    closeKnown(frame.seen);
    break;
  case Place::Instruction:
    if ((frame.seen & 0xc) != 0xc)
      reject("an instruction lacks a member", "operation, lanes");
    else
      closeInstruction(frame.seen);
    break;
  case Place::Lane:
    lanes_.back().seen = frame.seen;
    break;
  case Place::Pair:
    if (frame.count != 2)
      reject("completed is not pairs of instructions", "[[warp, number], [warp, number]]");
    break;
  case Place::Name:
    if (frame.count != 2)
      reject("an instruction's name is not [warp, number]");
    completed_.emplace_back(name_[0], name_[1]);
    break;
  case Place::Arrival:
    if (frame.seen != 3)
      reject("an arrival lacks a member", "warp, after");
    break;
  case Place::Root:
    closeRoot(frame.seen);
    break;
  default:
    break;
  }
  return true;
}

std::size_t Reading::find(std::span<const Member> members, std::string_view name) {
  std::size_t k = 0;
  while (k < members.size() && members[k].name != name)
    ++k;
  return k;
}

void Reading::rejectKey(std::span<const Member> members, std::string_view name) {
  if (find(members, name) < members.size())
    return reject(fmt::format("member \"{}\" stands twice", name), "each member once");
  std::string accepted;
  for (const Member& member : members)
    accepted += fmt::format("{}{}", accepted.empty() ? "" : ", ", member.name);
  reject(fmt::format("unknown member \"{}\"", shown(name)), accepted);
}

bool Reading::take(const Scalar& value) {
  if (skipped_ > 0 || rejection_)
    return true;
  if (const Place wanted = expected(); wanted != Place::Scalar) {
    reject(fmt::format("{} is no {}", shapeOf(wanted).what, shapeOf(wanted).isObject() ? "object" : "array"));
    return true;
  }
  Frame& frame = top();
  switch (frame.place) {
  case Place::Root:
    takeRoot(value);
    break;
  case Place::Memory:
    (frame.member == 0 ? history_->memoryBase : history_->memorySize) =
        number(value, 8, kMemoryMembers[frame.member].name);
    break;
  case Place::Known:
    takeKnown(value);
    break;
  case Place::Words:
    addWord(number(value, 4, "word"));
    break;
  case Place::Instruction:
    takeInstruction(value);
    break;
  case Place::Lane:
    takeLane(value);
    break;
  case Place::Name:
    if (frame.count < 2)
      name_[frame.count] = small(value, 0xffffffff, frame.count == 0 ? "warp" : "number");
    break;
  case Place::Arrival:
    takeArrival(value);
    break;
  default:
    break;
  }
  ++frame.count;
  return true;
}

// ---- members

void Reading::takeRoot(const Scalar& value) {
  switch (top().member) {
  case kName:
    history_->name = text(value, "name");
    break;
  case kComment:
    text(value, "comment");
    break;
  case kProgramOrder:
    history_->programOrder = static_cast<ProgramOrder>(oneOf(value, "program_order", {"instruction", "lane"}));
    break;
  case kZeros:
    history_->zeros = static_cast<ZeroOrder>(oneOf(value, "zeros", {"negative-below", "memory", "operand"}));
    break;
  default:
    break;
  }
}

std::vector<KnownBytes>& Reading::known() {
  return frames_[0].member == kInitial ? history_->initial : history_->final;
}

void Reading::takeKnown(const Scalar& value) {
  if (top().member == 0)
    known().back().address = number(value, 8, "address");
  else
    addBytes(text(value, "bytes"));
}

void Reading::addWord(std::uint64_t bits) {
  for (unsigned k = 0; k < 4; ++k)
    known().back().bytes.push_back(static_cast<std::uint8_t>(bits >> 8 * k));
}

void Reading::addBytes(std::string_view digits) {
  for (std::size_t k = 0; k < digits.size(); k += 2) {
    std::uint8_t byte = 0;
    const char* at = digits.data() + k;
    const auto [end, error] = std::from_chars(at, digits.data() + std::min(k + 2, digits.size()), byte, 16);
    if (error != std::errc() || end != at + 2)
      return reject("bytes are not pairs of hex digits");
    known().back().bytes.push_back(byte);
  }
}

void Reading::closeKnown(std::uint16_t seen) {
  if (seen != 3 && seen != 5) // one of its two forms
    reject("known memory is not an address with words or bytes", "address, and words or bytes");
}

void Reading::takeInstruction(const Scalar& value) {
  const unsigned member = top().member;
  if (member == kWarp || member == kThread)
    instruction_.warp = static_cast<std::uint32_t>(small(value, 0xffffffff, kInstruction[member].name));
  else if (member == 1)
    instruction_.number = static_cast<std::uint32_t>(small(value, 0xffffffff, "number"));
  else {
    const std::string_view name = text(value, "operation");
    isFence_ = name == kFence;
    const auto subtraction = findSubtraction(name);
    isSubtraction_ = subtraction.has_value();
    if (const auto operation = isFence_ ? Operation{} : isSubtraction_ ? subtraction : findOperation(name))
      instruction_.operation = *operation;
    else
      reject(fmt::format("operation \"{}\" does not exist", shown(name)), "such as CAS.U64 or ADD.F32.FTZ.RN",
             "ATOMS-1");
  }
}

void Reading::takeLane(const Scalar& value) {
  RawLane::Number& into = lanes_.back().numbers[top().member];
  into = {value.bits, value.kind};
  if (value.kind == Scalar::Text) // it does not stay
    into = {number(value, 8, kLane[top().member].name), Scalar::Positive};
}

std::uint64_t Reading::oddNumber(const RawLane& lane, LaneMember member, unsigned bytes) {
  return number({lane.numbers[member].kind, lane.numbers[member].bits, {}}, bytes, kLane[member].name);
}

void Reading::closeInstruction(std::uint16_t seen) {
  isThread_ = seen >> kThread & 1;
  (isThread_ ? anyThread_ : anyWarp_) = true;
  if (anyThread_ && (anyWarp_ || (seen >> kWarp & 1)))
    return reject("warps and threads in one history", "a member \"thread\" in each instruction, or in none");
  if (isThread_ && lanes_.size() > 1)
    return reject("a thread has one lane", "one item in \"lanes\"", "MACH-1");
  if (isFence_)
    return addFence();
  const auto index = static_cast<std::uint32_t>(history_->instructions.size());
  history_->instructions.push_back(instruction_);
  for (const RawLane& lane : lanes_)
    addLane(lane, index);
}

std::uint8_t Reading::laneOf(const RawLane& lane) {
  const RawLane::Number& number = lane.numbers[kLaneNumber];
  if (isThread_ && (number.kind == Scalar::Absent || (number.kind == Scalar::Positive && number.bits == 0)))
    return 0;
  if (isThread_)
    reject("a thread has lane 0 only", "no \"lane\", or 0", "MACH-1");
  return static_cast<std::uint8_t>(small({number.kind, number.bits, {}}, 31, "lane", "MACH-1"));
}

void Reading::addFence() {
  Fence fence{instruction_.warp, instruction_.number, 0};
  for (const RawLane& lane : lanes_) {
    if ((lane.seen | (isThread_ ? 1u << kLaneNumber : 0u)) != 1u << kLaneNumber)
      reject(fmt::format("{} accesses nothing: its lanes have a number only", kFence), "lane");
    const std::uint32_t bit = 1u << laneOf(lane);
    if (fence.lanes & bit)
      reject(fmt::format("lane {} stands twice in warp {}'s instruction {}", laneOf(lane), fence.warp, fence.number),
             "", "MACH-1");
    fence.lanes |= bit;
  }
  history_->fences.push_back(fence);
}

void Reading::addLane(const RawLane& lane, std::uint32_t instruction) {
  const Operation operation = instruction_.operation;
  constexpr unsigned kPlain = 1u << kLaneNumber | 1u << kAddress, kOne = kPlain | 1u << kOperand,
                     kBoth = kOne | 1u << kSwap;
  const unsigned needed = operation == loadOf(operation.type) ? kPlain : takesSwap(operation.op) ? kBoth : kOne;
  const unsigned seen = (lane.seen | (isThread_ ? 1u << kLaneNumber : 0u)) & kBoth;
  if (seen != needed) {
    reject((seen & ~needed) >> kSwap & 1      ? nameOf(operation) + " takes no swap value"
           : (seen & ~needed) >> kOperand & 1 ? nameOf(operation) + " takes no operand"
                                              : fmt::format("a lane of {} lacks a member", nameOf(operation)),
           needed == kPlain  ? "lane, address, returned"
           : needed == kBoth ? "lane, address, operand, swap"
                             : "lane, address, operand");
    return;
  }
  const unsigned bytes = bytesOf(operation.type);
  Access& access = history_->accesses.emplace_back();
  access.instruction = instruction;
  access.lane = laneOf(lane);
  access.address = numberOf(lane, kAddress, 8);
  if (needed != kPlain)
    access.operand = numberOf(lane, kOperand, bytes);
  if (isSubtraction_)
    access.operand = negative(operation.type, access.operand);
  if (needed == kBoth)
    access.swap = numberOf(lane, kSwap, bytes);
  const RawLane::Number &returned = lane.numbers[kReturned], &bank = lane.numbers[kBank];
  access.returns = returned.kind != Scalar::Absent && returned.kind != Scalar::Null;
  if (access.returns)
    access.returned = numberOf(lane, kReturned, bytes);
  if (bank.kind != Scalar::Absent)
    access.bank = static_cast<std::uint8_t>(small({bank.kind, bank.bits, {}}, 31, "bank"));
}

void Reading::takeArrival(const Scalar& value) {
  Arrival& arrival = history_->barriers.back().back();
  if (top().member == 0)
    arrival.warp = static_cast<std::uint32_t>(small(value, 0xffffffff, "warp"));
  else if ((value.kind == Scalar::Negative && value.bits == ~std::uint64_t{0}) ||
           (value.kind == Scalar::Positive && value.bits <= 0xffffffff))
    arrival.after = static_cast<std::int64_t>(value.bits);
  else
    reject("after is not -1..4294967295", "an instruction's number, or -1");
}

void Reading::closeRoot(std::uint16_t seen) {
  if (!(seen >> kInstructions & 1))
    return reject("no instructions", "a member \"instructions\"");
  history_->isOfThreads = anyThread_;
  for (auto* memory : {&history_->initial, &history_->final})
    std::sort(memory->begin(), memory->end(),
              [](const KnownBytes& a, const KnownBytes& b) { return a.address < b.address; });
  if (completed_.empty())
    return;
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint32_t> names;
  for (std::uint32_t k = 0; k < history_->instructions.size(); ++k)
    names[{history_->instructions[k].warp, history_->instructions[k].number}] = k;
  const auto indexOf = [&](const std::pair<std::uint64_t, std::uint64_t>& name) {
    const auto found = names.find(name);
    if (found != names.end())
      return found->second;
    reject(fmt::format("{} {} has no instruction {} that accesses memory", whoIn(*history_), name.first, name.second),
           "", "completion-order");
    return 0u;
  };
  for (std::size_t k = 0; k + 1 < completed_.size(); k += 2)
    history_->completed.emplace_back(indexOf(completed_[k]), indexOf(completed_[k + 1]));
}

} // namespace warplaw::linearize

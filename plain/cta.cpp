#include "plain/cta.h"
#include <algorithm>

namespace warplaw::plain {

Cta::Cta(Running& running, ptx::Dimensions number)
    : running_(running), number_(number), shared_(sharedMemory(running.kernel, running.launch, running.unwritten)) {
  const auto& [x, y, z] = running.launch.block;
  const ptx::Kernel& kernel = running.kernel;
  threads_.resize(std::size_t{x} * y * z);
  stamps_.resize(threads_.size());
  const Region frame = parameters(kernel, running.launch, running.memory, running.unwritten);
  const Held nobody{running.unwritten * Word{0x0101010101010101}, ~Word{0}};
  for (std::uint32_t i = 0; i < threads_.size(); ++i) {
    Thread& thread = threads_[i];
    thread.number = i;
    for (const ptx::Register& each : kernel.registers) {
      const Word ones = spec::scalar::onesOf(each.type.width());
      thread.registers.emplace_back(nobody.word & ones, nobody.undefined & ones);
    }
    thread.local = Region(0, kernel.localBytes, running.unwritten);
    thread.parameters = frame;
  }
}

void Cta::run() {
  std::vector<std::uint32_t> ready;
  for (;;) {
    ready.clear();
    for (const Thread& thread : threads_)
      if (thread.state == State::Runs)
        ready.push_back(thread.number);
    if (ready.empty())
      break;
    oneStep(threads_[next(ready)]);
  }
  if (std::ranges::any_of(threads_, [](const Thread& thread) { return thread.state != State::Exited; }))
    deadlock();
}

/// Where all schedules are tried, what no other thread sees is no decision.
std::uint32_t Cta::next(const std::vector<std::uint32_t>& ready) {
  if (running_.scheduler.skipsUnseen())
    for (const std::uint32_t each : ready)
      if (!isSeen(threads_[each]))
        return each;
  return running_.scheduler.next(ready, stamps_);
}

/// An instruction reads its guard once, before it writes (MACH-2).
bool Cta::guardHolds(Thread& thread, const ptx::Step& step) {
  if (step.guard == ptx::kNoRegister)
    return true;
  if (!step.continues)
    thread.takesGuarded =
        value(thread, {ptx::Source::Kind::Register, false, step.guard, 0}) != (step.guardNegated ? 1 : 0);
  return thread.takesGuarded;
}

/// What is waited for comes in any order to the same; of a barrier with a count it may be another generation.
bool Cta::isSeen(const Thread& thread) const {
  if (thread.counter >= running_.kernel.steps.size())
    return false;
  const ptx::Step& step = stepOf(thread);
  const bool isAccess = step.kind == ptx::StepKind::Load || step.kind == ptx::StepKind::Store;
  const bool isOwn =
      step.space == ptx::Space::Param || step.space == ptx::Space::Local || step.space == ptx::Space::Const;
  const bool isCounted = step.kind == ptx::StepKind::Barrier && step.src[1].kind != ptx::Source::Kind::Nothing;
  return (isAccess && !isOwn) || step.kind == ptx::StepKind::Atomic || isCounted;
}

void Cta::oneStep(Thread& thread) {
  if (++running_.steps > running_.launch.mostSteps)
    throw Stopped{End::Bound, "there are more steps than the launch admits"};
  if (thread.counter >= running_.kernel.steps.size()) {
    return leave(thread);
  }
  const ptx::Step& step = stepOf(thread);
  if (guardHolds(thread, step))
    return execute(thread, step);
  ++thread.counter;
}

/// A thread that waited goes on behind what it waited at.
void Cta::release(Thread& thread) {
  thread.state = State::Runs;
  ++thread.counter;
  stamps_[thread.number] = ++now_;
}

/// Those who wait for it do so no longer (PTX-12, PTX-13).
void Cta::leave(Thread& thread) {
  thread.state = State::Exited;
  for (Thread& other : threads_)
    if (other.state == State::WaitsForLanes && other.warp() == thread.warp())
      tryTogether(other.warp(), other.membermask);
  for (std::uint32_t id = 0; id < barriers_.size(); ++id)
    tryBarrier(id);
}

void Cta::deadlock() const {
  std::string what = "no thread can go on:";
  for (const Thread& thread : threads_) {
    if (thread.state == State::Exited)
      continue;
    what += " " + std::to_string(thread.number) + " at line " + std::to_string(stepOf(thread).place.line);
    what += thread.state == State::WaitsForLanes ? " for " + std::to_string(thread.membermask) + "," : ",";
  }
  throw Stopped{End::Deadlock, what};
}

} // namespace warplaw::plain

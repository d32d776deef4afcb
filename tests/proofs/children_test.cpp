// A child's own children, such as the solver that a script starts, are paused and end with it; a child that writes
// without an end is ended.
#include "proofs/engine/children.h"
#include <chrono>
#include <csignal>
#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <optional>
#include <string>
#include <thread>
#include <unistd.h>

namespace warplaw::proofs {
namespace {

/// 'R' runs, 'S' sleeps, 'T' is stopped, 'Z' has ended, as has what is gone: ' '.
char stateOf(pid_t pid) {
  std::ifstream file(fmt::format("/proc/{}/stat", pid));
  std::string text;
  std::getline(file, text);
  const std::size_t end = text.rfind(") ");
  return end == text.npos ? ' ' : text[end + 2];
}

bool comesTo(pid_t pid, std::string_view states) {
  for (unsigned wait = 0; wait < 1000; ++wait) {
    if (states.find(stateOf(pid)) != states.npos)
      return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

/// A child that starts another one, which starts a third; all of them sleep.
struct Family {
  std::optional<Children> children{std::in_place};
  Children::Id eldest = 0;
  std::vector<pid_t> pids; ///< of the second and the third

  explicit Family(double seconds) {
    Children::Spec spec;
    spec.seconds = seconds;
    spec.body = [](ParentChannel out) {
      for (unsigned generation = 0; generation < 2; ++generation)
        if (fork() != 0) {
          while (true)
            pause();
        } else {
          out.send({0, static_cast<std::uint32_t>(getpid()), ""});
        }
      while (true)
        pause();
      return 0;
    };
    spec.onFrame = [this](const Frame& frame) { pids.push_back(static_cast<pid_t>(frame.id)); };
    eldest = children->start(std::move(spec));
    while (pids.size() < 2 && children->running() != 0)
      children->poll(1);
  }
  ~Family() { // what a failure would leave behind
    for (const pid_t pid : pids)
      ::kill(pid, SIGKILL);
  }
  void expectAll(std::string_view states, const char* when) const {
    ASSERT_EQ(pids.size(), 2u);
    for (const pid_t pid : pids)
      EXPECT_TRUE(comesTo(pid, states)) << when << ": " << stateOf(pid);
  }
};

constexpr std::string_view kEnded = " Z", kRuns = "RS", kStopped = "T";

TEST(Children, WhatAChildStartedEndsWithItsTime) {
  Family family(1);
  while (family.children->running() != 0)
    family.children->poll(1);
  family.expectAll(kEnded, "after the time-out");
}

TEST(Children, WhatAChildStartedIsKilledAndPausedWithIt) {
  Family family(0);
  family.expectAll(kRuns, "at the start");
  family.children->pause(family.eldest);
  family.expectAll(kStopped, "paused");
  family.children->resume(family.eldest);
  family.expectAll(kRuns, "resumed");
  family.children->kill(family.eldest);
  family.expectAll(kEnded, "killed");
}

TEST(Children, WhatAChildStartedEndsWithTheParent) {
  Family family(0);
  family.children.reset();
  family.expectAll(kEnded, "without the parent");
}

TEST(Children, OneThatWritesWithoutEndIsEnded) {
  Children children;
  Children::Spec spec;
  spec.raw = true;
  spec.body = [](ParentChannel out) {
    while (true)
      out.write(std::string(1 << 16, 'y'));
    return 0;
  };
  std::optional<Ended> ended;
  spec.onEnd = [&](const Ended& e) { ended = e; };
  children.start(std::move(spec));
  while (children.running() != 0)
    children.poll(1);
  ASSERT_TRUE(ended);
  EXPECT_EQ(ended->text(), "more than 64 MiB of output");
  EXPECT_LT(ended->bytes.size(), std::size_t{80} << 20);
}

} // namespace
} // namespace warplaw::proofs

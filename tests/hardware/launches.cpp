// Launches (case files of format 3, as `warplaw run --output` writes them) on this machine's GPU and on the machine of
// warps.
//   compare_launches CASE..
// What the machine of warps knows must be the same. What it leaves open (a value that may be anything, an outcome that
// depends on an order) is shown as the GPU has it. Exit code 0: nothing differs but what is open; 1: something does;
// 77: there is no GPU.
#include "gpu/launch.h"
#include "ptx/machine/run.h"
#include "tools/launch_case.h"
#include <algorithm>
#include <fmt/format.h>

namespace {
using namespace warplaw;

constexpr std::size_t kShown = 64; ///< elements of an array

std::string elementsOf(const ptx::Array& array, unsigned bytes) {
  std::string text;
  for (std::size_t at = 0; at + bytes <= array.bytes.size() && at < kShown * bytes; at += bytes)
    text += fmt::format(" {:x}", tools::readLittle(std::span(array.bytes).subspan(at, bytes)));
  return text;
}

template <class T> T orThrow(boost::system::result<T, tools::BadCase> read) {
  if (!read)
    throw std::runtime_error(read.error().where + ": " + read.error().rejection.message);
  return std::move(*read);
}

/// True: nothing differs that is promised.
bool compare(const gpu::Gpu& gpu, const std::string& path) {
  const spec::LaunchCase c = orThrow(tools::readLaunchFile(path));
  const auto prepared = orThrow(tools::prepare(c, path));
  ptx::Launch launch = prepared->run.bound.launch;
  launch.entry = c.entry;
  const ptx::Outcome ours = ptx::run(prepared->kernel, launch);
  const std::vector<ptx::Array> theirs = gpu::run(gpu, c.module, launch);
  const std::string difference = gpu::difference(ours.arrays, theirs);
  const bool isOpen = !ours.findings.empty();
  fmt::print("{} {}{}{}\n", difference.empty() ? "equal  " : "differs", path, difference.empty() ? "" : ": ",
             difference);
  for (const ptx::Finding& finding : ours.findings)
    fmt::print("  {} (the GPU does one thing or another)\n", nameOf(finding.kind));
  for (std::size_t i = 0; isOpen && i < theirs.size(); ++i)
    fmt::print("  {}:{}\n", theirs[i].name, elementsOf(theirs[i], prepared->run.bound.types[i].width() / 8));
  return difference.empty() || isOpen;
}

} // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: compare_launches CASE..\n");
    return 2;
  }
  try {
    const gpu::Gpu gpu;
    return std::count_if(argv + 1, argv + argc, [&](const char* path) { return !compare(gpu, path); }) == 0 ? 0 : 1;
  } catch (const gpu::Error& error) {
    fmt::print("{}: skipped\n", error.what());
    return 77;
  } catch (const std::runtime_error& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 2;
  }
}

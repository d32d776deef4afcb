#include "proofs/certificates/cadical.h"
#include "proofs/engine/children.h"
#include "proofs/engine/solver.h"
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace warplaw::certificates {
using proofs::Children;
using proofs::Ended;
using proofs::ParentChannel;

AnonymousFile::AnonymousFile() {
  const std::string folder = std::filesystem::temp_directory_path();
  descriptor_ = open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (descriptor_ >= 0)
    return;
  std::string name = folder + "/warplaw-proof-XXXXXX"; // a file system that has no files without names
  descriptor_ = mkostemp(name.data(), O_CLOEXEC);
  if (descriptor_ < 0)
    throw std::system_error(errno, std::generic_category(), folder);
  unlink(name.c_str());
}

AnonymousFile::~AnonymousFile() {
  if (mapped_ != nullptr)
    munmap(mapped_, size_);
  close(descriptor_);
}

void AnonymousFile::write(std::string_view text) const {
  while (!text.empty()) {
    const ssize_t n = ::write(descriptor_, text.data(), text.size());
    if (n < 0 && errno != EINTR)
      throw std::system_error(errno, std::generic_category(), "write");
    text.remove_prefix(n < 0 ? 0 : static_cast<std::size_t>(n));
  }
}

std::string AnonymousFile::pathForChildren() const { return fmt::format("/proc/{}/fd/{}", getpid(), descriptor_); }

std::string_view AnonymousFile::bytes() {
  struct stat status{};
  if (mapped_ == nullptr && fstat(descriptor_, &status) == 0 && status.st_size > 0) {
    size_ = static_cast<std::size_t>(status.st_size);
    void* const mapped = mmap(nullptr, size_, PROT_READ, MAP_SHARED, descriptor_, 0);
    if (mapped == MAP_FAILED)
      throw std::system_error(errno, std::generic_category(), "mmap");
    mapped_ = mapped;
  }
  return {static_cast<const char*>(mapped_), mapped_ == nullptr ? 0 : size_};
}

std::vector<rup::Literal> modelFrom(std::string_view output) {
  std::vector<rup::Literal> model;
  while (!output.empty()) {
    const std::size_t end = std::min(output.find('\n'), output.size());
    std::string_view line = output.substr(0, end);
    output.remove_prefix(std::min(end + 1, output.size()));
    if (!line.starts_with("v "))
      continue;
    for (line.remove_prefix(2); !line.empty();) {
      rup::Literal literal = 0;
      const char* const next = std::from_chars(line.data(), line.data() + line.size(), literal).ptr;
      if (literal != 0)
        model.push_back(literal);
      line.remove_prefix(static_cast<std::size_t>(next - line.data()));
      line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
      if (next == line.data() && literal == 0)
        break;
    }
  }
  return model;
}

namespace {

/// In a child: becomes CaDiCaL.
int become(const std::string& formula, const std::string& proof, std::size_t proofBytes, ParentChannel out) {
  const rlimit most{proofBytes, proofBytes};
  if (setrlimit(RLIMIT_FSIZE, &most) != 0)
    return 124;
  dup2(out.descriptor(), STDOUT_FILENO);
  close(out.descriptor());
  execlp("cadical", "cadical", "-q", formula.c_str(), proof.c_str(), nullptr);
  return 127;
}

Solved solvedBy(const Ended& ended) {
  Solved solved;
  solved.seconds = ended.seconds;
  const std::string_view line = std::string_view(ended.bytes).substr(0, ended.bytes.find('\n'));
  if (ended.how == Ended::How::Exited && line == "s UNSATISFIABLE") {
    solved.said = Solved::Said::Unsatisfiable;
  } else if (ended.how == Ended::How::Exited && line == "s SATISFIABLE") {
    solved.said = Solved::Said::Satisfiable;
    solved.model = modelFrom(ended.bytes);
  } else if (ended.how == Ended::How::TimedOut) {
    solved.why = "time-out solving";
  } else if (ended.how == Ended::How::Killed && ended.code == SIGXFSZ) {
    solved.why = "too large a proof";
  } else {
    solved.why = "CaDiCaL ended by " + ended.text();
  }
  return solved;
}

} // namespace

Solved solve(const rup::Cnf& formula, const AnonymousFile& proof, const Limits& limits) {
  Solved solved;
  const AnonymousFile text;
  text.write(dimacs(formula));
  Children children;
  Children::Spec spec;
  spec.raw = true;
  spec.seconds = limits.seconds;
  spec.memoryBytes = limits.memoryBytes;
  spec.body = [&, from = text.pathForChildren(), to = proof.pathForChildren()](ParentChannel out) {
    return become(from, to, limits.proofBytes, out);
  };
  spec.onEnd = [&solved](const Ended& ended) { solved = solvedBy(ended); };
  children.start(std::move(spec));
  while (children.running() != 0)
    children.poll(10);
  return solved;
}

spec::Result<std::string> cadicalVersion() {
  const std::string version = proofs::programVersion("cadical", "");
  if (version.empty())
    return spec::Rejection{"solver", "no cadical program on PATH says its version",
                           "the package cadical, or no --certify", 0};
  return spec::Result<std::string>(boost::system::in_place_value, version);
}

} // namespace warplaw::certificates

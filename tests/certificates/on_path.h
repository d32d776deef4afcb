// Programs that stand on PATH in place of solvers.
#pragma once
#include "../proofs/toy.h"
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>

namespace warplaw::certificates {

/// They are first on PATH as long as this lives.
class OnPath {
public:
  /// scripts: each program's text for sh, by its name. isAlone: PATH has nothing else.
  explicit OnPath(const std::map<std::string, std::string>& scripts, bool isAlone = false)
      : path_(std::getenv("PATH")) {
    for (const auto& [name, script] : scripts) {
      std::ofstream(folder_ / name) << "#!/bin/sh\n" << script << "\n";
      std::filesystem::permissions(folder_ / name, std::filesystem::perms::owner_all);
    }
    setenv("PATH", (folder_ / (isAlone ? "" : ":" + path_)).c_str(), 1);
  }
  ~OnPath() { setenv("PATH", path_.c_str(), 1); }
  OnPath(const OnPath&) = delete;
  OnPath& operator=(const OnPath&) = delete;

private:
  proofs::toy::Folder folder_;
  std::string path_;
};

} // namespace warplaw::certificates

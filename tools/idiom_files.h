// Idioms as CUDA source: files below corpus/idioms, and pairs of corpus/ptx/bugs (NAME_broken.cu and NAME_right.cu).
//
//   // The title
//   // What it is, in prose.
//   // theorems: programs that say the same of the instructions alone
//
//   __device__ .. what its kernels share
//
//   // A sentence that holds, or that breaks.
//   // expect: REFUTED race
//   // warplaw: entry=k block=32 ..
//   // warplaw: ensures ..
//   __global__ void k(..) { .. }
//
// Where nothing is expected everything is PROVED. What is REFUTED is so at the line that ends with `// here`, a
// statement at its own. `also: width=4,8` says: with these arguments, too.
#pragma once
#include "spec/rejection.h"
#include <string>
#include <string_view>
#include <vector>

namespace warplaw::tools {

struct ExpectedVerdict {
  std::string verdict; ///< "PROVED"
  std::string finding; ///< "race", "ensures"; empty: all of them
};

/// A kernel with one launch, and what is said of it.
struct IdiomKernel {
  std::string path;   ///< of its file
  std::string source; ///< the whole file
  std::string entry;  ///< empty: the file has one
  std::string prose;
  std::string code; ///< as it stands there, with its launch
  std::vector<ExpectedVerdict> expected;
  std::vector<std::string> arguments; ///< NAME=VALUE, each a launch; none: the launch as it stands
  unsigned here = 0;                  ///< the line that is to blame; 0: none is marked
  /// Is nothing but PROVED expected?
  bool holds() const;
  bool expects(std::string_view verdict) const;
  /// The first sentence of the prose, in one line.
  std::string summary() const;
};

struct Idiom {
  std::string name, title, prose;
  std::string code; ///< what its kernels share
  std::vector<std::string> theorems;
  std::vector<IdiomKernel> kernels;
};

/// In the order of their names, those of corpus/idioms first.
spec::Result<std::vector<Idiom>> idiomsBelow(const std::string& corpus);

} // namespace warplaw::tools

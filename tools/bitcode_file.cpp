#include "tools/bitcode_file.h"
#include "proofs/engine/hash.h"
#include "symbolic/lift/constants.h"
#include "tools/compiler.h"
#include "tools/input.h"
#include <algorithm>
#include <boost/algorithm/string/classification.hpp>
#include <boost/algorithm/string/split.hpp>
#include <fmt/format.h>

namespace warplaw::tools {
namespace {

constexpr std::size_t kMostBytes = std::size_t{64} << 20;

std::vector<std::string> flags(std::string text, std::initializer_list<std::string> more) {
  std::vector<std::string> all;
  boost::algorithm::split(all, text, boost::algorithm::is_space(), boost::algorithm::token_compress_on);
  all.insert(all.end(), more);
  return all;
}

spec::Result<lift::Module> parse(const std::string& path, std::string& hash) {
  const auto bytes = readText(path, kMostBytes);
  if (!bytes)
    return bytes.error();
  const auto span = std::as_bytes(std::span(*bytes));
  hash = proofs::sha256(span);
  auto module = lift::Module::parse(span, "of the executor");
  if (auto* unsupported = std::get_if<lift::Unsupported>(&module))
    return spec::Rejection{"executor", printable(unsupported->what), "LLVM 19's bitcode for x86-64"};
  return std::get<lift::Module>(std::move(module));
}

/// Where the table has each family's function.
constexpr std::size_t kFunctionAt[] = {
#define WARPLAW_FAMILY(Name, member) offsetof(warplaw_executor, member),
#include "check/families.def"
#undef WARPLAW_FAMILY
};
constexpr std::string_view kOpen = "warplaw_executor_open";

} // namespace

spec::Result<BitcodeFile> BitcodeFile::open(const std::string& path) {
  const Compiler compiler;
  std::string unoptimized = path;
  if (isSource(path)) {
    unoptimized = compiler.in("unoptimized.bc");
    if (auto done =
            compiler(path, flags(WARPLAW_FRONT_END, {"-gline-tables-only", "-DWARPLAW_PROVE", "-Xclang",
                                                     "-disable-llvm-passes", "-emit-llvm", "-c", "-o", unoptimized}));
        !done)
      return done.error();
  } else if (!isBitcode(path)) {
    return spec::Rejection{"file", "is neither source nor bitcode", "FILE.c, FILE.cpp or FILE.bc"};
  }
  const std::string final = compiler.in("final.bc");
  std::string hash;
  auto first = parse(unoptimized, hash);
  if (!first)
    return first.error();
  if (auto done = compiler(unoptimized, flags(WARPLAW_OPTIMISER, {"-gline-tables-only", "-fno-discard-value-names",
                                                                  "-emit-llvm", "-c", "-o", final}));
      !done)
    return done.error();
  auto second = parse(final, hash);
  if (!second)
    return second.error();
  BitcodeFile made(std::move(*first), std::move(*second));
  made.hash_ = hash;
  if (auto read = made.readTable(); !read)
    return read.error();
  return made;
}

spec::Result<void> BitcodeFile::readTable() {
  if (!unoptimized_.has(kOpen))
    return spec::Rejection{"executor", fmt::format("has no function {}", kOpen), "include/warplaw/executor.h"};
  const auto all = lift::constantsUsedBy(unoptimized_, kOpen);
  const auto table = std::ranges::find_if(all, [](const lift::ConstantStructure& structure) {
    return structure.integerAt(offsetof(warplaw_executor, abi)) == WARPLAW_EXECUTOR_ABI &&
           structure.integerAt(offsetof(warplaw_executor, bytes)) == structure.bytes();
  });
  if (table == all.end())
    return spec::Rejection{"executor", fmt::format("{} gives no table that can be read without running it", kOpen),
                           "a constant of this ABI with WARPLAW_TABLE in it"};
  domain_ = table->textAt(offsetof(warplaw_executor, domain)).value_or("");
  for (unsigned family = 0; family < check::kFamilies; ++family)
    functions_[family] = table->functionAt(kFunctionAt[family]).value_or("");
  return {};
}

} // namespace warplaw::tools

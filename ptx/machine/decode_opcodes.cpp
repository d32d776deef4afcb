// Opcodes: what stands behind a mnemonic, what is not supported (PTX-5), what an unknown one may have meant.
#include "ptx/machine/decoder.h"
#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace warplaw::ptx {
namespace {

struct Kind {
  std::string_view mnemonic, what;
};
constexpr Kind kUnsupported[] = {
    {"wmma", "matrices"},          {"mma", "matrices"},
    {"wgmma", "matrices"},         {"tcgen05", "matrices"},
    {"ldmatrix", "matrices"},      {"stmatrix", "matrices"},
    {"movmatrix", "matrices"},     {"cp", "asynchronous copies"},
    {"mbarrier", "mbarrier"},      {"clusterlaunchcontrol", "clusters"},
    {"getctarank", "clusters"},    {"multimem", "multimem addresses"},
    {"tensormap", "tensor maps"},  {"tex", "textures"},
    {"tld4", "textures"},          {"txq", "textures"},
    {"istypep", "textures"},       {"suld", "surfaces"},
    {"sust", "surfaces"},          {"sured", "surfaces"},
    {"suq", "surfaces"},           {"createpolicy", "cache policies"},
    {"alloca", "the stack"},       {"stacksave", "the stack"},
    {"stackrestore", "the stack"},
};

/// Types of cvt that are narrower than its rows know.
constexpr std::string_view kNarrowFloats[] = {"e4m3x2", "e5m2x2", "e2m1x2", "e2m3x2", "e3m2x2", "ue8m0x2", "e4m3x4",
                                              "e5m2x4", "e2m1x4", "e2m3x4", "e3m2x4", "s2f6x2", "tf32"};

/// How instructions without rows are written.
struct Shape {
  std::string_view mnemonic, text;
};
constexpr Shape kShapes[] = {
    {"ld", "ld[.volatile|.relaxed|.acquire][.SCOPE][.global|.shared|.local|.param|.const][.CACHE][.v2|.v4|.v8].T"},
    {"st", "st[.volatile|.relaxed|.release][.SCOPE][.global|.shared|.local|.param][.CACHE][.v2|.v4|.v8].T"},
    {"atom", "atom[.ORDER][.SCOPE][.global|.shared].{add|min|max|inc|dec|and|or|xor|exch|cas}[.noftz][.v2|.v4|.v8].T"},
    {"red", "red[.ORDER][.SCOPE][.global|.shared].{add|min|max|inc|dec|and|or|xor}[.noftz][.v2|.v4|.v8].T"},
    {"set", "set.CMP[.and|.or|.xor][.ftz].{u16|s16|u32|s32|f16|f16x2|bf16|bf16x2|f32}.T"},
    {"shfl", "shfl[.sync].{idx|up|down|bfly}.b32"},
    {"vote", "vote[.sync].{all|any|uni}.pred, vote[.sync].ballot.b32"},
    {"match", "match.{any|all}.sync.{b32|b64}"},
    {"redux", "redux.sync.{add|min|max}.{u32|s32}, redux.sync.{and|or|xor}.b32, redux.sync.{min|max}[.abs][.NaN].f32"},
    {"activemask", "activemask.b32"},
    {"elect", "elect.sync"},
    {"bar", "bar[.cta].{sync|arrive}, bar[.cta].red.popc.u32, bar[.cta].red.{and|or}.pred, bar.warp.sync"},
    {"barrier", "barrier[.cta].{sync|arrive}[.aligned], barrier[.cta].red.{popc|and|or}[.aligned].{u32|pred}"},
    {"bra", "bra[.uni]"},
    {"brx", "brx.idx[.uni]"},
    {"call", "call[.uni]"},
    {"ret", "ret[.uni]"},
    {"cvta", "cvta[.to].{global|shared|local|const|param}.{u32|u64}"},
    {"isspacep", "isspacep.{global|shared|local|const|param}"},
    {"mapa", "mapa[.shared::cluster].{u32|u64}"},
    {"membar", "membar.{cta|gl|sys}"},
    {"fence", "fence[.sc|.acq_rel].{cta|cluster|gpu|sys}, fence.proxy.KIND"},
};
constexpr std::size_t kMostNamed = 6;

std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j)
    row[j] = j;
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] != b[j]);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

/// All opcodes of rows with this mnemonic; without a mnemonic, of all.
std::vector<std::string> spellings(std::string_view mnemonic) {
  std::vector<std::string> all;
  for (const spec::scalar::Form& form : spec::scalar::forms())
    if (form.operation->mnemonic() == mnemonic)
      for (const spec::scalar::Modes modes : form.everyModes())
        all.push_back(form.opcode(modes));
  return all;
}

/// The pieces in one order, so that a wrong order is near: `div.ftz.rn.f32`, `div.rn.ftz.f32`.
std::string sorted(std::string_view opcode) {
  std::multiset<std::string> pieces;
  for (std::size_t begin = 0; begin <= opcode.size();) {
    const std::size_t end = std::min(opcode.find('.', begin), opcode.size());
    pieces.emplace(opcode.substr(begin, end - begin));
    begin = end + 1;
  }
  return fmt::format("{}", fmt::join(pieces, "."));
}

std::string nearest(std::vector<std::string> all, std::string_view text) {
  const std::string pieces = sorted(text);
  std::ranges::sort(all, {}, [&](const std::string& one) { return std::pair(distance(sorted(one), pieces), one); });
  const bool isCut = all.size() > kMostNamed;
  all.resize(std::min(all.size(), kMostNamed));
  return fmt::format("{}{}", fmt::join(all, ", "), isCut ? ", .." : "");
}

} // namespace

bool Pieces::take(std::string_view piece) {
  const auto found = std::ranges::find(left, piece);
  if (found == left.end())
    return false;
  left.erase(found);
  return true;
}

int Pieces::takeOne(std::span<const std::string_view> these) {
  for (std::size_t i = 0; i < these.size(); ++i)
    if (take(these[i]))
      return static_cast<int>(i);
  return -1;
}

int Pieces::needOne(std::span<const std::string_view> these) {
  const int found = takeOne(these);
  if (found < 0)
    decoder.rejectOpcode();
  return found;
}

void Pieces::takeAll(std::span<const std::string_view> these) {
  while (takeOne(these) >= 0) {
  }
}

bool Pieces::takePrefixed(std::string_view prefix) {
  return std::erase_if(left, [&](const std::string& piece) { return piece.starts_with(prefix); }) > 0;
}

spec::scalar::Type Pieces::takeType() {
  const auto type = left.empty() ? std::nullopt : spec::scalar::typeNamed(left.back());
  if (!type)
    decoder.rejectOpcode();
  left.pop_back();
  return *type;
}

void Pieces::end() const {
  if (!left.empty())
    decoder.rejectOpcode();
}

std::string unsupportedKind(const std::vector<std::string>& opcode) {
  std::string_view mnemonic = opcode[0];
  for (const auto& [prefix, what] : kUnsupported) {
    if (mnemonic == prefix)
      return fmt::format("{}: {}", mnemonic, what);
  }
  if (mnemonic != "cvt")
    return {};
  for (const std::string& piece : opcode) {
    if (piece == "pack")
      return "cvt.pack: saturated packing";
    if (std::ranges::count(kNarrowFloats, piece))
      return fmt::format("cvt of .{}: floats of fewer bits", piece);
  }
  return {};
}

std::string opcodesLike(const std::vector<std::string>& opcode) {
  for (const auto& [mnemonic, text] : kShapes)
    if (mnemonic == opcode[0])
      return std::string(text);
  const std::string text = fmt::format("{}", fmt::join(opcode, "."));
  if (auto all = spellings(opcode[0]); !all.empty())
    return nearest(std::move(all), text);
  std::set<std::string> mnemonics;
  for (const auto& operation : spec::scalar::operations())
    mnemonics.emplace(operation.mnemonic());
  for (const auto& shape : kShapes)
    mnemonics.emplace(shape.mnemonic);
  return nearest({mnemonics.begin(), mnemonics.end()}, opcode[0]);
}

} // namespace warplaw::ptx

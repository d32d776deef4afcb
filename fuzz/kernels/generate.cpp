#include "fuzz/kernels/generate.h"
#include "fuzz/kernels/writer.h"

namespace warplaw::fuzz {
namespace {

constexpr unsigned kInputs = 64, kOutputs = 4, kMostSteps = 2'000'000;

constexpr std::string_view kBefore = R"(.version 8.5
.target sm_90
.address_size 64

.func (.reg .b32 %result) mix(.reg .b32 %left, .reg .b32 %right) {
  .reg .pred %less;
  setp.lt.u32 %less, %left, %right;
  @%less bra LESS;
  sub.u32 %result, %left, %right;
  ret;
LESS:
  xor.b32 %result, %left, %right;
  ret;
}
)";

/// Addresses, values, and memory that is initialised.
constexpr std::string_view kBegin = R"(  ld.param.u64 %in, [in];
  ld.param.u64 %out, [out];
  ld.param.u64 %sums, [sums];
  ld.param.u64 %dump, [dump];
  mov.u32 %thread, %tid.x;
  mov.u32 %lane, %laneid;
  mov.u32 %cta, %ctaid.x;
  mov.u32 %a, %ntid.x;
  mad.lo.u32 %global, %cta, %a, %thread;
  mad.wide.u32 %out, %global, 16, %out;
  mov.u32 %a, s;
  mad.lo.u32 %own, %thread, 4, %a;
  mad.wide.u32 %w0, %thread, 4, %in;
  mov.u64 %w1, 7;
  ld.global.u32 %v0, [%w0];
  mov.u32 %v1, %thread;
  xor.b32 %v2, %v0, %global;
  shr.u32 %v3, %v0, 8;
  mov.u32 %v4, %cta;
  mul.lo.u32 %v5, %v0, 0x9e3779b1;
  mov.u32 %v6, 0x3f800000;
  mov.u32 %v7, %lanemask_lt;
  setp.lt.u32 %q0, %lane, 16;
  setp.lt.s32 %q1, %v0, 0;
  setp.gt.u32 %q2, %v5, 0x80000000;
  setp.eq.u32 %q3, %cta, 0;
  st.shared.u32 [%own], %v0;
  st.local.v4.u32 [l], {%v0, %v1, %v2, %v3};
  setp.lt.u32 %first, %thread, 8;
  mad.lo.u32 %b, %thread, 4, 0;
  mov.u32 %a, c;
  add.u32 %b, %b, %a;
  @%first st.shared.u32 [%b], 0;
  bar.sync 0;
)";

constexpr std::string_view kResults = R"(  st.global.u32 [%out], %v0;
  st.global.u32 [%out+4], %v1;
  selp.b32 %v2, %v2, %v5, %q0;
  st.global.u32 [%out+8], %v2;
  add.u32 %v3, %v3, %v4;
  st.global.u32 [%out+12], %v3;
)";

constexpr std::string_view kCountersOut = R"(  bar.sync 0;
  setp.ge.u32 %first, %thread, 8;
  @%first bra DONE;
  mov.u32 %a, c;
  mad.lo.u32 %a, %thread, 4, %a;
  ld.shared.u32 %b, [%a];
  mad.lo.u32 %a, %cta, 8, %thread;
  mad.wide.u32 %dump, %a, 4, %dump;
  st.global.u32 [%dump], %b;
DONE:
)";

ptx::Array arrayOf(std::string name, std::size_t words, bool isReadOnly = false) {
  ptx::Array array;
  array.name = std::move(name);
  array.bytes.resize(4 * words);
  array.elementBytes = 4;
  array.isReadOnly = isReadOnly;
  return array;
}

ptx::Launch launchOf(Drawn& drawn, unsigned threads) {
  ptx::Launch launch;
  launch.block = {threads, 1, 1};
  launch.grid = {1 + drawn.below(2), 1, 1};
  launch.mostSteps = kMostSteps;
  ptx::Array in = arrayOf("in", kInputs, true);
  Dice dice(drawn.word());
  std::array<std::uint32_t, kInputs> words{};
  dice.fill({reinterpret_cast<std::uint8_t*>(words.data()), sizeof words});
  const unsigned style = drawn.below(4);
  for (std::uint32_t& word : words)
    word = style == 1 ? word & 3 : style == 2 ? kEdges[word % kEdges.size()] : word;
  std::memcpy(in.bytes.data(), words.data(), in.bytes.size());
  launch.arrays = {in, arrayOf("out", std::size_t{kOutputs} * threads * launch.grid[0]), arrayOf("sums", kCounters),
                   arrayOf("dump", std::size_t{kCounters} * launch.grid[0])};
  for (int i = 0; i < 4; ++i)
    launch.arguments.push_back({{}, i});
  return launch;
}

} // namespace

GeneratedKernel generateKernel(Bytes record) {
  Drawn drawn(record.first(std::min(record.size(), kKernelRecord)));
  static constexpr unsigned kBlocks[] = {32, 48, 64};
  const unsigned threads = kBlocks[drawn.below(3)];
  GeneratedKernel made;
  made.launch = launchOf(drawn, threads);
  const bool hasDump = drawn.below(2);
  Writer writer(drawn, threads);
  writer.body({});
  made.text =
      std::string(kBefore) +
      ".visible .entry k(.param .u64 in, .param .u64 out, .param .u64 sums, .param .u64 dump) {\n" +
      fmt::format("  .reg .pred %first, %q<{}>, %p<{}>;\n", kFlags, writer.predicates + 1) +
      fmt::format("  .reg .b32 %thread, %lane, %cta, %global, %own, %a, %b, %v<{}>, %x<{}>;\n", kVariables,
                  writer.words + 1) +
      "  .reg .b64 %in, %out, %sums, %dump, %w<3>;\n" +
      fmt::format("  .shared .align 4 .b32 s[{}], c[{}];\n  .local .align 16 .b32 l[4];\n", threads, kCounters) +
      std::string(kBegin) + writer.text + std::string(kResults) + std::string(hasDump ? kCountersOut : "") +
      "  ret;\n}\n";
  return made;
}

GeneratedKernel withShortAddresses(GeneratedKernel made) {
  for (const auto& [wide, narrow] :
       {std::pair<std::string_view, std::string_view>{".address_size 64", ".address_size 32"},
        {".param .u64", ".param .u32"},
        {"ld.param.u64", "ld.param.u32"}})
    for (std::size_t at = 0; (at = made.text.find(wide, at)) != std::string::npos; at += narrow.size())
      made.text.replace(at, wide.size(), narrow);
  return made;
}

std::vector<std::uint8_t> kernelRecord(std::uint64_t seed) {
  std::vector<std::uint8_t> record(kKernelRecord);
  Dice(seed).fill(record);
  return record;
}

} // namespace warplaw::fuzz

#include "proofs/statements/subject.h"
#include "proofs/engine/hash.h"
#include "proofs/statements/bitcode.h"
#include <fmt/format.h>
#include <map>

namespace warplaw::proofs {

struct Subject::Impl {
  Overrides overrides;
  // parsed when first asked for; const for users, and this program forks instead of threading
  mutable std::map<const std::byte*, std::variant<lift::Module, lift::Unsupported>> parsed;

  const std::variant<lift::Module, lift::Unsupported>& parse(const concrete::Bitcode& bitcode) const {
    const auto found = parsed.find(bitcode.bytes.data());
    if (found != parsed.end())
      return found->second;
    return parsed.emplace(bitcode.bytes.data(), lift::Module::parse(bitcode.bytes, std::string(bitcode.name)))
        .first->second;
  }

  // The one embedded file that defines the symbol, and its module; none where two do: which one is linked, nobody says.
  std::pair<const concrete::Bitcode*, const lift::Module*> find(std::string_view symbol, Stage stage) const {
    const auto wanted = stage == Stage::Final ? concrete::Stage::Final : concrete::Stage::Unoptimized;
    std::pair<const concrete::Bitcode*, const lift::Module*> found = {nullptr, nullptr};
    for (const concrete::Bitcode& bitcode : embeddedBitcode()) {
      if (bitcode.stage != wanted)
        continue;
      const auto* module = std::get_if<lift::Module>(&parse(bitcode));
      if (module == nullptr || !module->has(symbol))
        continue;
      if (found.second != nullptr)
        return {nullptr, nullptr};
      found = {&bitcode, module};
    }
    return found;
  }
};

Subject Subject::shipped() { return with({}); }

Subject Subject::with(Overrides overrides) {
  auto impl = std::make_shared<Impl>();
  impl->overrides = std::move(overrides);
  return Subject(std::move(impl));
}

std::variant<const lift::Module*, Problem> Subject::module(std::string_view symbol, Stage stage) const {
  if (impl_->overrides.module)
    if (const lift::Module* module = impl_->overrides.module(symbol, stage))
      return module;
  if (const lift::Module* module = impl_->find(symbol, stage).second)
    return module;
  return Problem{Verdict::Error, fmt::format("not exactly one embedded {} bitcode file defines {}",
                                             stage == Stage::Final ? "final" : "unoptimized", symbol)};
}

void* Subject::machineCode(std::string_view symbol) const {
  if (impl_->overrides.machineCode)
    if (void* address = impl_->overrides.machineCode(symbol))
      return address;
  return shippedFunction(symbol);
}

std::string Subject::bitcodeHash(std::string_view symbol) const {
  const concrete::Bitcode* bitcode = impl_->find(symbol, Stage::Final).first;
  return bitcode == nullptr ? std::string() : sha256(bitcode->bytes);
}

Term Subject::encode(std::string_view output, Term expected) const {
  return impl_->overrides.encode ? impl_->overrides.encode(output, expected) : expected;
}

void Subject::lifted(std::string_view symbol, const lift::Input& input) const {
  if (impl_->overrides.lifted)
    impl_->overrides.lifted(symbol, input);
}

Term Subject::assumed(std::string_view symbol, std::span<const lift::Table> objects) const {
  return impl_->overrides.assume ? impl_->overrides.assume(symbol, objects) : Term();
}

} // namespace warplaw::proofs

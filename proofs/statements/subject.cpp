#include "proofs/statements/subject.h"
#include "proofs/engine/hash.h"
#include "proofs/statements/bitcode.h"
#include <fmt/format.h>

namespace warplaw::proofs {

struct Subject::Impl {
  Overrides overrides;
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
  const auto wanted = stage == Stage::Final ? concrete::Stage::Final : concrete::Stage::Unoptimized;
  if (const concrete::Bitcode* file = fileThatDefines(symbol, wanted))
    if (const auto* module = std::get_if<lift::Module>(&parsedFile(*file)))
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
  const concrete::Bitcode* bitcode = fileThatDefines(symbol, concrete::Stage::Final);
  return bitcode == nullptr ? std::string() : sha256(bitcode->bytes);
}

Term Subject::encode(std::string_view output, Term expected) const {
  return impl_->overrides.encode ? impl_->overrides.encode(output, expected) : expected;
}

std::shared_ptr<const void> Subject::identity() const { return impl_; }

void Subject::lifted(std::string_view symbol, const lift::Input& input) const {
  if (impl_->overrides.lifted)
    impl_->overrides.lifted(symbol, input);
}

Term Subject::assumed(std::string_view symbol, std::span<const lift::Table> objects) const {
  return impl_->overrides.assume ? impl_->overrides.assume(symbol, objects) : Term();
}

} // namespace warplaw::proofs

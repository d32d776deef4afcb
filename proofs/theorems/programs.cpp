// Theorems about published programs (SYNC-9, SYNC-10): see programs.h. Their claims are contradictions of the first
// rule that they name.
#include "proofs/theorems/programs.h"
#include "proofs/theorems/theorems.h"
#include <fmt/format.h>
#include <stdexcept>

namespace warplaw::proofs {

ReadContract contractOf(const PublishedProgram& program) {
  const auto fail = [&](const spec::Rejection& rejection) {
    throw std::logic_error(fmt::format("{}: {}", program.name, describe(rejection, program.text)));
  };
  const auto text = spec::programFromText(program.text);
  if (!text)
    fail(text.error());
  auto read = readContract(std::string(program.name), *text);
  if (!read)
    fail(read.error());
  return std::move(*read);
}

std::string witnessOf(const ProgramContract& contract, const Clause& claim) {
  std::string name = fmt::format("{}-{}-{}", contract.rules.front(), contract.name, claim.name);
  for (char& c : name)
    c = c == '_' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return name;
}

namespace {
std::vector<Theorem> stated() {
  const Encodings encodings = encodingsOf(allReadings());
  std::vector<Theorem> all;
  for (const PublishedProgram& program : publishedPrograms()) {
    const ProgramContract contract = contractOf(program).contract;
    for (Theorem& theorem : programTheorems(contract, encodings)) {
      theorem.instruction = kProgramsName;
      for (const Clause& claim : contract.claimed)
        if (theorem.name == theoremOf(contract, claim))
          theorem.claims = {{contract.rules.front(), claim.comment, theorem.name, witnessOf(contract, claim), ""}};
      all.push_back(std::move(theorem));
    }
  }
  return all;
}
} // namespace

std::vector<Theorem> programsTheorems() {
  static const std::vector<Theorem> kAll = stated(); // about no code: the same ones of every subject
  return kAll;
}

} // namespace warplaw::proofs

// What `warplaw list` prints of an instruction; other subcommands do when they are given its name alone.
#pragma once
#include "spec/instruction.h"
#include <optional>
#include <string>
#include <vector>

namespace warplaw::tools {

/// As a user may write it alone: a mnemonic or CUDA's name of a function, any case.
std::optional<spec::Mnemonic> loneMnemonic(const std::string& name);
/// Is none of its forms called just that?
bool hasSeveralForms(spec::Mnemonic mnemonic, std::string_view name);
/// Its paths and forms. `name`: what it was called by; forms of other mnemonics of the same instruction are left out.
void printForms(spec::Mnemonic mnemonic, std::string_view name, bool sass);
/// What a mnemonic with modifiers, and without operands, names: a form ("SHFL.UP", "vote.ballot.b32", "NOP.TRIG"), or
/// all that begin so ("bar.red", "redux.sync.add").
struct NamedForms {
  struct One {
    std::string name;
    std::vector<spec::Form> steps; ///< one, or the two that PTX writes as one
    std::size_t count = 1;         ///< of those that differ in later modifiers
  };
  bool isOne = false;
  std::vector<One> forms;
};
spec::Result<NamedForms> formsNamed(const std::string& text);
/// "; the nearest name is SHFL.UP", of all forms, functions and operations, if there is one; of those without modifiers
/// where the text has none.
std::string nearestFormSaid(const std::string& text);
/// No form and no function is called so; and the nearest name.
spec::Rejection noForm(const std::string& text);
/// Why the text of an instruction was rejected; with the nearest name where it begins with none.
spec::Rejection withNearestForm(spec::Rejection rejection, const std::string& text);
void printForms(const NamedForms& named, bool sass);
/// The text that NVIDIA's assembler has for it, or why it has none.
std::string sassOf(const spec::Instruction& instruction);
/// What a function of CUDA is, where the name is one.
void printCudaFunction(std::string_view name);
/// Both, where the text is nothing but such a name. False: it is another text, and nothing is printed.
bool printedAsLoneName(const std::string& text);

} // namespace warplaw::tools

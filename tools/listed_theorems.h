// What is said of theorems without making them: proofs/theorems.jsonl, which `warplaw verify --list --json` writes. A
// test holds the two against each other. Making them takes a second, and a program that has them four times as long to
// compile.
#pragma once
#include <string>
#include <vector>

namespace warplaw::tools {

struct ListedTheorem {
  std::string name, instruction, form, statement;
  std::vector<std::string> rules;
};
/// In the order of `verify --list`. Throws std::runtime_error where the file cannot be read.
std::vector<ListedTheorem> listedTheorems();

} // namespace warplaw::tools

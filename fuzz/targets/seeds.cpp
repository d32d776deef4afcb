// What each fuzz target begins with: seeds, a dictionary and the engine's options, laid out as OSS-Fuzz looks for them
// (oss-fuzz/build.sh). usage: fuzz_seeds CORPUS FOLDER
#include "fuzz/cuda_functions.h"
#include "fuzz/oracle.h"
#include "fuzz/targets.h"
#include "fuzz/targets/faulty_texts.h"
#include "spec/instruction.h"
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <set>

namespace warplaw::fuzz {
namespace {
namespace fs = std::filesystem;

constexpr unsigned kRecords = 32;   ///< random records of an instruction, each also as text
constexpr unsigned kWholeCases = 4; ///< of those, as case files
constexpr std::size_t kLongest = 4; ///< a text may grow to so many times the longest seed

struct Target {
  std::string name;
  std::set<std::string> seeds, words;
  std::size_t longest = 0; ///< bytes
};

std::string recordOf(std::size_t bytes, std::uint64_t seed) {
  std::string record(bytes, '\0');
  Dice(seed).fill({reinterpret_cast<std::uint8_t*>(record.data()), bytes});
  return record;
}

Bytes bytesOf(const std::string& text) { return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}; }

/// Words and numbers at which arithmetic changes its mind, as records hold them.
std::set<std::string> edges() {
  std::set<std::string> words;
  for (const std::uint32_t edge : kEdges)
    words.emplace(reinterpret_cast<const char*>(&edge), sizeof edge);
  return words;
}

/// Names in texts, a dot that stands before one with it. Numbers are found by changing digits.
std::set<std::string> wordsOf(const std::set<std::string>& texts) {
  const auto beginsWord = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; };
  const auto ofWord = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  std::set<std::string> words;
  for (const std::string& text : texts)
    for (auto at = text.begin(); at != text.end();) {
      const auto begin = std::find_if(at, text.end(), ofWord);
      const auto end = std::find_if_not(begin, text.end(), ofWord);
      if (end - begin > 1 && beginsWord(*begin))
        words.emplace(begin != at && begin[-1] == '.' ? begin - 1 : begin, end);
      at = end;
    }
  return words;
}

Target textTarget(std::string name, std::set<std::string> texts) {
  Target target{std::move(name), std::move(texts), {}, 0};
  target.words = wordsOf(target.seeds);
  for (const std::string& text : target.seeds)
    target.longest = std::max(target.longest, kLongest * text.size());
  return target;
}

std::set<std::string> filesIn(const fs::path& folder, std::string_view extension) {
  std::set<std::string> texts;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.path().extension() == extension) {
      std::ifstream file(entry.path(), std::ios::binary);
      texts.emplace(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    }
  return texts;
}

/// A module of each function of those that compilers made: mutations of a small one reach as much, sooner.
std::set<std::string> modules(const fs::path& folder) {
  constexpr std::string_view kFunction = "\n.visible .entry";
  std::set<std::string> texts;
  for (const std::string& text : filesIn(folder, ".ptx")) {
    const std::size_t first = text.find(kFunction);
    for (std::size_t begin = first; begin != text.npos;) {
      const std::size_t end = text.find(kFunction, begin + 1);
      texts.insert(text.substr(0, first) + text.substr(begin, end - begin));
      begin = end;
    }
  }
  return texts;
}

/// What the target of all begins with: the first byte selects one.
void addUnder(Target& all, std::size_t choice, const Target& one) {
  for (const std::string& seed : one.seeds)
    all.seeds.insert(static_cast<char>(choice) + seed);
  all.words.insert(one.words.begin(), one.words.end());
  all.longest = std::max(all.longest, one.longest + 1);
}

std::vector<Target> targets(const fs::path& corpus) {
  Oracle oracle;
  std::vector<Target> list;
  Target machine{"machine", {}, edges(), 0};
  std::set<std::string> texts, cases = filesIn(corpus, ".json");
  for (const spec::Mnemonic mnemonic : spec::allMnemonics()) {
    const InstructionFuzzer& fuzzer = oracle.of(mnemonic);
    Target& target =
        list.emplace_back(Target{std::string(spec::folderOf(mnemonic)), {}, edges(), fuzzer.recordBytes()});
    for (unsigned seed = 0; seed < kRecords; ++seed)
      target.seeds.insert(recordOf(fuzzer.recordBytes(), seed));
    addUnder(machine, static_cast<std::size_t>(mnemonic), target);
    for (unsigned seed = 0; seed < kRecords; ++seed) {
      const spec::Case c = fuzzer.machineCase(bytesOf(recordOf(fuzzer.recordBytes(), seed)));
      texts.insert(spec::print(c.instruction));
      if (seed < kWholeCases)
        cases.insert(spec::toJson(c));
    }
  }
  Target outcome = list[static_cast<std::size_t>(spec::Mnemonic::Atoms)];
  outcome.name = "linearize";
  texts.merge(faultyInstructions(texts));
  cases.merge(faultyCaseFiles(cases));
  list.push_back(textTarget("parser", std::move(texts)));
  list.push_back(std::move(machine));
  list.push_back(std::move(outcome));
  list.push_back(textTarget("case_file", std::move(cases)));
  Target cuda{"cuda", {}, edges(), kCudaRecord};
  for (unsigned seed = 0; seed < kRecords; ++seed)
    cuda.seeds.insert(recordOf(kCudaRecord, seed));
  list.push_back(std::move(cuda));
  Target all{"all", {}, {}, 0};
  for (std::size_t choice = 0; choice < list.size(); ++choice) // in the order of runAllTargets
    addUnder(all, choice, list[choice]);
  list.push_back(std::move(all));
  list.push_back(textTarget("ptx", modules(corpus)));
  return list;
}

bool write(const fs::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  return static_cast<bool>(file.flush());
}

/// As libFuzzer reads them: a quoted word a line.
std::string dictionaryOf(const std::set<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    text += '"';
    for (const char c : word)
      text += std::isprint(static_cast<unsigned char>(c)) && c != '"' && c != '\\'
                  ? std::string(1, c)
                  : fmt::format("\\x{:02X}", static_cast<unsigned char>(c));
    text += "\"\n";
  }
  return text;
}

bool write(const Target& target, const fs::path& folder) {
  const std::string name = "fuzz_" + target.name;
  fs::create_directories(folder / name);
  bool written = !target.seeds.empty();
  std::size_t number = 0;
  for (const std::string& seed : target.seeds)
    written &= write(folder / name / fmt::format("{:04}", number++), seed);
  written &= write(folder / (name + ".dict"), dictionaryOf(target.words));
  return written &&
         write(folder / (name + ".options"),
               fmt::format("[libfuzzer]\nmax_len = {}\nlen_control = 0\ndict = {}.dict\n", target.longest, name));
}

} // namespace

int writeAll(const char* corpus, const char* folder) {
  for (const Target& target : targets(corpus))
    if (!write(target, folder)) {
      fmt::print(stderr, "fuzz_seeds: cannot write {} of {}\n", target.name, folder);
      return 2;
    }
  return 0;
}

} // namespace warplaw::fuzz

int main(int count, char** words) {
  if (count != 3) {
    fmt::print(stderr, "usage: fuzz_seeds CORPUS FOLDER\n");
    return 2;
  }
  return warplaw::fuzz::writeAll(words[1], words[2]);
}

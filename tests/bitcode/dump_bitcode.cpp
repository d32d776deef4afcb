// Writes the embedded final bitcode to files NAME.final.bc in the folder given, and their names to stdout.
#include "proofs/statements/bitcode.h"
#include <fstream>
#include <iostream>

int main(int argc, char** argv) {
  if (argc != 2)
    return 2;
  for (const auto& file : warplaw::proofs::embeddedBitcode()) {
    if (file.stage != warplaw::concrete::Stage::Final)
      continue;
    std::ofstream out(std::string(argv[1]) + "/" + std::string(file.name) + ".final.bc", std::ios::binary);
    out.write(reinterpret_cast<const char*>(file.bytes.data()), static_cast<std::streamsize>(file.bytes.size()));
    if (!out)
      return 2;
    std::cout << file.name << "\n";
  }
}

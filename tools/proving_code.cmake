# Writes OUTPUT, which names all that ARCHIVES hold (proofs/engine/hash.h).
foreach(archive ${ARCHIVES})
  file(SHA256 ${archive} hash)
  string(APPEND hashes ${hash})
endforeach()
string(SHA256 hash "${hashes}")
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "namespace warplaw::proofs {\nextern const char* const kProvingCode;\nconst char* const kProvingCode = \"${hash}\";\n} // namespace warplaw::proofs\n")

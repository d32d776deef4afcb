#include "proofs/statements/function_obligations.h"

namespace warplaw::proofs {

Obligations functionObligations(Terms& terms, const Subject& subject, const Contract& contract,
                                const std::vector<WrongEffect>& wrong, const std::string& prefix,
                                const std::function<void(FunctionContract&)>& how,
                                const std::vector<Contract>& callees) {
  const Contract stated = asStated(subject, contract);
  std::vector<Contract> called;
  for (const Contract& callee : callees)
    called.push_back(asStated(subject, callee));
  FunctionContract function = functionContract(stated, called);
  if (how)
    how(function);
  return obligationsOf(terms, subject, function, twinsOf(stated, wrong, called), prefix);
}

} // namespace warplaw::proofs

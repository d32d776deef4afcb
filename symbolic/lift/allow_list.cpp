// The allow-list. What stands here is either given its meaning elsewhere in this folder, or harmless for a stated
// reason.
#include "symbolic/lift/allow_list.h"
#include "symbolic/lift/faults.h"
#include "symbolic/lift/value.h"
#include <filesystem>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Operator.h>
#include <set>
#include <string_view>

namespace warplaw::lift {
namespace {
using llvm::Attribute;
using llvm::Instruction;

bool isAllowed(unsigned opcode) {
  switch (opcode) {
  case Instruction::Ret:
  case Instruction::Br:
  case Instruction::Switch:
  case Instruction::Unreachable:
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Mul:
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem:
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::AShr:
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
  case Instruction::Trunc:
  case Instruction::ZExt:
  case Instruction::SExt:
  case Instruction::BitCast:
  case Instruction::ICmp:
  case Instruction::FAdd:
  case Instruction::FCmp:
  case Instruction::Select:
  case Instruction::PHI:
  case Instruction::Freeze:
  case Instruction::Alloca:
  case Instruction::Load:
  case Instruction::Store:
  case Instruction::GetElementPtr:
  case Instruction::ExtractElement:
  case Instruction::InsertElement:
  case Instruction::ShuffleVector:
  case Instruction::ExtractValue:
  case Instruction::InsertValue:
  case Instruction::Call:
    return true;
  default:
    return false;
  }
}

bool isAllowed(Attribute::AttrKind kind) {
  switch (kind) {
  // Given their meaning at calls and returns.
  case Attribute::NoUndef:
  case Attribute::Range:
  case Attribute::NonNull:
  case Attribute::Alignment:
  case Attribute::Dereferenceable:
  case Attribute::DereferenceableOrNull:
  case Attribute::NoAlias:
  case Attribute::ByVal:
  case Attribute::Returned:
  case Attribute::Writable:
  // Checked at each access, and where pointers are stored, compared and returned.
  case Attribute::Memory:
  case Attribute::ReadOnly:
  case Attribute::WriteOnly:
  case Attribute::ReadNone:
  case Attribute::NoCapture:
  // How a value is passed in registers or memory: the same on both sides of a call, or it is rejected there.
  case Attribute::ZExt:
  case Attribute::SExt:
  case Attribute::StructRet:
  case Attribute::InReg:
  // Nothing unwinds here (invoke is rejected), nothing synchronises (atomics and volatile are rejected), nothing frees
  // (no allocation is known), nothing recurses (rejected), and what may not end runs past the bound, which is reported:
  // these cannot be broken by what is lifted. A return is checked against noreturn, an immarg by LLVM's verifier.
  case Attribute::NoUnwind:
  case Attribute::NoSync:
  case Attribute::NoRecurse:
  case Attribute::WillReturn:
  case Attribute::MustProgress:
  case Attribute::NoReturn:
  case Attribute::NoFree:
  case Attribute::DeadOnUnwind:
  case Attribute::ImmArg:
  case Attribute::UWTable:
  // How code is generated.
  case Attribute::AlwaysInline:
  case Attribute::NoInline:
  case Attribute::InlineHint:
  case Attribute::OptimizeNone:
  case Attribute::OptimizeForSize:
  case Attribute::MinSize:
  case Attribute::Cold:
  case Attribute::Hot:
  case Attribute::NoBuiltin:
  case Attribute::StackProtect:
  case Attribute::StackProtectReq:
  case Attribute::StackProtectStrong:
  case Attribute::NonLazyBind:
  case Attribute::NoMerge:
  case Attribute::NoDuplicate:
  case Attribute::SanitizeAddress:
    return true;
  default:
    return false;
  }
}

/// How code is generated. What says that floats behave otherwise than in LLVM's default environment is not among them.
bool isAllowed(std::string_view text) {
  static const std::set<std::string_view> known{"frame-pointer",      "min-legal-vector-width",
                                                "no-trapping-math",   "stack-protector-buffer-size",
                                                "target-cpu",         "target-features",
                                                "tune-cpu",           "no-builtins",
                                                "no-jump-tables",     "prefer-vector-width",
                                                "disable-tail-calls", "no-inline-line-tables",
                                                "probe-stack",        "target-abi"};
  return known.count(text) != 0;
}

/// Why each metadata kind may stand on an instruction.
std::string metadataNotAllowed(const Instruction& instruction) {
  llvm::SmallVector<std::pair<unsigned, llvm::MDNode*>, 4> all;
  instruction.getAllMetadata(all);
  for (const auto& [kind, node] : all) {
    switch (kind) {
    // Given their meaning at loads.
    case llvm::LLVMContext::MD_range:
    case llvm::LLVMContext::MD_nonnull:
    case llvm::LLVMContext::MD_noundef:
    case llvm::LLVMContext::MD_align:
      if (llvm::isa<llvm::LoadInst>(instruction))
        continue;
      break;
    // Hints and places in the source.
    case llvm::LLVMContext::MD_dbg:
    case llvm::LLVMContext::MD_prof:
    case llvm::LLVMContext::MD_unpredictable:
    case llvm::LLVMContext::MD_annotation:
    case llvm::LLVMContext::MD_nosanitize:
    case llvm::LLVMContext::MD_DIAssignID:
      continue;
    case llvm::LLVMContext::MD_loop: {
      // Loop properties guide passes, except claims that iterations do not depend on each other.
      for (const llvm::MDOperand& property : node->operands()) {
        const auto* entry = llvm::dyn_cast_or_null<llvm::MDNode>(property.get());
        if (!entry || entry == node || entry->getNumOperands() == 0)
          continue;
        const auto* name = llvm::dyn_cast<llvm::MDString>(entry->getOperand(0));
        if (!name)
          continue;
        const llvm::StringRef text = name->getString();
        const bool guides = text == "llvm.loop.mustprogress" || text.starts_with("llvm.loop.unroll.") ||
                            text.starts_with("llvm.loop.vectorize.") || text.starts_with("llvm.loop.interleave.") ||
                            text == "llvm.loop.isvectorized" || text == "llvm.loop.peeled.count" ||
                            text.starts_with("llvm.loop.unswitch.") || text.starts_with("llvm.loop.distribute.") ||
                            text.starts_with("llvm.loop.licm.") || text == "llvm.loop.disable_nonforced";
        if (!guides)
          return "metadata " + text.str();
      }
      continue;
    }
    default:
      break;
    }
    llvm::SmallVector<llvm::StringRef, 64> names;
    instruction.getContext().getMDKindNames(names);
    return "metadata !" + names[kind].str() + " on " + instruction.getOpcodeName();
  }
  return {};
}

std::string typeNotAllowed(const llvm::Type* type) {
  if (type->isAggregateType()) {
    for (const llvm::Type* part : type->subtypes())
      if (std::string what = typeNotAllowed(part); !what.empty())
        return what;
    return {};
  }
  const llvm::Type* scalar = type->getScalarType();
  if (scalar->isIntegerTy() && scalar->getIntegerBitWidth() > 128)
    return "integers of " + std::to_string(scalar->getIntegerBitWidth()) + " bits";
  if (scalar->isFloatingPointTy() && !isNumber(type))
    return "floating point other than a half, float or double by itself";
  if (llvm::isa<llvm::ScalableVectorType>(type))
    return "scalable vectors";
  if (scalar->isPointerTy() && scalar->getPointerAddressSpace() != 0)
    return "address space " + std::to_string(scalar->getPointerAddressSpace());
  if (scalar->isX86_MMXTy() || scalar->isX86_AMXTy() || scalar->isTargetExtTy())
    return "a target's own type";
  return {};
}

std::string instructionNotAllowed(const Instruction& instruction) {
  if (const std::string what = typeNotAllowed(instruction.getType()); !what.empty())
    return what + " (" + instruction.getOpcodeName() + ")";
  for (const llvm::Use& use : instruction.operands())
    if (const std::string what = typeNotAllowed(use->getType()); !what.empty())
      return what + " (" + instruction.getOpcodeName() + ")";
  if (!isAllowed(instruction.getOpcode()))
    return std::string("opcode ") + instruction.getOpcodeName();
  if (const auto* numeric = llvm::dyn_cast<llvm::FPMathOperator>(&instruction);
      numeric && WARPLAW_FAULT(fast_math, numeric->getFastMathFlags().any(), false))
    return std::string("fast-math flags (") + instruction.getOpcodeName() + ")";
  return metadataNotAllowed(instruction);
}

} // namespace

namespace {

std::string attributeNotAllowed(const llvm::AttributeSet& attributes) {
  for (const Attribute& attribute : attributes) {
    if (attribute.isStringAttribute()) {
      const llvm::StringRef kind = attribute.getKindAsString();
      if (!isAllowed(std::string_view(kind.data(), kind.size())))
        return "attribute \"" + kind.str() + "\"";
    } else if (!isAllowed(attribute.getKindAsEnum())) {
      return "attribute " + Attribute::getNameFromAttrKind(attribute.getKindAsEnum()).str();
    }
  }
  return {};
}

/// As the compiler was given it. Where that was run in another folder, which is still there, from the root.
std::string fileOf(const llvm::DILocation& place) {
  const std::filesystem::path file = place.getFilename().str(), folder = place.getDirectory().str();
  std::error_code none;
  if (file.is_absolute() || folder.empty() || folder == std::filesystem::current_path(none) ||
      !std::filesystem::exists(folder / file, none))
    return file;
  return (folder / file).lexically_normal();
}

} // namespace

std::string attributesNotAllowed(const llvm::AttributeList& attributes) {
  if (attributes.hasRetAttr(Attribute::NoAlias)) // no function that is lifted allocates
    return "attribute noalias on the result";
  for (unsigned i : attributes.indexes())
    if (const std::string what = attributeNotAllowed(attributes.getAttributes(i)); !what.empty())
      return what;
  return {};
}

std::string placeOf(const llvm::Instruction& instruction) { return placeOf(instruction.getDebugLoc().get()); }
std::string placeOf(const llvm::DILocation* place) {
  return place ? ", " + fileOf(*place) + ":" + std::to_string(place->getLine()) : std::string();
}

std::string firstNotAllowed(const llvm::Function& function) {
  if (const std::string what = attributesNotAllowed(function.getAttributes()); !what.empty())
    return what;
  if (function.isVarArg())
    return "variable arguments";
  if (function.hasGC() || function.hasPersonalityFn())
    return "garbage collection or a personality function";
  for (const llvm::Argument& argument : function.args())
    if (const std::string what = typeNotAllowed(argument.getType()); !what.empty())
      return what;
  for (const Instruction& instruction : llvm::instructions(function))
    if (const std::string what = instructionNotAllowed(instruction); !what.empty())
      return what + placeOf(instruction);
  return {};
}

} // namespace warplaw::lift

// Memory of the lifter: objects as tables of cells with muxes over the cells that an access can touch, or as a log of
// byte stores. Every access says what makes it undefined: a pointer that is poison, null or a function, bounds,
// padding, alignment, a dead local, a store to a read-only object.
#pragma once
#include "symbolic/lift/context.h"
#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <set>

namespace llvm {
class DataLayout;
class Type;
class Constant;
class Function;
} // namespace llvm

namespace warplaw::lift {

/// One piece of a table: an integer, or a pointer (held by a local).
struct Slot {
  std::uint32_t offset = 0;
  std::uint32_t bytes = 0;
  Cell cell;
  const Value* pointer = nullptr; ///< owned by Objects
  Term unset;                     ///< as of an integer: bits that nobody has stored
  Value integer() const;
  void hold(const Value& value); ///< an integer
};

struct TableState {
  std::vector<Slot> slots; ///< by offset, without overlap; what lies between is padding
  Term alive;              ///< width 1: between lifetime.start and lifetime.end
};
using ObjectState = std::variant<TableState, ByteMemory>;

/// What does not change about an object.
struct ObjectInfo {
  std::string name;
  std::uint64_t bytes = 0;     ///< of a table
  std::uint64_t alignment = 1; ///< of its first byte
  bool writable = true;
  bool isBytes = false;
  bool argument = false;                          ///< given by Input or global, not a local
  bool isConstant = false;                        ///< a global that never changes
  std::shared_ptr<const Extent> extent = nullptr; ///< of a table, once a cause has asked for it
  unsigned depth = 0;                             ///< how many functions were active when it came to be
  std::vector<Field> fields;                      ///< layout and names; cells left empty
};

/// The contents of all objects at one point. Copies share what they do not change.
class Memory {
public:
  const ObjectState* find(unsigned object) const;
  ObjectState& change(unsigned object); ///< must exist
  void add(unsigned object, ObjectState state);
  void remove(unsigned object);
  std::vector<std::pair<unsigned, std::shared_ptr<ObjectState>>> objects; ///< by number
};

/// Where an access may fall: a list of byte offsets, which one by `index` (or by comparing the offset), and when it
/// falls outside.
struct Places {
  std::vector<std::uint64_t> offsets;
  Term index;   ///< index.eq(i): at offsets[i]; null where there is one place only, or where `offset` decides
  Term offset;  ///< 64 bits
  Term outside; ///< width 1: at none of them
  Term at(std::size_t i) const;
};

class Effects;

class Objects {
public:
  Objects(Context& context, const llvm::DataLayout& layout) : context_(context), layout_(layout) {}

  unsigned add(ObjectInfo info);
  ObjectInfo& info(unsigned object) { return infos_[object]; }
  std::size_t count() const { return infos_.size(); }
  const Value* keep(Value value);

  /// Typed access through a pointer value: integers, pointers, vectors, structs and arrays by their parts.
  Value load(Memory& memory, const Value& pointer, const llvm::Type* type, std::uint64_t alignment);
  void store(Memory& memory, const Value& pointer, const llvm::Type* type, const Value& value, std::uint64_t alignment);
  /// memcpy and memmove of constant size; what is padding or uninitialised at the source becomes poison.
  void copy(Memory& memory, const Value& to, const Value& from, std::uint64_t bytes, std::uint64_t toAlignment,
            std::uint64_t fromAlignment, bool mayOverlap);
  void fill(Memory& memory, const Value& to, const Cell& byte, std::uint64_t bytes, std::uint64_t alignment);
  /// All contents undefined; alive or dead from now on.
  void setAlive(Memory& memory, unsigned object, bool alive);
  /// Contents of a fresh local of this type, all poison; and its fields by element path ("2", "3[0].1").
  TableState emptyTable(const llvm::Type* type, std::vector<Field>& fields);
  /// The pointer is not a multiple of `alignment` for some base that its object may have (width 1).
  Term misalignedPointer(const Value& pointer, std::uint64_t alignment);
  Value offsetBy(const Value& pointer, std::uint64_t bytes) const;

  /// condition ? a : b.
  Memory merge(Term condition, const Memory& a, const Memory& b);

  TableState fromTable(const Table& table);
  Table toTable(unsigned object, const ObjectState& state);
  /// The same number of bytes, as few terms as its structure shows.
  Offset simplified(const Offset& offset);
  Shape shapeOf(const Offset& offset);
  /// Is an access or a pointer step outside [0, size - bytes]? Width 1.
  Term exceeds(const Offset& offset, std::uint64_t limit);

  /// Constant globals never change: they are found here, not in a Memory.
  void addConstant(unsigned object, ObjectState state) { constants_.add(object, std::move(state)); }
  const ObjectState* find(const Memory& memory, const Target& target) const;

  /// What is shown of an access, or of a pointer that moves there.
  Cause accessed(Cause::Kind kind, unsigned object, const Offset& offset, std::uint64_t bytes, std::uint64_t alignment,
                 std::string text = {});

  /// Contents at a constant place of one table.
  Value valueAt(const TableState& table, std::uint64_t offset, std::uint64_t bytes, bool wantPointer) {
    return readAt(table, offset, bytes, wantPointer);
  }
  Cell cellAt(const TableState& table, std::uint64_t offset, std::uint64_t bytes) {
    return readAt(table, offset, bytes, false).cell();
  }
  void setCell(TableState& table, std::uint64_t offset, std::uint64_t bytes, const Value& value) {
    writeAt(table, offset, bytes, value, context_.truth(true));
  }

  const llvm::DataLayout& layout() const { return layout_; }
  /// Told of each access to an object and of each pointer stored: what attributes deny.
  void tell(Effects& effects) { effects_ = &effects; }

private:
  Value loadScalar(Memory& memory, const Value& pointer, std::uint64_t bytes, unsigned width, bool wantPointer,
                   std::uint64_t alignment);
  void storeScalar(Memory& memory, const Value& pointer, std::uint64_t bytes, const Value& value,
                   std::uint64_t alignment);
  Cause throughPoison(const Memory& memory, Cause::Kind kind, const Value& pointer, std::uint64_t bytes,
                      std::uint64_t alignment);
  Value loadTable(const TableState& table, unsigned object, const Offset& offset, std::uint64_t bytes, bool wantPointer,
                  std::uint64_t alignment, Term guard);
  void storeTable(TableState& table, unsigned object, const Offset& offset, std::uint64_t bytes, const Value& value,
                  std::uint64_t alignment, Term guard);
  Cell loadBytes(const ByteMemory& memory, const Offset& offset, std::uint64_t bytes, std::uint64_t alignment,
                 Term guard);
  void storeBytes(ByteMemory& memory, const Offset& offset, std::uint64_t bytes, Cell value, std::uint64_t alignment,
                  Term guard);
  void copyPieces(Memory& memory, const Value& to, const Value& from, const std::set<std::uint64_t>& ends,
                  std::uint64_t toAlignment, std::uint64_t fromAlignment);
  Value loadRaw(Memory& memory, const Value& pointer, std::uint64_t bytes, std::uint64_t alignment);
  void storeRaw(Memory& memory, const Value& pointer, std::uint64_t bytes, const Value& value, std::uint64_t alignment);
  Places places(const TableState& table, const ObjectInfo& info, const Offset& offset, std::uint64_t bytes,
                std::uint64_t alignment);
  Value readAt(const TableState& table, std::uint64_t offset, std::uint64_t bytes, bool wantPointer);
  void writeAt(TableState& table, std::uint64_t offset, std::uint64_t bytes, const Value& value, Term condition);
  void splitAt(TableState& table, std::uint64_t position);
  Term misaligned(const ObjectInfo& info, const Offset& offset, std::uint64_t alignment);
  Term outsideBytes(const ByteMemory& memory, const Offset& offset, std::uint64_t bytes);
  ObjectState mergeTables(Term condition, const TableState& a, const TableState& b);
  ObjectState mergeBytes(Term condition, const ByteMemory& a, const ByteMemory& b);

  Slot unsetSlot(std::uint64_t offset, std::uint64_t bytes);
  void fillPadding(TableState& table, std::uint64_t bytes);
  void addSlots(const llvm::Type* type, std::uint64_t offset, const std::string& name, TableState& table,
                std::vector<Field>& fields);

  Context& context_;
  const llvm::DataLayout& layout_;
  Effects* effects_ = nullptr;
  Memory constants_;
  std::deque<ObjectInfo> infos_;
  std::deque<Value> kept_;
};

/// The byte at a 32-bit address, with its poison condition, after all stores.
Cell byteCellAt(const ByteMemory& memory, Term address);

/// What is known of the alignment of a part that lies so far behind the whole's first byte.
inline std::uint64_t partAlignment(std::uint64_t alignment, std::uint64_t offset) {
  return offset == 0 ? alignment : std::min(alignment, offset & (~offset + 1));
}

} // namespace warplaw::lift

//===- NodeHistory.cpp - what passes did to nodes -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A node is the same if its op, place and operator are. A node that is gone has
// a reason of the pass, unless its readers show a closer one: none, those that
// read a constant now, and those that are gone too.
//
//===----------------------------------------------------------------------===//

#include "NodeHistory.h"

#include "onnxops/Onnx/Operators.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// Reasons
//===----------------------------------------------------------------------===//

void NodeHistory::add(Attribute place, Gone gone) {
  auto [done, consequence] = getCauseTexts(gone.cause);
  std::string text = done.str();
  if (gone.cause == Cause::Converted)
    text = "converted to opset " + std::to_string(opset);
  else if (gone.cause == Cause::OtherPass)
    text = "changed by --" + passName.str();
  else if (gone.isConsequence && !consequence.empty())
    text = "unused since " + consequence.str();
  StringRef kept = texts.insert(text).first->first();
  SmallVector<StringRef, 1> &list = reasons[place];
  if (!llvm::is_contained(list, kept))
    list.push_back(kept);
}

std::string NodeHistory::getReason(Attribute place) const {
  return llvm::join(reasons.lookup(place), "; ");
}

//===----------------------------------------------------------------------===//
// Passes that copy the module
//===----------------------------------------------------------------------===//

// The attributes of a model's node.
static DictionaryAttr dropMetadata(DictionaryAttr attributes) {
  auto isMetadata = [](NamedAttribute attribute) {
    return isReservedAttribute(attribute.getName());
  };
  if (!attributes || llvm::none_of(attributes, isMetadata))
    return attributes;
  auto left = llvm::to_vector(llvm::make_filter_range(
      attributes, [&](NamedAttribute each) { return !isMetadata(each); }));
  return DictionaryAttr::get(attributes.getContext(), left);
}

// The operators of each place, with their numbers of operands and results and
// their attributes.
static auto collectForms(const NodeSnapshot &snapshot) {
  using Form = std::tuple<unsigned, unsigned, unsigned, const void *>;
  llvm::MapVector<Attribute, SmallVector<Form, 1>> forms;
  for (auto [op, attributes] :
       llvm::zip_equal(snapshot.getOps(), snapshot.getAttributes()))
    if (op.isNode())
      forms[op.place].emplace_back(
          op.opType, op.numOperands, op.numResults,
          dropMetadata(attributes).getAsOpaquePointer());
  for (auto &[place, list] : forms)
    llvm::sort(list);
  return forms;
}

void NodeHistory::compareCopies(const NodeSnapshot &after, Cause cause) {
  auto old = collectForms(current), changed = collectForms(after);
  for (const auto &[place, forms] : old)
    if (changed.lookup(place) != forms)
      add(place, {cause});
  for (const auto &[place, forms] : changed)
    if (!old.contains(place))
      add(place, {cause});
}

//===----------------------------------------------------------------------===//
// Other passes
//===----------------------------------------------------------------------===//

/// What differs between two snapshots of the same module.
struct NodeHistory::Difference {
  Difference(const NodeSnapshot &before, const NodeSnapshot &after);

  /// The op of index `index` before, now; null if it is gone.
  const SnapshotOp *getSurvivor(size_t index) const {
    auto found = indexAfter.find(before.getOps()[index].op);
    const SnapshotOp *op =
        found == indexAfter.end() ? nullptr : &after.getOps()[found->second];
    return op && op->isSameNode(before.getOps()[index]) ? op : nullptr;
  }
  ArrayRef<size_t> getUsers(size_t index) const {
    return ArrayRef(users).slice(firstUser[index],
                                 firstUser[index + 1] - firstUser[index]);
  }
  bool isNew(const SnapshotOp &op) const {
    auto found = indexBefore.find(op.op);
    return found == indexBefore.end() ||
           !before.getOps()[found->second].isSameNode(op);
  }

  const NodeSnapshot &before, &after;
  DenseMap<Operation *, size_t> indexBefore, indexAfter;
  /// The users of each op before, from `firstUser` on.
  std::vector<size_t> firstUser, users;
  /// Why ops are gone, by their index before; none for those that are not.
  std::vector<std::optional<Gone>> gone;
  /// The regions whose ops are not all gone, and the new nodes of each place.
  DenseSet<Region *> keptRegions;
  DenseMap<Attribute, unsigned> created;
};

NodeHistory::Difference::Difference(const NodeSnapshot &before,
                                    const NodeSnapshot &after)
    : before(before), after(after), firstUser(before.getOps().size() + 1),
      gone(before.getOps().size()) {
  for (auto [index, op] : llvm::enumerate(before.getOps()))
    indexBefore[op.op] = index;
  for (auto [index, op] : llvm::enumerate(after.getOps()))
    indexAfter[op.op] = index;
  auto forEachUse = [&](auto visit) {
    for (auto [index, op] : llvm::enumerate(before.getOps()))
      for (Operation *producer : before.getOperands(op))
        if (auto found = indexBefore.find(producer); found != indexBefore.end())
          visit(found->second, index);
  };
  forEachUse([&](size_t producer, size_t) { ++firstUser[producer + 1]; });
  std::partial_sum(firstUser.begin(), firstUser.end(), firstUser.begin());
  users.resize(firstUser.back());
  std::vector<size_t> next = firstUser;
  forEachUse(
      [&](size_t producer, size_t user) { users[next[producer]++] = user; });
  for (auto [index, op] : llvm::enumerate(before.getOps()))
    if (getSurvivor(index))
      keptRegions.insert(op.region);
  for (const SnapshotOp &op : after.getOps())
    if (op.isNode() && isNew(op))
      created[op.place] = op.opType;
}

// Of an op without users.
NodeHistory::Gone NodeHistory::explainUnread(const Difference &difference,
                                             size_t index) const {
  auto noted = unread.find(difference.before.getOps()[index].place);
  return noted == unread.end() ? Gone{Cause::Unused}
                               : Gone{noted->second, /*isConsequence=*/true};
}

// Whether an operand that `producer` computed is a constant now.
static bool readsConstant(const NodeSnapshot &before, const SnapshotOp &user,
                          const NodeSnapshot &after, const SnapshotOp &now,
                          Operation *producer,
                          llvm::function_ref<bool(Operation *)> isConstant) {
  return user.numOperands == now.numOperands &&
         llvm::any_of(
             llvm::zip_equal(before.getOperands(user), after.getOperands(now)),
             [&](auto pair) {
               auto [old, current] = pair;
               return old == producer && isConstant(current);
             });
}

NodeHistory::Gone NodeHistory::explainFolded(const Difference &difference,
                                             size_t index) const {
  const SnapshotOp &op = difference.before.getOps()[index];
  // Nested ops come before the op that has them, and are explained after it.
  auto parent = difference.indexBefore.find(op.parent);
  std::optional<Gone> outer = parent == difference.indexBefore.end()
                                  ? std::nullopt
                                  : difference.gone[parent->second];
  bool isTaken = difference.keptRegions.contains(op.region);
  if (outer && outer->cause != Cause::KnownCondition)
    return *outer;
  if (outer && !isTaken)
    return {Cause::OtherBranch};
  if (outer && op.numResults == 0)
    return {Cause::OtherPass}; // what a branch yields may have been folded
  if (!op.hasUses)
    return explainUnread(difference, index);

  auto isConstant = [&](Operation *producer) {
    auto found = difference.indexAfter.find(producer);
    return found != difference.indexAfter.end() &&
           difference.after.getOps()[found->second].isConstant;
  };
  bool hasReaders = false;
  std::optional<Gone> consequence;
  for (size_t user : difference.getUsers(index)) {
    if (const SnapshotOp *now = difference.getSurvivor(user)) {
      hasReaders = true;
      if (readsConstant(difference.before, difference.before.getOps()[user],
                        difference.after, *now, op.op, isConstant))
        return {Cause::Folded};
    } else if (std::optional<Gone> gone = difference.gone[user];
               gone && gone->cause != Cause::Unused && !consequence) {
      consequence = {gone->cause, /*isConsequence=*/true};
    }
  }
  if (hasReaders)
    return {op.opType == conditional ? Cause::KnownCondition
                                     : Cause::OtherPass};
  return consequence.value_or(Gone{Cause::Unused});
}

NodeHistory::Gone NodeHistory::explain(const Difference &difference,
                                       size_t index, Cause cause) const {
  const SnapshotOp &op = difference.before.getOps()[index];
  if (cause == Cause::Folded)
    return explainFolded(difference, index);
  auto created = difference.created.find(op.place);
  bool isReplaced = op.place && created != difference.created.end();
  if (!op.hasUses && op.numResults != 0 && !isReplaced)
    return explainUnread(difference, index);
  if (cause != Cause::Concats)
    return {cause};
  if (op.opType == tile)
    return {Cause::Tiles};
  if (isReplaced && created->second == tile)
    return {Cause::RepeatedConcat};
  return {op.numOperands == 1 ? Cause::SingleConcat : Cause::Concats};
}

void NodeHistory::noteUnread(const Difference &difference, Cause cause) {
  for (auto [index, op] : llvm::enumerate(difference.before.getOps()))
    if (const SnapshotOp *now = difference.getSurvivor(index))
      if (op.isNode() && op.hasUses && !now->hasUses)
        unread[op.place] = cause;
}

void NodeHistory::compare(const NodeSnapshot &after, Cause cause) {
  Difference difference(current, after);
  ArrayRef<SnapshotOp> ops = current.getOps();
  // What a fold does to a node that stays is not known.
  Cause other = cause == Cause::Folded ? Cause::OtherPass : cause;
  DenseSet<Attribute> explained;
  for (size_t index = ops.size(); index-- > 0;) {
    const SnapshotOp &op = ops[index];
    if (const SnapshotOp *now = difference.getSurvivor(index)) {
      if (op.isNode() && !op.hasSameForm(*now))
        add(op.place, {other});
      else if (cause == Cause::Concats && op.opType == tile &&
               current.getOperands(op) != after.getOperands(*now))
        add(op.place, {Cause::Tiles}); // the other one has more readers
      continue;
    }
    Gone gone = explain(difference, index, cause);
    difference.gone[index] = gone;
    if (!op.isNode())
      continue;
    add(op.place, gone);
    explained.insert(op.place);
    // The node that has merged it has changed too.
    if (gone.cause == Cause::Concats || gone.cause == Cause::Tiles)
      for (size_t user : difference.getUsers(index))
        if (ops[user].opType == op.opType && difference.getSurvivor(user))
          add(ops[user].place, gone);
  }
  for (const SnapshotOp &op : after.getOps())
    if (op.isNode() && difference.isNew(op) && !explained.contains(op.place))
      add(op.place, {other});
  noteUnread(difference, cause);
}

static bool areSame(const NodeSnapshot &lhs, const NodeSnapshot &rhs) {
  return llvm::equal(lhs.getOps(), rhs.getOps(),
                     [](const SnapshotOp &one, const SnapshotOp &other) {
                       return one.isSameNode(other) && one.hasSameForm(other) &&
                              one.hasUses == other.hasUses;
                     });
}

void NodeHistory::observe(Pass &pass, Operation *root) {
  if (root != module)
    return;
  NodeSnapshot after(module, operators);
  Cause cause = getCauseOfPass(pass.getArgument());
  passName = pass.getArgument();
  opset = getOpset(module);
  if (after.getFunctions() != current.getFunctions())
    compareCopies(after, cause);
  else if (!areSame(current, after))
    compare(after, cause);
  current = std::move(after);
}

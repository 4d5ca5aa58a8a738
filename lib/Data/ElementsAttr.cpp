//===- ElementsAttr.cpp - tensors as constants in IR ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Converts between host tensors and the builtin attributes for constants.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Data/ElementsAttr.h"

#include "Elements.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinDialect.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "onnxops/Dialect/OnnxOps/IR/ElementTypes.h"
#include "llvm/ADT/SmallString.h"

using namespace mlir;
using namespace mlir::onnxops;

// Up to this size printing and comparing all bytes is cheap.
static constexpr size_t kMaxDenseBytes = 1024;
// Splits and repeats are read at compile time, up to a reasonable number.
static constexpr int64_t kMaxDenseIndices = 65536;

RankedTensorType mlir::onnxops::getTensorType(const TensorData &tensor,
                                              MLIRContext *context) {
  return RankedTensorType::get(
      tensor.getSizes(),
      getElementTypeOfOnnx(tensor.getElementType(), context));
}

static DenseElementsAttr makeStrings(const TensorData &tensor,
                                     RankedTensorType type) {
  SmallVector<StringRef> strings;
  for (int64_t i = 0; i < tensor.getNumElements(); ++i)
    strings.push_back(tensor.getString(i));
  return DenseStringElementsAttr::get(type, strings);
}

static bool compareElements(const TensorData &tensor) {
  ArrayRef<char> bytes = tensor.getBytes();
  size_t elementBytes = onnxopsElementBytes(tensor.getElementType());
  return !bytes.empty() &&
         bytes.drop_front(elementBytes) == bytes.drop_back(elementBytes);
}

static bool isIndexList(const TensorData &tensor) {
  return (tensor.getElementType() == ONNXOPS_INT32 ||
          tensor.getElementType() == ONNXOPS_INT64) &&
         tensor.getSizes().size() <= 1 &&
         tensor.getNumElements() <= kMaxDenseIndices;
}

static DenseElementsAttr makeDense(const TensorData &tensor,
                                   RankedTensorType type, bool isSplat) {
  ArrayRef<char> bytes = tensor.getBytes();
  if (isSplat)
    bytes = bytes.take_front(onnxopsElementBytes(tensor.getElementType()));
  // Dense elements of i1 are stored as bits, which MLIR packs itself.
  if (tensor.getElementType() == ONNXOPS_BOOL)
    return DenseElementsAttr::get(
        type,
        ArrayRef(reinterpret_cast<const bool *>(bytes.data()), bytes.size()));
  return DenseElementsAttr::getFromRawBuffer(type, bytes);
}

bool ElementsBuilder::isSplat(const TensorData &tensor) {
  if (!tensor.isShared())
    return compareElements(tensor);
  auto [known, isNew] = splats.try_emplace(
      {tensor.getBytes().data(), onnxopsElementBytes(tensor.getElementType())});
  if (isNew)
    known->second = compareElements(tensor);
  return known->second;
}

DenseResourceElementsHandle
ElementsBuilder::makeResource(const TensorData &tensor, StringRef name) {
  ArrayRef<char> bytes = tensor.getBytes();
  if (auto known = resources.find(bytes.data());
      tensor.isShared() && known != resources.end())
    return known->second;
  // Otherwise the context tries all numbers again for each resource of one
  // name.
  llvm::SmallString<32> key(name);
  if (unsigned number = names[name]++)
    (Twine('_') + Twine(number)).toVector(key);
  auto &manager = DenseResourceElementsHandle::getManagerInterface(context);
  DenseResourceElementsHandle resource =
      manager.insert(key, HeapAsmResourceBlob::allocateAndCopyWithAlign(
                              bytes, /*align=*/64, /*dataIsMutable=*/false));
  if (tensor.isShared())
    resources.try_emplace(bytes.data(), resource);
  return resource;
}

ElementsAttr ElementsBuilder::build(const TensorData &tensor, StringRef name) {
  RankedTensorType type = getTensorType(tensor, context);
  if (tensor.isString())
    return makeStrings(tensor, type);
  ArrayRef<char> bytes = tensor.getBytes();
  bool splat = isSplat(tensor);
  if (splat || bytes.size() <= kMaxDenseBytes || isIndexList(tensor))
    return makeDense(tensor, type, splat);
  return DenseResourceElementsAttr::get(type, makeResource(tensor, name));
}

ElementsAttr ElementsBuilder::buildPacked(const TensorData &bytes,
                                          RankedTensorType type,
                                          StringRef name) {
  return DenseResourceElementsAttr::get(type, makeResource(bytes, name));
}

// Copies `from`: all elements, or one value for all of them.
static llvm::Error copyRawData(ArrayRef<char> from, TensorData &to) {
  MutableArrayRef<char> bytes = to.getMutableBytes();
  if (from.size() == bytes.size()) {
    llvm::copy(from, bytes.begin());
    return llvm::Error::success();
  }
  size_t elementBytes = onnxopsElementBytes(to.getElementType());
  if (from.size() != elementBytes)
    return llvm::createStringError("expected " + Twine(bytes.size()) +
                                   " bytes of data, but got " +
                                   Twine(from.size()));
  for (size_t offset = 0; offset < bytes.size(); offset += elementBytes)
    llvm::copy(from, bytes.begin() + offset);
  return llvm::Error::success();
}

static void copyStrings(DenseStringElementsAttr from, TensorData &to) {
  for (auto [index, string] : llvm::enumerate(from.getValues<StringRef>()))
    to.setString(index, string);
}

static void copyBools(DenseElementsAttr from, TensorData &to) {
  llvm::copy(from.getValues<bool>(), to.getMutableBytes().begin());
}

llvm::Expected<TensorData> mlir::onnxops::copyElements(ElementsAttr constant) {
  Type element = constant.getElementType();
  std::optional<int64_t> number = getOnnxOfElementType(element);
  if (!number)
    return llvm::createStringError("expected an element type of ONNX");
  llvm::Expected<TensorData> tensor =
      TensorData::create(*number, constant.getShapedType().getShape());
  if (!tensor)
    return tensor.takeError();

  llvm::Error error = llvm::Error::success();
  if (auto strings = dyn_cast<DenseStringElementsAttr>(constant))
    copyStrings(strings, *tensor);
  else if (auto dense = dyn_cast<DenseElementsAttr>(constant);
           dense && element.isInteger(1))
    copyBools(dense, *tensor);
  else if (dense)
    error = copyRawData(dense.getRawData(), *tensor);
  else if (auto resource = dyn_cast<DenseResourceElementsAttr>(constant);
           resource && resource.getRawHandle().getBlob())
    error = copyRawData(resource.getRawHandle().getBlob()->getData(), *tensor);
  else
    error = llvm::createStringError("the constant's elements are not there");
  if (error)
    return error;
  normalizeBools(*tensor);
  return tensor;
}

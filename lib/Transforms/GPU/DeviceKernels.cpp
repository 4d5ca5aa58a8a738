//===- DeviceKernels.cpp - kernels of a module, launches ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Creates kernels on demand, and writes launches of them.
//
//===----------------------------------------------------------------------===//

#include "DeviceKernels.h"

#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SPIRV/IR/TargetAndABI.h"
#include "onnxops/ABI/GeneratedCode.h"

using namespace mlir;
using namespace mlir::onnxops;

static MemRefType getArgumentsType(MLIRContext *context) {
  return MemRefType::get({ShapedType::kDynamic}, IntegerType::get(context, 64));
}

DeviceKernels::DeviceKernels(ModuleOp module, DeviceCode code)
    : module(module), code(code), library(module, CodeTuning(), {}),
      types(module.getContext()) {}

// Whether the array of arguments is a parameter of the kernel, which the driver
// passes with the launch, instead of a pointer to a copy on the device.
bool DeviceKernels::isByValue(const KernelCall &call) const {
  return code == DeviceCode::PTX && call.size() <= ONNXOPS_PARAMETER_WORDS;
}

// The types of a kernel's parameters: the run-time library passes a storage
// buffer, or a pointer and a number.
static SmallVector<Type> getParameters(MLIRContext *context, DeviceCode code) {
  if (code == DeviceCode::SPIRV)
    return {getArgumentsType(context)};
  return {LLVM::LLVMPointerType::get(context), IntegerType::get(context, 64)};
}

// An empty kernel with arguments of so many words.
gpu::GPUFuncOp DeviceKernels::create(StringRef kind, bool isByValue,
                                     int64_t words) {
  MLIRContext *context = module.getContext();
  OpBuilder builder(context);
  if (!kernels) {
    builder.setInsertionPointToEnd(module.getBody());
    kernels =
        gpu::GPUModuleOp::create(builder, module.getLoc(), "onnxops.kernels");
    module->setAttr(gpu::GPUDialect::getContainerModuleAttrName(),
                    builder.getUnitAttr());
  }
  std::string name = (kind + "_" + Twine(functions.size() - 1)).str();
  builder.setInsertionPointToEnd(kernels.getBody());
  auto type = builder.getFunctionType(getParameters(context, code), {});
  // The location of the first caller would be wrong for the others.
  auto kernel =
      gpu::GPUFuncOp::create(builder, builder.getUnknownLoc(), name, type);
  kernel->setAttr(gpu::GPUDialect::getKernelFuncAttrName(),
                  builder.getUnitAttr());
  kernel.setKnownBlockSizeAttr(builder.getDenseI32ArrayAttr(
      {static_cast<int32_t>(DeviceWriter::kBlockSize), 1, 1}));
  if (code == DeviceCode::SPIRV)
    kernel->setAttr(
        spirv::getEntryPointABIAttrName(),
        spirv::getEntryPointABIAttr(
            context, {static_cast<int32_t>(DeviceWriter::kBlockSize), 1, 1}));
  if (isByValue)
    kernel->setAttr(kParameterWordsAttr, builder.getI64IntegerAttr(words));
  return kernel;
}

gpu::GPUFuncOp DeviceKernels::get(const KernelCall &call, bool isByValue,
                                  WriteBody body) {
  std::string key = call.getKey().str();
  if (isByValue)
    key += " words " + std::to_string(call.size());
  gpu::GPUFuncOp &known = functions[key];
  if (known)
    return known;
  known = create(call.getKey().split(' ').first, isByValue, call.size());
  OpBuilder builder(module.getContext());
  builder.setInsertionPointToStart(&known.getBody().front());
  DeviceWriter writer(builder, known.getLoc(), known.getArgument(0), code);
  body(writer);
  gpu::ReturnOp::create(builder, known.getLoc());
  return known;
}

SymbolRefAttr DeviceKernels::getSymbol(const KernelCall &call, WriteBody body) {
  gpu::GPUFuncOp kernel = get(call, /*isByValue=*/false, body);
  return SymbolRefAttr::get(kernels.getNameAttr(),
                            FlatSymbolRefAttr::get(kernel.getNameAttr()));
}

// The number of blocks, at most as many as every device takes in one dimension.
static Number getBlocks(CodeWriter &writer, Number units) {
  constexpr int64_t most = 65535;
  return writer.min(writer.ceilDiv(units, DeviceWriter::kBlockSize), most);
}

KernelCall DeviceKernels::begin(CodeWriter &writer, StringRef kind,
                                Number units) {
  KernelCall call(kind);
  call.addUnkeyedArgument(
      writer.mul(getBlocks(writer, units), DeviceWriter::kBlockSize));
  return call;
}

// The operands of a launch: the argument array, as the device's code takes it.
SmallVector<Value> DeviceKernels::wrapArguments(CodeWriter &writer,
                                                ArgumentArray array) {
  OpBuilder &builder = writer.getBuilder();
  Location loc = writer.getLoc();
  if (code != DeviceCode::SPIRV)
    return {array.memory, writer.materialize(array.words)};
  Type type = getArgumentsType(builder.getContext());
  auto descriptor =
      MemRefDescriptor::poison(builder, loc, types.convertType(type));
  descriptor.setAllocatedPtr(builder, loc, array.memory);
  descriptor.setAlignedPtr(builder, loc, array.memory);
  descriptor.setConstantOffset(builder, loc, 0);
  descriptor.setConstantSize(builder, loc, 0, array.words);
  descriptor.setConstantStride(builder, loc, 0, 1);
  return {
      UnrealizedConversionCastOp::create(builder, loc, type, Value(descriptor))
          .getResult(0)};
}

void DeviceKernels::launch(CodeWriter &writer, const KernelCall &call,
                           Number units, WriteBody body) {
  OpBuilder &builder = writer.getBuilder();
  Location loc = writer.getLoc();
  gpu::GPUFuncOp kernel = get(call, isByValue(call), body);
  SmallVector<Value> arguments =
      wrapArguments(writer, library.storeArguments(writer, call));
  Value one = writer.toIndex(1);
  gpu::KernelDim3 grid{writer.toIndex(getBlocks(writer, units)), one, one};
  gpu::KernelDim3 block{writer.toIndex(DeviceWriter::kBlockSize), one, one};
  gpu::LaunchFuncOp::create(builder, loc, kernel, grid, block,
                            /*dynamicSharedMemorySize=*/Value(), arguments);
}

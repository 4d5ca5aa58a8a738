//===- OnnxOpsBase.td - the dialect and its base classes ---*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The dialect and the base class of all versioned ops. An op's first opset is
// written once, as an argument of that class, which derives the mnemonic, the
// interface methods and the documentation from it.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_DIALECT_ONNXOPS_IR_ONNXOPSBASE
#define ONNXOPS_DIALECT_ONNXOPS_IR_ONNXOPSBASE

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferIntRangeInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/ValueBoundsOpInterface.td"
include "onnxops/Dialect/OnnxOps/IR/OnnxOpsInterfaces.td"

// The newest supported ONNX opset: the last opset of every newest version.
defvar OnnxOps_LatestOpset = 27;

def OnnxOps_Dialect : Dialect {
  let name = "onnxops";
  let cppNamespace = "::mlir::onnxops";
  let summary = "the operators that move tensors, one op per version";
  let description = [{
    ONNX Concat, Tile, SplitToSequence and the sequence operators, and
    OpenVINO's Concat. Each version of an operator is a separate op, whose name
    never changes its meaning. Attributes keep their ONNX names and semantics: a
    negative axis stays negative until canonicalization makes it positive.

    Lowering to tensors and loops leaves only ops without a version:
    `onnxops.check`, and under `onnxops.rt` the entry point and the handles of
    sequences whose content is known only at run time.

    The importers set these discardable attributes, which the verifier checks:

    | attribute | on | holds |
    |---|---|---|
    | `onnxops.name` | arguments, results | the name of the value in the model |
    | `onnxops.dims` | arguments, results | an array of dimension symbols, "" for a dimension without one |
    | `onnxops.default` | arguments | the default value of an optional input |
    | `onnxops.type` | arguments, results | the original type, before element types are converted to storage types |
    | `onnxops.opset` | the module | the ONNX opset of its generic `onnx` ops |
    | `onnxops.shard` | arguments, results | the dimension along which ranks have shards of the value |
    | `onnxops.ranks` | functions | the number of ranks that call the function with their shards |
  }];
  let useDefaultTypePrinterParser = 1;
  let hasConstantMaterializer = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect"
  ];
  let extraClassDeclaration = [{
    /// The newest ONNX opset that the dialect supports.
    static constexpr int64_t kLatestOpset = }] # !repr(OnnxOps_LatestOpset) # [{;

    /// Discardable attributes of function arguments and results, set by the
    /// importers: the name of the value in the model, ...
    static constexpr ::llvm::StringLiteral kNameAttr = "onnxops.name";
    /// ... an array of dimension symbols, "" for a dimension without one, ...
    static constexpr ::llvm::StringLiteral kDimsAttr = "onnxops.dims";
    /// ... the default value of an optional input, ...
    static constexpr ::llvm::StringLiteral kDefaultAttr = "onnxops.default";
    /// ... and the type before conversion to storage types.
    static constexpr ::llvm::StringLiteral kTypeAttr = "onnxops.type";
    /// On the module: the ONNX opset of its generic `onnx` ops.
    static constexpr ::llvm::StringLiteral kOpsetAttr = "onnxops.opset";
    /// On arguments and results: the dimension along which they are sharded.
    static constexpr ::llvm::StringLiteral kShardAttr = "onnxops.shard";
    /// On a function: the number of ranks that call it with their shards.
    static constexpr ::llvm::StringLiteral kRanksAttr = "onnxops.ranks";
  }];
}

def OperandsDefinedBefore : NativeOpTrait<"OperandsDefinedBefore"> {
  let cppNamespace = "::mlir::onnxops";
}

// Not speculatable, unless an op says so: a run-time check may reject the
// operands.
class OnnxOps_Op<string mnemonic, list<Trait> traits = []>
    : Op<OnnxOps_Dialect, mnemonic, traits # [OperandsDefinedBefore]>;

// The chapters of the reference documentation.
def OnnxOps_ConcatGroup : OpDocGroup {
  let summary = "Concat";
  let description = "";
}
def OnnxOps_TileGroup : OpDocGroup {
  let summary = "Tile";
  let description = "";
}
def OnnxOps_SplitToSequenceGroup : OpDocGroup {
  let summary = "SplitToSequence";
  let description = "";
}
def OnnxOps_SequenceGroup : OpDocGroup {
  let summary = "Sequence operators";
  let description = "";
}
def OnnxOps_ShardingGroup : OpDocGroup {
  let summary = "Sharding ops";
  let description = "";
}
def OnnxOps_RuntimeGroup : OpDocGroup {
  let summary = "Run-time ops";
  let description = "";
}

// One OperandInfo as a C++ initializer.
class OnnxOps_OperandInfo<TypeConstraint constraint, string name> {
  string arity = !cond(!isa<Optional>(constraint): "Optional",
                       !isa<Variadic>(constraint): "Variadic",
                       true: "Required");
  string isSequence = !if(
      !eq(constraint.cppType, "::mlir::onnxops::SequenceType"), "true", "false");
  string initializer = "{\"" # name # "\", OperandInfo::" # arity # ", " #
                       isSequence # "}, ";
}

// The declaration of one conversion step of the interface.
class OnnxOps_StepDeclaration<string name> {
  code declaration = [{
    ::mlir::FailureOr<::llvm::SmallVector<::mlir::Value>>
    }] # name # [{(::mlir::OpBuilder &builder,
                   ::mlir::onnxops::ErrorEmitter emit);
  }];
}

// The version of the operator `family` for opsets `first` to `last`.
class OnnxOps_VersionedOp<string family, int first, int last,
                          list<Trait> traits = []>
    : OnnxOps_Op<family # "_v" # first,
                 traits # [VersionedOpInterface, NoMemoryEffect]> {
  // Set for the oldest version.
  bit isOldest = 0;
  // Set for the version that is equivalent to OpenVINO's operator.
  bit isOpenVINO = 0;
  // All versions except the newest have an upgrade step, all except the oldest
  // a downgrade step, defined in <Family>Versions.cpp.
  code versionDeclaration = [{
    static ::llvm::StringRef getFamily() { return "}] # family # [{"; }
    static int64_t getFirstOpset() { return }] # first # [{; }
    static int64_t getLastOpset() { return }] # last # [{; }
  }] # !if(!eq(last, OnnxOps_LatestOpset), "",
           OnnxOps_StepDeclaration<"buildUpgrade">.declaration)
     # !if(isOldest, "", OnnxOps_StepDeclaration<"buildDowngrade">.declaration)
     # !if(isOpenVINO, OnnxOps_StepDeclaration<"buildOpenVINO">.declaration,
           "");
  // The operands among `arguments`, and a sentinel, since a C++ array cannot be
  // empty.
  code operandDeclaration = [{
    static ::llvm::ArrayRef<::mlir::onnxops::OperandInfo> getOperandInfos() {
      static constexpr ::mlir::onnxops::OperandInfo infos[] = {
  }] # !foldl("", !range(!size(arguments)), infos, i, infos #
         !if(!initialized(!getdagarg<TypeConstraint>(arguments, i)),
             OnnxOps_OperandInfo<!getdagarg<TypeConstraint>(arguments, i),
                                 !getdagname(arguments, i)>.initializer,
             "")) # [{{"", OperandInfo::Required, false}};
      return ::llvm::ArrayRef(infos).drop_back();
    }
  }];
  let extraClassDeclaration = versionDeclaration # operandDeclaration;
}

// A versioned op whose result type is inferred from operands and attributes.
// The family's verifier reports inference errors, so refineReturnTypes accepts
// all types: otherwise each error would be reported twice.
class OnnxOps_InferredOp<string family, int first, int last,
                         list<Trait> traits = []>
    : OnnxOps_VersionedOp<family, first, last, traits # [
        DeclareOpInterfaceMethods<InferTypeOpInterface,
          ["inferReturnTypes", "refineReturnTypes"]>]> {
  let hasVerifier = 1;
  let extraClassDeclaration = versionDeclaration # operandDeclaration # [{
    static bool isCompatibleReturnTypes(::mlir::TypeRange declared,
                                        ::mlir::TypeRange inferred);
  }];
  let extraClassDefinition = [{
    ::llvm::LogicalResult $cppClass::inferReturnTypes(
        ::mlir::MLIRContext *context, std::optional<::mlir::Location> location,
        ::mlir::ValueRange operands, ::mlir::DictionaryAttr attributes,
        ::mlir::OpaqueProperties properties, ::mlir::RegionRange regions,
        ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      Adaptor adaptor(operands, attributes, properties, regions);
      auto emit = [&] { return ::mlir::emitError(*location); };
      ErrorEmitter emitter = location ? ErrorEmitter(emit) : ErrorEmitter();
      ::mlir::FailureOr<::mlir::Type> type =
          inferResultType<$cppClass>(emitter, context, adaptor);
      if (failed(type))
        return failure();
      types.assign(1, *type);
      return success();
    }
    ::llvm::LogicalResult $cppClass::refineReturnTypes(
        ::mlir::MLIRContext *, std::optional<::mlir::Location>,
        ::mlir::ValueRange, ::mlir::DictionaryAttr, ::mlir::OpaqueProperties,
        ::mlir::RegionRange, ::llvm::SmallVectorImpl<::mlir::Type> &) {
      return success();
    }
    bool $cppClass::isCompatibleReturnTypes(::mlir::TypeRange declared,
                                            ::mlir::TypeRange inferred) {
      return declared.size() == 1 && inferred.size() == 1 &&
             areCompatibleTypes(declared.front(), inferred.front());
    }
    ::llvm::LogicalResult $cppClass::verify() {
      return verifyInferredType<$cppClass>(*this);
    }
  }];
}

// Interfaces that provide the sizes of a result, as values and as constraints,
// and whether they can be checked before run time.
defvar OnnxOps_ResultSizes = [
  DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
    ["reifyResultShapes"]>,
  DeclareOpInterfaceMethods<ValueBoundsOpInterface,
    ["populateBoundsForShapedValueDim"]>,
  DeclareOpInterfaceMethods<ConditionallySpeculatable>];

// For ops that return a size or a length: 0 or more.
defvar OnnxOps_NonNegative =
  DeclareOpInterfaceMethods<InferIntRangeInterface, ["inferResultRanges"]>;

#endif // ONNXOPS_DIALECT_ONNXOPS_IR_ONNXOPSBASE

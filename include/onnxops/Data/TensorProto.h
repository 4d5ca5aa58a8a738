//===- TensorProto.h - ONNX's .pb files and tensors -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tensors inside ONNX models and the files of ONNX's test data. Both are
// decoded by one function, decodeTensor.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_DATA_TENSORPROTO_H
#define ONNXOPS_DATA_TENSORPROTO_H

#include "onnxops/Data/ConstantPool.h"

namespace google::protobuf {
class MessageLite;
} // namespace google::protobuf

namespace onnx {
class TensorProto;
} // namespace onnx

namespace mlir::onnxops {

/// Reads a whole protobuf message from a regular file. Fails on an empty file
/// and on one that is not a message, or is truncated. Errors do not name the
/// file.
llvm::Error readMessage(llvm::StringRef path,
                        google::protobuf::MessageLite &message);

/// Reads a whole protobuf message from memory, as readMessage does.
llvm::Error parseMessage(llvm::StringRef bytes,
                         google::protobuf::MessageLite &message);

/// The bytes of a whole message. Fails if they are 2 GiB or more, which
/// protobuf cannot read.
llvm::Expected<std::string>
serializeMessage(const google::protobuf::MessageLite &message);

/// Prints a whole message. Fails if it has 2 GiB or more.
llvm::Error printMessage(llvm::raw_ostream &os,
                         const google::protobuf::MessageLite &message);

/// Writes a whole message to a file, completely or not at all. Fails if it has
/// 2 GiB or more, which protobuf cannot read. Errors do not name the file.
llvm::Error writeMessage(llvm::StringRef path,
                         const google::protobuf::MessageLite &message);

/// The tensor of a proto, in any of ONNX's encodings: raw bytes, typed fields,
/// or a part of a file below `directory`. The data must match the shape.
llvm::Expected<TensorData> decodeTensor(const onnx::TensorProto &proto,
                                        llvm::StringRef directory);

/// The same for a constant of a model, which the pool counts, and which shares
/// its part of a file with the model's other constants.
llvm::Expected<TensorData> decodeTensor(const onnx::TensorProto &proto,
                                        llvm::StringRef directory,
                                        ConstantPool &pool);

/// The elements of a constant whose type is only stored (ElementTypes.def), of
/// `bits` bits each: a vector of bytes, packed as in the file.
llvm::Expected<TensorData> decodePacked(const onnx::TensorProto &proto,
                                        unsigned bits,
                                        llvm::StringRef directory,
                                        ConstantPool &pool);

/// Stores a tensor in a proto, in raw bytes or as strings.
void encodeTensor(const TensorData &tensor, onnx::TensorProto &proto);

/// Reads a file that holds one TensorProto. Errors do not name the file.
llvm::Expected<TensorData> readTensorFile(llvm::StringRef path);

/// Reads a file that holds one SequenceProto of tensors of `elementType`, which
/// cannot be inferred from an empty sequence. Errors do not name the file.
llvm::Expected<SequenceData> readSequenceFile(llvm::StringRef path,
                                              int32_t elementType);

/// Prints a TensorProto called `name`. Fails if it has 2 GiB or more.
llvm::Error printProtoFile(llvm::raw_ostream &os, llvm::StringRef name,
                           const TensorData &tensor);

/// Writes a TensorProto, or a SequenceProto for a sequence, called `name`. The
/// file is written completely or not at all.
llvm::Error writeProtoFile(llvm::StringRef path, llvm::StringRef name,
                           const TensorData &tensor);
llvm::Error writeProtoFile(llvm::StringRef path, llvm::StringRef name,
                           const HostValue &value);

} // namespace mlir::onnxops

#endif // ONNXOPS_DATA_TENSORPROTO_H

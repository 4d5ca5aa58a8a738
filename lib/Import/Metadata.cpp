//===- Metadata.cpp - import metadata as attributes -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stores metadata that does not affect ops in discardable attributes:
// documentation, and the origin of the model.
//
//===----------------------------------------------------------------------===//

#include "NodeBuilders.h"
#include "onnxops/Dialect/OnnxOps/IR/ModelMetadata.h"

using namespace mlir;
using namespace mlir::onnxops;

void mlir::onnxops::setDoc(Operation *op, StringRef doc) {
  if (!doc.empty())
    op->setDiscardableAttr(metadata::kDocAttr,
                           StringAttr::get(op->getContext(), doc));
}

static DictionaryAttr makeModelEntries(Builder &builder,
                                       const ModelMetadata &given) {
  NamedAttrList entries;
  auto addText = [&](StringRef name, StringRef text) {
    if (!text.empty())
      entries.set(name, builder.getStringAttr(text));
  };
  addText(metadata::kDomain, given.domain);
  if (given.graphName != metadata::kDefaultGraph)
    addText(metadata::kGraph, given.graphName);
  addText(metadata::kProducer, given.producer);
  addText(metadata::kProducerVersion, given.producerVersion);
  if (given.version)
    entries.set(metadata::kVersion, builder.getI64IntegerAttr(*given.version));
  if (given.irVersion)
    entries.set(metadata::kIRVersion,
                builder.getI64IntegerAttr(*given.irVersion));
  auto addTexts = [&](StringRef name, ArrayRef<std::string> texts) {
    if (!texts.empty())
      entries.set(name, builder.getStrArrayAttr(SmallVector<StringRef>(
                            texts.begin(), texts.end())));
  };
  addTexts(metadata::kFunctions, given.functions);
  addTexts(metadata::kCalls, given.calls);
  if (given.hasExternalData)
    entries.set(metadata::kExternalData, builder.getUnitAttr());
  SmallVector<Attribute> metadata;
  for (const auto &[key, value] : given.metadata)
    metadata.push_back(builder.getStrArrayAttr({key, value}));
  if (!metadata.empty())
    entries.set(metadata::kMetadata, builder.getArrayAttr(metadata));
  return entries.getDictionary(builder.getContext());
}

void mlir::onnxops::setMetadata(Operation *module, const ModelMetadata &given) {
  Builder builder(module->getContext());
  setDoc(module, given.doc);
  if (DictionaryAttr entries = makeModelEntries(builder, given);
      !entries.empty())
    module->setDiscardableAttr(metadata::kModelAttr, entries);
  // The reader rejects repeated domains, so append without a search, which
  // would take quadratic time.
  NamedAttrList domains;
  for (const auto &[domain, opset] : given.domains)
    domains.append(domain, builder.getI64IntegerAttr(opset));
  if (!domains.empty())
    module->setDiscardableAttr(metadata::kDomainsAttr,
                               domains.getDictionary(builder.getContext()));
}

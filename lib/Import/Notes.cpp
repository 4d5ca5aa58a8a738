//===- Notes.cpp - what a model says of itself ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Keeps as discardable attributes what no op means: texts for people, and
// where a model comes from.
//
//===----------------------------------------------------------------------===//

#include "NodeBuilders.h"
#include "onnxops/Dialect/OnnxOps/IR/ModelNotes.h"

using namespace mlir;
using namespace mlir::onnxops;

void mlir::onnxops::setDoc(Operation *op, StringRef doc) {
  if (!doc.empty())
    op->setDiscardableAttr(notes::kDocAttr,
                           StringAttr::get(op->getContext(), doc));
}

static DictionaryAttr makeModelEntries(Builder &builder,
                                       const ModelNotes &notes) {
  NamedAttrList entries;
  auto addText = [&](StringRef name, StringRef text) {
    if (!text.empty())
      entries.set(name, builder.getStringAttr(text));
  };
  addText(notes::kDomain, notes.domain);
  if (notes.graphName != notes::kDefaultGraph)
    addText(notes::kGraph, notes.graphName);
  addText(notes::kProducer, notes.producer);
  addText(notes::kProducerVersion, notes.producerVersion);
  if (notes.version)
    entries.set(notes::kVersion, builder.getI64IntegerAttr(*notes.version));
  SmallVector<Attribute> metadata;
  for (const auto &[key, value] : notes.metadata)
    metadata.push_back(builder.getStrArrayAttr({key, value}));
  if (!metadata.empty())
    entries.set(notes::kMetadata, builder.getArrayAttr(metadata));
  return entries.getDictionary(builder.getContext());
}

void mlir::onnxops::setNotes(Operation *module, const ModelNotes &notes) {
  Builder builder(module->getContext());
  setDoc(module, notes.doc);
  if (DictionaryAttr entries = makeModelEntries(builder, notes);
      !entries.empty())
    module->setDiscardableAttr(notes::kModelAttr, entries);
  // The reader has refused repeated ones, so each is new: looking for it in the
  // list would take quadratic time.
  NamedAttrList domains;
  for (const auto &[domain, opset] : notes.domains)
    domains.append(domain, builder.getI64IntegerAttr(opset));
  if (!domains.empty())
    module->setDiscardableAttr(notes::kDomainsAttr,
                               domains.getDictionary(builder.getContext()));
}

//===- ProtoMutator.cpp - mutants of protobuf messages --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProtoMutator.h"

#include "Fuzzing.h"

#include <cstring>
#include <memory>

using namespace mlir::onnxops::fuzz;
using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

namespace {
// A message with all that is in it.
class Tree {
public:
  Tree(Message &root, Random &random) : random(random) { visit(root); }

  void mutate();

  // Puts a message of the other tree in the place of one of the same type, or
  // beside it.
  void graft(const Tree &other);

private:
  void visit(Message &message);
  void changeValue(Message &message, const FieldDescriptor &field, int index);
  void setScalar(Message &message, const FieldDescriptor &field, int index);
  void setString(Message &message, const FieldDescriptor &field, int index);
  void addValue(Message &message, const FieldDescriptor &field);
  void changeOrder(Message &message, const FieldDescriptor &field);
  void removeValue(Message &message, const FieldDescriptor &field);
  const Message *findLike(const Descriptor &type) const;
  const FieldDescriptor *chooseField(const Message &message);

  Random &random;
  std::vector<Message *> messages; // in order, the root first
  std::vector<std::string> names;
};
} // namespace

void Tree::visit(Message &message) {
  messages.push_back(&message);
  const Reflection &reflection = *message.GetReflection();
  std::vector<const FieldDescriptor *> fields;
  reflection.ListFields(message, &fields);
  for (const FieldDescriptor *field : fields) {
    const bool isMessage =
        field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE;
    if (!isMessage && !holdsNames(*field))
      continue;
    const int count =
        field->is_repeated() ? reflection.FieldSize(message, field) : 1;
    for (int i = 0; i < count; ++i) {
      if (isMessage)
        visit(field->is_repeated()
                  ? *reflection.MutableRepeatedMessage(&message, field, i)
                  : *reflection.MutableMessage(&message, field));
      else
        names.push_back(field->is_repeated()
                            ? reflection.GetRepeatedString(message, field, i)
                            : reflection.GetString(message, field));
    }
  }
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

template <typename Set, typename Add, typename Value>
static void store(const Reflection &reflection, Message &message,
                  const FieldDescriptor &field, int index, Set set, Add setAt,
                  Value value) {
  if (field.is_repeated())
    (reflection.*setAt)(&message, &field, index, value);
  else
    (reflection.*set)(&message, &field, value);
}

void Tree::setString(Message &message, const FieldDescriptor &field,
                     int index) {
  const Reflection &reflection = *message.GetReflection();
  if (field.is_repeated())
    reflection.SetRepeatedString(
        &message, &field, index,
        chooseString(field,
                     reflection.GetRepeatedString(message, &field, index),
                     names, random));
  else
    reflection.SetString(&message, &field,
                         chooseString(field,
                                      reflection.GetString(message, &field),
                                      names, random));
}

void Tree::setScalar(Message &message, const FieldDescriptor &field,
                     int index) {
  const Reflection &r = *message.GetReflection();
  const int64_t integer = chooseInteger(field, random);
  switch (field.cpp_type()) {
  case FieldDescriptor::CPPTYPE_INT32:
    return store(r, message, field, index, &Reflection::SetInt32,
                 &Reflection::SetRepeatedInt32, static_cast<int32_t>(integer));
  case FieldDescriptor::CPPTYPE_INT64:
    return store(r, message, field, index, &Reflection::SetInt64,
                 &Reflection::SetRepeatedInt64, integer);
  case FieldDescriptor::CPPTYPE_UINT32:
    return store(r, message, field, index, &Reflection::SetUInt32,
                 &Reflection::SetRepeatedUInt32,
                 static_cast<uint32_t>(integer));
  case FieldDescriptor::CPPTYPE_UINT64:
    return store(r, message, field, index, &Reflection::SetUInt64,
                 &Reflection::SetRepeatedUInt64,
                 static_cast<uint64_t>(integer));
  case FieldDescriptor::CPPTYPE_FLOAT:
    return store(r, message, field, index, &Reflection::SetFloat,
                 &Reflection::SetRepeatedFloat,
                 static_cast<float>(chooseFloat(random)));
  case FieldDescriptor::CPPTYPE_DOUBLE:
    return store(r, message, field, index, &Reflection::SetDouble,
                 &Reflection::SetRepeatedDouble, chooseFloat(random));
  case FieldDescriptor::CPPTYPE_BOOL:
    return store(r, message, field, index, &Reflection::SetBool,
                 &Reflection::SetRepeatedBool, random() % 2 == 0);
  case FieldDescriptor::CPPTYPE_ENUM:
    return store(r, message, field, index, &Reflection::SetEnumValue,
                 &Reflection::SetRepeatedEnumValue, static_cast<int>(integer));
  default:
    return;
  }
}

void Tree::changeValue(Message &message, const FieldDescriptor &field,
                       int index) {
  if (field.cpp_type() == FieldDescriptor::CPPTYPE_STRING)
    return setString(message, field, index);
  if (field.cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE)
    return setScalar(message, field, index);
  // A copy first: one may be inside the other, or go with the other choice of a
  // oneof.
  std::unique_ptr<Message> copy;
  if (const Message *like = findLike(*field.message_type())) {
    copy.reset(like->New());
    copy->CopyFrom(*like);
  }
  const Reflection &reflection = *message.GetReflection();
  Message *inner =
      field.is_repeated()
          ? reflection.MutableRepeatedMessage(&message, &field, index)
          : reflection.MutableMessage(&message, &field);
  if (copy)
    inner->CopyFrom(*copy);
}

const Message *Tree::findLike(const Descriptor &type) const {
  std::vector<const Message *> like;
  for (const Message *candidate : messages)
    if (candidate->GetDescriptor() == &type)
      like.push_back(candidate);
  return like.empty() ? nullptr : like[random() % like.size()];
}

// An element with the default value, which changeValue replaces.
static void addDefault(Message &message, const FieldDescriptor &field) {
  const Reflection &reflection = *message.GetReflection();
  switch (field.cpp_type()) {
  case FieldDescriptor::CPPTYPE_INT32:
    return reflection.AddInt32(&message, &field, 0);
  case FieldDescriptor::CPPTYPE_INT64:
    return reflection.AddInt64(&message, &field, 0);
  case FieldDescriptor::CPPTYPE_UINT32:
    return reflection.AddUInt32(&message, &field, 0);
  case FieldDescriptor::CPPTYPE_UINT64:
    return reflection.AddUInt64(&message, &field, 0);
  case FieldDescriptor::CPPTYPE_FLOAT:
    return reflection.AddFloat(&message, &field, 0);
  case FieldDescriptor::CPPTYPE_DOUBLE:
    return reflection.AddDouble(&message, &field, 0);
  case FieldDescriptor::CPPTYPE_BOOL:
    return reflection.AddBool(&message, &field, false);
  case FieldDescriptor::CPPTYPE_ENUM:
    return reflection.AddEnumValue(&message, &field, 0);
  case FieldDescriptor::CPPTYPE_STRING:
    return reflection.AddString(&message, &field, "");
  case FieldDescriptor::CPPTYPE_MESSAGE:
    reflection.AddMessage(&message, &field);
  }
}

void Tree::addValue(Message &message, const FieldDescriptor &field) {
  if (!field.is_repeated())
    return changeValue(message, field, 0);
  addDefault(message, field);
  const Reflection &reflection = *message.GetReflection();
  const int last = reflection.FieldSize(message, &field) - 1;
  changeValue(message, field, last);
  if (last > 0)
    reflection.SwapElements(&message, &field, random() % (last + 1), last);
}

void Tree::changeOrder(Message &message, const FieldDescriptor &field) {
  const Reflection &reflection = *message.GetReflection();
  const int count =
      field.is_repeated() ? reflection.FieldSize(message, &field) : 0;
  if (count > 1)
    reflection.SwapElements(&message, &field, random() % count,
                            random() % count);
}

void Tree::removeValue(Message &message, const FieldDescriptor &field) {
  const Reflection &reflection = *message.GetReflection();
  const int count =
      field.is_repeated() ? reflection.FieldSize(message, &field) : 0;
  if (count == 0)
    return reflection.ClearField(&message, &field);
  reflection.SwapElements(&message, &field, random() % count, count - 1);
  reflection.RemoveLast(&message, &field);
}

//===----------------------------------------------------------------------===//
// Whole messages
//===----------------------------------------------------------------------===//

// Mostly one that is there.
const FieldDescriptor *Tree::chooseField(const Message &message) {
  std::vector<const FieldDescriptor *> fields;
  message.GetReflection()->ListFields(message, &fields);
  if (!fields.empty() && random() % 4 != 0)
    return fields[random() % fields.size()];
  const int count = message.GetDescriptor()->field_count();
  return count ? message.GetDescriptor()->field(random() % count) : nullptr;
}

void Tree::mutate() {
  Message &message = *messages[random() % messages.size()];
  const FieldDescriptor *field = chooseField(message);
  if (!field)
    return;
  const Reflection &reflection = *message.GetReflection();
  const int count =
      field->is_repeated() ? reflection.FieldSize(message, field) : 1;
  switch (random() % 6) {
  case 0:
    return removeValue(message, *field);
  case 1:
    return changeOrder(message, *field);
  case 2:
    return addValue(message, *field);
  default:
    return count ? changeValue(message, *field, random() % count)
                 : addValue(message, *field);
  }
}

void Tree::graft(const Tree &other) {
  const Message &donor = *other.messages[random() % other.messages.size()];
  std::vector<Message *> like;
  for (Message *message : messages)
    if (message->GetDescriptor() == donor.GetDescriptor())
      like.push_back(message);
  if (like.empty())
    return;
  Message &place = *like[random() % like.size()];
  if (random() % 2)
    place.CopyFrom(donor);
  else
    place.MergeFrom(donor);
}

//===----------------------------------------------------------------------===//
// What libFuzzer calls
//===----------------------------------------------------------------------===//

static size_t write(const Message &message, uint8_t *out, size_t maxSize) {
  const size_t size = message.ByteSizeLong();
  if (size > maxSize)
    return 0;
  message.SerializePartialToArray(out, size);
  return size;
}

size_t mlir::onnxops::fuzz::mutateMessage(const Message &empty, uint8_t *data,
                                          size_t size, size_t maxSize,
                                          unsigned seed) {
  Random random(seed + 1);
  if (random() % 16 == 0)
    return LLVMFuzzerMutate(data, size, maxSize);
  std::unique_ptr<Message> message(empty.New());
  message->ParsePartialFromArray(data, size); // as far as it goes
  for (size_t i = random() % 3 + 1; i > 0; --i)
    Tree(*message, random).mutate();
  return write(*message, data, maxSize);
}

size_t mlir::onnxops::fuzz::crossMessages(const Message &empty,
                                          const uint8_t *first,
                                          size_t firstSize,
                                          const uint8_t *second,
                                          size_t secondSize, uint8_t *out,
                                          size_t maxSize, unsigned seed) {
  Random random(seed + 1);
  std::unique_ptr<Message> message(empty.New()), donor(empty.New());
  message->ParsePartialFromArray(first, firstSize);
  donor->ParsePartialFromArray(second, secondSize);
  Tree(*message, random).graft(Tree(*donor, random));
  return write(*message, out, maxSize);
}

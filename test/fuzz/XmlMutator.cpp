//===- XmlMutator.cpp - mutants of XML files ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Changes the tree of an OpenVINO model: elements are copied, moved and
// dropped, attributes get values that are worth trying. What stands behind the
// XML is changed as bytes.
//
//===----------------------------------------------------------------------===//

#include "Fuzzing.h"

#include <pugixml.hpp>

#include <algorithm>
#include <cstring>
#include <random>
#include <sstream>
#include <string>
#include <vector>

using Random = std::minstd_rand;

static const char *const kElements[] = {
    "net",  "layers", "edges", "layer",   "edge",      "input",    "output",
    "port", "dim",    "data",  "rt_info", "attribute", "meta_data"};
static const char *const kAttributes[] = {
    "id",           "name",     "type",    "version",   "shape",
    "element_type", "offset",   "size",    "axis",      "from-layer",
    "from-port",    "to-layer", "to-port", "precision", "names"};
static const char *const kTypes[] = {"Parameter", "Const",  "Concat", "Result",
                                     "Add",       "concat", ""};
static const char *const kElementTypes[] = {
    "f16",     "f32",  "f64",    "bf16",       "i8",     "i16",
    "i32",     "i64",  "u8",     "u16",        "u64",    "i4",
    "u4",      "u1",   "f8e4m3", "boolean",    "string", "nf4",
    "dynamic", "FP32", "BOOL",   "UNSPECIFIED"};
static const char *const kShapes[] = {"2,3",
                                      "",
                                      "...",
                                      "?",
                                      "?,3",
                                      "-1,2",
                                      "1..4,3",
                                      "..5",
                                      "7..",
                                      "0,3",
                                      "4294967296,4294967296",
                                      "9223372036854775807",
                                      "9223372036854775808",
                                      "2,,3",
                                      "1..0",
                                      "..",
                                      "2, 3 ",
                                      "1,1,1,1,1"};
static const char *const kNumbers[] = {"0",
                                       "1",
                                       "2",
                                       "3",
                                       "4",
                                       "9",
                                       "24",
                                       "-1",
                                       "-2",
                                       "65",
                                       "4294967296",
                                       "9223372036854775807",
                                       "18446744073709551615",
                                       "18446744073709551616",
                                       " 1 ",
                                       "0x1",
                                       "+1",
                                       "1.0",
                                       ""};

template <size_t count>
static const char *pick(const char *const (&list)[count], Random &random) {
  return list[random() % count];
}

static std::string chooseText(const std::string &name, const std::string &old,
                              Random &random) {
  if (random() % 8 == 0) {
    std::string bytes = old + std::string(8, '\0');
    bytes.resize(LLVMFuzzerMutate(reinterpret_cast<uint8_t *>(bytes.data()),
                                  old.size(), bytes.size()));
    return bytes.c_str(); // up to a NUL, at which the XML ends
  }
  if (name == "type")
    return pick(kTypes, random);
  if (name == "version")
    return "opset" + std::to_string(random() % 4);
  if (name == "element_type" || name == "precision")
    return pick(kElementTypes, random);
  if (name == "shape")
    return pick(kShapes, random);
  if (name == "name")
    return "n" + std::to_string(random() % 4);
  return pick(kNumbers, random);
}

static void listElements(pugi::xml_node element,
                         std::vector<pugi::xml_node> &elements) {
  elements.push_back(element);
  for (pugi::xml_node child : element.children())
    listElements(child, elements);
}

static pugi::xml_node choose(const std::vector<pugi::xml_node> &elements,
                             Random &random) {
  return elements[random() % elements.size()];
}

static void changeAttribute(pugi::xml_node element, Random &random) {
  const size_t count =
      std::distance(element.attributes_begin(), element.attributes_end());
  if (count == 0 || random() % 16 == 0) {
    pugi::xml_attribute added =
        element.append_attribute(pick(kAttributes, random));
    added.set_value(chooseText(added.name(), "", random).c_str());
    return;
  }
  pugi::xml_attribute attribute =
      *std::next(element.attributes_begin(), random() % count);
  if (random() % 16 == 0)
    element.remove_attribute(attribute);
  else
    attribute.set_value(
        chooseText(attribute.name(), attribute.value(), random).c_str());
}

static void mutate(pugi::xml_document &document, Random &random) {
  std::vector<pugi::xml_node> elements;
  listElements(document, elements);
  pugi::xml_node element = choose(elements, random);
  if (element.type() == pugi::node_pcdata) {
    element.set_value(chooseText("", element.value(), random).c_str());
    return;
  }
  if (element.type() != pugi::node_element) {
    if (random() % 8 == 0)
      document.append_child(pick(kElements, random));
    return;
  }
  pugi::xml_node parent = element.parent();
  switch (random() % 12) {
  case 0:
    parent.remove_child(element);
    return;
  case 1:
    parent.insert_copy_after(element, element);
    return;
  case 2: // from elsewhere
    parent.insert_copy_before(choose(elements, random), element);
    return;
  case 3:
    element.append_child(pick(kElements, random));
    return;
  case 4:
    if (random() % 8 == 0)
      element.set_name(pick(kElements, random));
    return;
  case 5:
    if (pugi::xml_node next = element.next_sibling())
      parent.insert_move_after(element, next);
    return;
  default:
    changeAttribute(element, random);
  }
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed) {
  Random random(seed + 1);
  if (random() % 16 == 0)
    return LLVMFuzzerMutate(data, size, maxSize);
  const std::string text(reinterpret_cast<const char *>(data), size);
  const size_t end = std::min(text.find('\0'), size);
  std::string weights = text.substr(end);
  pugi::xml_document document;
  document.load_buffer(text.data(), end); // as far as it goes
  for (size_t i = random() % 4 + 1; i > 0; --i)
    mutate(document, random);
  if (random() % 8 == 0)
    weights.resize(1 + random() % 64);
  std::ostringstream os;
  document.save(os, "", pugi::format_raw | pugi::format_no_declaration);
  const std::string mutant = os.str() + weights;
  if (mutant.size() > maxSize)
    return 0;
  std::memcpy(data, mutant.data(), mutant.size());
  return mutant.size();
}

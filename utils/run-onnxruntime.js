// Runs models with ONNX Runtime on the same inputs, for utils/check-models.
//
// usage: node run-onnxruntime.js FOLDER < jobs.json
//
// FOLDER has node_modules with onnxruntime-node. Standard input is
// {"models": [path], "inputs": {name: {type, dims, data}}}, where data are the bytes
// in base64; standard output has for each model {"outputs": the same}, or
// {"error": text}.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

const fs = require('fs');
const path = require('path');
const runtime = require(
    path.join(path.resolve(process.argv[2]), 'node_modules', 'onnxruntime-node'));

const ARRAYS = {
  float32: Float32Array,
  float64: Float64Array,
  float16: Uint16Array,
  int8: Int8Array,
  uint8: Uint8Array,
  int16: Int16Array,
  uint16: Uint16Array,
  int32: Int32Array,
  uint32: Uint32Array,
  int64: BigInt64Array,
  uint64: BigUint64Array,
  bool: Uint8Array,
};

function decode({type, dims, data}) {
  const bytes = Buffer.from(data, 'base64');
  const copy = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
  return new runtime.Tensor(type, new ARRAYS[type](copy), dims);
}

function encode(tensor) {
  if (!(tensor.type in ARRAYS)) return {type: tensor.type, dims: tensor.dims, data: ''};
  const {buffer, byteOffset, byteLength} = tensor.data;
  const data = Buffer.from(buffer, byteOffset, byteLength).toString('base64');
  return {type: tensor.type, dims: tensor.dims, data};
}

async function run(model, inputs) {
  // Without rewriting, so that the numbers of the operators are compared.
  const session = await runtime.InferenceSession.create(
      model, {graphOptimizationLevel: 'disabled', logSeverityLevel: 4});
  const given = {};
  for (const name of session.inputNames) given[name] = decode(inputs[name]);
  const results = await session.run(given);
  const outputs = {};
  for (const name of session.outputNames) outputs[name] = encode(results[name]);
  return {outputs};
}

async function main() {
  const {models, inputs} = JSON.parse(fs.readFileSync(0));
  const results = [];
  for (const model of models)
    results.push(await run(model, inputs).catch((error) => ({error: String(error.message)})));
  process.stdout.write(JSON.stringify(results));
}

main();

import { Random } from "@precept/testing/random";
import { encodeMessage, type Field } from "./protobuf.ts";

/** Numbers of https://github.com/onnx/onnx/blob/main/onnx/onnx.proto */
const elementType = { float: 1, int64: 7 };
const attributeType = { int: 2 };

/**
 * Builds an ONNX model of two layers for tests: `tanh(embeddings[input_ids] × weights) × attention_mask`. Its output
 * `last_hidden_state` has a vector for each token. The weights follow from the seed, so equal parameters give equal
 * bytes.
 */
export function buildTinyOnnx(parameters: { readonly tokens: number; readonly dim: number; readonly seed: number }): Uint8Array {
  const { tokens, dim, seed } = parameters;
  const random = new Random(seed);
  const weights = (count: number): Float32Array => Float32Array.from({ length: count }, () => random.next() * 2 - 1);
  const graph = encodeMessage(
    [1, node("Gather", ["embeddings", "input_ids"], "embedded")],
    [1, node("MatMul", ["embedded", "weights"], "projected")],
    [1, node("Tanh", ["projected"], "activated")],
    [
      1,
      node("Cast", ["attention_mask"], "mask", [
        [1, "to"],
        [3, elementType.float],
        [20, attributeType.int],
      ]),
    ],
    [1, node("Unsqueeze", ["mask", "last_axis"], "column")],
    [1, node("Mul", ["activated", "column"], "last_hidden_state")],
    [2, "tiny"],
    [5, tensor("embeddings", [tokens, dim], elementType.float, bytesOf(weights(tokens * dim)))],
    [5, tensor("weights", [dim, dim], elementType.float, bytesOf(weights(dim * dim)))],
    [5, tensor("last_axis", [1], elementType.int64, bytesOf(BigInt64Array.of(-1n)))],
    [11, valueInfo("input_ids", elementType.int64, ["batch", "sequence"])],
    [11, valueInfo("attention_mask", elementType.int64, ["batch", "sequence"])],
    [12, valueInfo("last_hidden_state", elementType.float, ["batch", "sequence", dim])],
  );
  const operators = encodeMessage([1, ""], [2, 17]);
  return encodeMessage([1, 8], [2, "precept"], [7, graph], [8, operators]);
}

function node(operator: string, inputs: readonly string[], output: string, attribute?: readonly Field[]): Uint8Array {
  const attributes: readonly Field[] = attribute === undefined ? [] : [[5, encodeMessage(...attribute)]];
  return encodeMessage(...inputs.map((input): Field => [1, input]), [2, output], [3, output], [4, operator], ...attributes);
}

function tensor(name: string, dims: readonly number[], type: number, bytes: Uint8Array): Uint8Array {
  return encodeMessage(...dims.map((dim): Field => [1, dim]), [2, type], [8, name], [9, bytes]);
}

function valueInfo(name: string, type: number, shape: readonly (number | string)[]): Uint8Array {
  const dimensions = shape.map((one): Field => [1, encodeMessage([typeof one === "number" ? 1 : 2, one])]);
  return encodeMessage([1, name], [2, encodeMessage([1, encodeMessage([1, type], [2, encodeMessage(...dimensions)])])]);
}

/** ONNX stores numbers little-endian, as do the processors that tests run on. */
function bytesOf({ buffer, byteOffset, byteLength }: Float32Array | BigInt64Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

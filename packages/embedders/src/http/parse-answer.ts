import { toUnitVector } from "../unit-vector.ts";

export interface Answer {
  /** The model that the endpoint names; undefined if it names none. */
  readonly model: string | undefined;
  /** One vector of length 1 for each text of the request, in order. All have the same number of dimensions. */
  readonly vectors: readonly Float32Array[];
}

/**
 * Parses an answer of `/v1/embeddings`. Vectors are lists of numbers, or float32 numbers in base64.
 *
 * @returns a description of the defect if not every text has exactly one usable vector.
 */
export function parseAnswer(body: string, count: number): Answer | string {
  const answer = parseJson(body);
  if (typeof answer !== "object" || answer === null) return "the answer is not JSON";
  const { data, model } = answer as { data?: unknown; model?: unknown };
  if (!Array.isArray(data)) return "the answer has no list of vectors";
  if (data.length !== count) return `the answer has ${data.length} vectors for ${count} texts`;
  const ordered = sortByIndex(data.map((item: unknown) => Object(item) as Item));
  if (typeof ordered === "string") return ordered;
  const vectors: Float32Array[] = [];
  for (const { embedding } of ordered) {
    const vector = toVector(embedding);
    if (typeof vector === "string") return vector;
    if (vector.length !== (vectors[0] ?? vector).length) return "the answer has vectors of different dimensions";
    vectors.push(vector);
  }
  return { model: typeof model === "string" && model !== "" ? model : undefined, vectors };
}

interface Item {
  readonly index?: unknown;
  readonly embedding?: unknown;
}

/** Without any index, the vectors are in the order of the request. */
function sortByIndex(items: readonly Item[]): readonly Item[] | string {
  if (items.every(({ index }) => index === undefined || index === null)) return items;
  const ordered: (Item | undefined)[] = Array.from({ length: items.length });
  for (const item of items) {
    const { index } = item;
    if (typeof index !== "number" || !Number.isInteger(index) || index < 0 || index >= items.length) {
      return "the answer has a vector with an index that no text has";
    }
    if (ordered[index] !== undefined) return `the answer has two vectors with the index ${index}`;
    ordered[index] = item;
  }
  return ordered.filter((item) => item !== undefined);
}

function toVector(embedding: unknown): Float32Array | string {
  if (typeof embedding === "string") {
    const values = decodeFloats(embedding);
    return values === undefined ? "the answer has a vector that is not float32 in base64" : toUnitVector(values);
  }
  if (!Array.isArray(embedding) || !embedding.every((value) => typeof value === "number")) {
    return "the answer has a vector that is not a list of numbers";
  }
  return toUnitVector(embedding);
}

/** Node ignores invalid characters, so they are checked here. The numbers are little-endian. */
function decodeFloats(text: string): readonly number[] | undefined {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined;
  const bytes = Buffer.from(text, "base64");
  if (bytes.length % 4 !== 0) return undefined;
  return Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readFloatLE(at * 4));
}

/** Returns undefined if a text is not JSON. The parser's own error quotes the text, so it is dropped. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

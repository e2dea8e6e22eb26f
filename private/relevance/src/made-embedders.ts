import { searchTextOf, type Embedder } from "@precept/core";
import { relevanceQuestions } from "./questions.ts";
import { relevanceRules } from "./rules.ts";

const dim = 100;

/** Creates an embedder from a function. */
function createMadeEmbedder(name: string, toVector: (text: string) => Float32Array, dimensions = dim): Embedder {
  return {
    info: async () => ({ id: `made:${name}:1:${dimensions}`, dim: dimensions, maxBatch: 64 }),
    embed: async (texts) => texts.map(toVector),
    [Symbol.asyncDispose]: async () => undefined,
  };
}

/** Embedders that know everything, nothing, or return what no embedder may. By name. */
export const madeEmbedders = {
  good: createMadeEmbedder("good", (text) => {
    const topics = topicsOf.get(text) ?? [];
    return toUnit(topics.reduce((sum, topic) => add(sum, randomVector(topic)), scale(randomVector(text), 0.7)));
  }),
  constant: createMadeEmbedder("constant", () => toUnit(new Float32Array(dim).fill(1))),
  random: createMadeEmbedder("random", (text) => toUnit(randomVector(text))),
  huge: createMadeEmbedder("huge", (text) => scale(randomVector(text), 1e6)),
  "not a number": createMadeEmbedder("nan", () => new Float32Array(dim).fill(Number.NaN)),
} satisfies Readonly<Record<string, Embedder>>;

/** The rules that each text is about. */
const topicsOf = new Map<string, readonly string[]>([
  ...relevanceRules.map((rule) => [searchTextOf(rule), [rule.id]] as const),
  ...relevanceQuestions.map(({ text, answers }) => [text, answers.slice(0, 1)] as const),
]);

/** Numbers around 0, the same for the same text. */
function randomVector(text: string): Float32Array {
  let state = 2166136261;
  for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16777619);
  return Float32Array.from({ length: dim }, () => {
    // Xorshift, as in Marsaglia (2003).
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32 - 0.5;
  });
}

function add(left: Float32Array, right: Float32Array): Float32Array {
  return left.map((value, at) => value + (right[at] ?? 0));
}

function scale(vector: Float32Array, factor: number): Float32Array {
  return vector.map((value) => value * factor);
}

function toUnit(vector: Float32Array): Float32Array {
  return scale(vector, 1 / Math.hypot(...vector));
}

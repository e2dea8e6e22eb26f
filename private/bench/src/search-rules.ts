import { createRule, ruleCategories, type Rule } from "@precept/core";
import { Random } from "@precept/testing/random";

/** How many rules, and how they differ. */
export interface SearchRulesOptions {
  readonly rules: number;
  readonly projects: number;
  /** The number of words, whose frequencies follow Zipf's law. */
  readonly words: number;
  readonly dim: number;
  /** The number of points around which the vectors are. */
  readonly centres: number;
}

export const searchRulesOptions: SearchRulesOptions = { rules: 100_000, projects: 1_000, words: 20_000, dim: 384, centres: 500 };

/** Generates the rules and queries of the search bench. */
export class SearchRules {
  readonly #options: SearchRulesOptions;
  readonly #words: readonly string[];
  readonly #cumulative: Float64Array;
  readonly #centres: readonly Float32Array[];

  constructor(options: SearchRulesOptions = searchRulesOptions) {
    this.#options = options;
    const random = new Random(1);
    this.#words = createWords(options.words, random);
    this.#cumulative = zipf(options.words);
    this.#centres = Array.from({ length: options.centres }, () => unit(gaussian(options.dim, random)));
  }

  /** About 500 characters. One of a hundred rules belongs to no project. */
  rule(index: number): Rule {
    const random = new Random(index + 1_000);
    const words = (count: number) => Array.from({ length: count }, () => this.#word(random)).join(" ");
    const { projects } = this.#options;
    return createRule({
      id: `rule-${index}`,
      name: words(3),
      description: words(6),
      tags: [words(1)],
      content: words(55),
      scope: random.pick(["project", "project", "user", "global"]),
      category: random.pick(ruleCategories),
      priority: 1 + random.below(100),
      ...(random.chance(0.99) && { projectId: this.project(random.below(projects)) }),
    });
  }

  project(index: number): string {
    return `project-${index}`;
  }

  /** A vector near one of the centres. */
  vector(seed: number): Float32Array {
    const random = new Random(seed + 5_000_000);
    const centre = random.pick(this.#centres);
    const noise = unit(gaussian(this.#options.dim, random));
    return unit(centre.map((value, at) => value + 0.7 * (noise[at] ?? 0)));
  }

  /** Eight words as they occur in texts: most of them are frequent. */
  naturalQuery(seed: number): string {
    const random = new Random(seed + 9_000_000);
    return Array.from({ length: 8 }, () => this.#word(random)).join(" ");
  }

  /** Eight words that are not among the 300 most frequent ones. */
  rareQuery(seed: number): string {
    const random = new Random(seed + 10_000_000);
    return Array.from({ length: 8 }, () => this.#words[300 + random.below(this.#options.words - 300)]).join(" ");
  }

  /** Three rare words, of which the last one is misspelled: two letters are swapped. */
  misspelledQuery(seed: number): string {
    const [first = "", second = "", third = ""] = this.rareQuery(seed).split(" ");
    return `${first} ${second} ${third.slice(0, 2)}${third[3] ?? ""}${third[2] ?? ""}${third.slice(4)}`;
  }

  #word(random: Random): string {
    const at = random.below(2 ** 30) / 2 ** 30;
    let low = 0;
    let high = this.#cumulative.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#cumulative[middle] ?? 1) < at) low = middle + 1;
      else high = middle;
    }
    return this.#words[low] ?? "";
  }
}

/** Pronounceable words of 5 to 13 letters. */
function createWords(count: number, random: Random): readonly string[] {
  const words = new Set<string>();
  while (words.size < count) {
    const syllables = 2 + random.below(3);
    const syllable = () =>
      random.pick([..."bcdfghjklmnpqrstvwxz"]) + random.pick([..."aeiou"]) + random.pick(["", "", "", "n", "r", "l"]);
    words.add(Array.from({ length: syllables }, syllable).join("") + random.pick([..."kmprtx"]));
  }
  return [...words];
}

function zipf(count: number): Float64Array {
  const cumulative = new Float64Array(count);
  let sum = 0;
  for (let rank = 1; rank <= count; rank += 1) cumulative[rank - 1] = sum += 1 / rank;
  return cumulative.map((value) => value / sum);
}

function gaussian(dim: number, random: Random): Float32Array {
  const uniform = (): number => (random.below(2 ** 30) + 1) / (2 ** 30 + 1);
  return Float32Array.from({ length: dim }, () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform()));
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

import { minOf } from "@precept/core";
import { getOrInsertComputed } from "../get-or-insert-computed.ts";
import type { AST } from "@eslint-community/regexpp";
import { asciiCharacters, type CharacterRun } from "./character-run.ts";
import { isCharacterElement, mayMatchStrings, parsePattern } from "./parse-pattern.ts";

/** The maximum number of adjacent elements that are compared with each other. */
const maxElements = 64;
/** A longer run is hardly rarer, and nested repetitions multiply. */
const maxLength = 10_000;

/**
 * Returns a run of characters that every match of a pattern contains: 40 hexadecimal digits for `\b[0-9a-f]{40}\b`. The
 * search for it reads a fortieth of the text. It excludes texts for patterns that require no literal, or only common
 * ones.
 *
 * @param minRarity the negative natural logarithm of the probability that the run begins at a position of a text.
 * @returns undefined if the pattern requires no rare run or cannot be parsed: run it on every text.
 */
export function requiredRun(source: string, flags = "", minRarity = 5): CharacterRun | undefined {
  const parsed = parsePattern(source, flags);
  if (parsed === undefined) return undefined;
  const run = new RunReader(flags).rarestOf(parsed.pattern.alternatives);
  return run !== undefined && run.length > 0 && rarityOf(run) >= minRarity ? run : undefined;
}

class RunReader {
  readonly #flags: string;
  readonly #sets = new Map<string, Uint8Array>();

  constructor(flags: string) {
    this.#flags = flags.replaceAll(/[gy]/g, "");
  }

  /** Returns a run that all alternatives require: the length of the shortest run, with the characters of all. */
  rarestOf(alternatives: readonly AST.Alternative[]): CharacterRun | undefined {
    const runs = alternatives.map(({ elements }) => this.#rarestIn(elements));
    return runs.every((run) => run !== undefined) ? joinAlternatives(runs) : undefined;
  }

  /** Returns the rarest run that adjacent elements require together. */
  #rarestIn(elements: readonly AST.Element[]): CharacterRun | undefined {
    if (elements.length > maxElements) return undefined;
    const consumed = elements.map((element) => this.#consumedBy(element));
    let rarest: { readonly run: CharacterRun; readonly rarity: number } | undefined;
    for (let first = 0; first < consumed.length; first += 1) {
      let run = nothing;
      for (const next of consumed.slice(first)) {
        run = joinSequence([run, next]);
        const rarity = rarityOf(run);
        if (rarity > (rarest?.rarity ?? 0)) rarest = { run, rarity };
      }
    }
    return rarest?.run;
  }

  #consumedBy(element: AST.Element): CharacterRun {
    if (isCharacterElement(element)) {
      return mayMatchStrings(element.raw) ? anything : { length: 1, members: this.#membersOf(element.raw) };
    }
    switch (element.type) {
      case "CapturingGroup":
        return this.#consumedByEach(element.alternatives);
      case "Group":
        return element.modifiers === null ? this.#consumedByEach(element.alternatives) : anything;
      case "Quantifier": {
        const { length, members } = this.#consumedBy(element.element);
        if (element.max === 0) return nothing;
        return { length: Math.min(length * element.min, maxLength), members };
      }
      case "Assertion":
        return nothing;
      case "Backreference":
        return anything;
      default:
        return element satisfies never;
    }
  }

  #consumedByEach(alternatives: readonly AST.Alternative[]): CharacterRun {
    return joinAlternatives(
      alternatives.map(({ elements }) => joinSequence(elements.map((element) => this.#consumedBy(element)))),
    );
  }

  /** Determined by V8, so that case folding is exact. */
  #membersOf(raw: string): Uint8Array {
    return getOrInsertComputed(this.#sets, raw, () => {
      const expression = new RegExp(`^(?:${raw})$`, this.#flags);
      return Uint8Array.from({ length: asciiCharacters }, (_, code) => (expression.test(String.fromCharCode(code)) ? 1 : 0));
    });
  }
}

const nothing: CharacterRun = { length: 0, members: new Uint8Array(asciiCharacters) };
const anything: CharacterRun = { length: 0, members: new Uint8Array(asciiCharacters).fill(1) };

function joinSequence(parts: readonly CharacterRun[]): CharacterRun {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return { length: Math.min(length, maxLength), members: unionOf(parts) };
}

function joinAlternatives(parts: readonly CharacterRun[]): CharacterRun {
  return { length: minOf([maxLength, ...parts.map(({ length }) => length)]), members: unionOf(parts) };
}

function unionOf(parts: readonly CharacterRun[]): Uint8Array {
  return Uint8Array.from({ length: asciiCharacters }, (_, code) => (parts.some(({ members }) => members[code] === 1) ? 1 : 0));
}

/** Approximate relative frequencies of characters in source files. Others count as 1. */
const frequencies: readonly (readonly [characters: string, frequency: number])[] = [
  ["etaoinsr", 45],
  ["dlcupmhf", 22],
  ["gybvwkxqjz", 8],
  ["ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", 3],
  [" ", 170],
  ["\n", 35],
  ["\"'`(){}[].,;:=/*-_", 10],
];
const frequencyOf = new Float64Array(asciiCharacters).fill(1);
for (const [characters, frequency] of frequencies) {
  for (const character of characters) frequencyOf[character.charCodeAt(0)] = frequency;
}
const total = frequencyOf.reduce((sum, frequency) => sum + frequency, 0);

function rarityOf({ length, members }: CharacterRun): number {
  const frequency = frequencyOf.reduce((sum, one, code) => sum + (members[code] === 1 ? one : 0), 0);
  return frequency === 0 ? 0 : length * Math.log(total / frequency);
}

import type { AST } from "@eslint-community/regexpp";
import { isCharacterElement, isGroup, mayMatchStrings, parsePattern } from "../prefilter/parse-pattern.ts";
import { createSetFactory, type SetFactory } from "./character-set.ts";
import type { Instruction, Program } from "./program.ts";

export interface CompiledPattern {
  readonly program: Program;
  readonly isUnicode: boolean;
  /** The number of groups, with the whole match. */
  readonly groupCount: number;
  /** The names of groups by number. */
  readonly names: ReadonlyMap<number, string>;
}

/** A part of a pattern that cannot be matched in linear time, for a sentence: "the pattern has …". */
export interface NotLinear {
  readonly part: string;
}

/** The maximum number of instructions. Each repetition of `{n,m}` is compiled separately. */
const maxInstructions = 50_000;

class NotLinearError extends Error {
  override readonly name = "NotLinearError";
}

/** Compiles a pattern for the linear engine, which finds the same matches as V8. */
export function compileProgram(source: string, flags: string): CompiledPattern | NotLinear {
  const parsed = parsePattern(source, flags);
  if (parsed === undefined) return { part: "syntax that cannot be read" };
  const groups = groupsIn(parsed.pattern.alternatives);
  const numbers = new Map(groups.map((group, at) => [group, at + 1] as const));
  const compiler = new Compiler(numbers, createSetFactory(), false, true);
  try {
    const program = compiler.compile(parsed.pattern.alternatives, flags);
    const names = groups.flatMap(({ name }, at) => (name === null ? [] : [[at + 1, name] as const]));
    return { program, isUnicode: parsed.isUnicode, groupCount: groups.length + 1, names: new Map(names) };
  } catch (error) {
    if (error instanceof NotLinearError) return { part: error.message };
    throw error;
  }
}

/** Writes the instructions of a pattern, or of a look-around in it. */
class Compiler {
  readonly #program: Instruction[] = [];
  readonly #numbers: ReadonlyMap<AST.CapturingGroup, number>;
  readonly #setOf: SetFactory;
  readonly #isBackward: boolean;
  /** Whether the order of attempts and the groups matter: not in look-arounds. */
  readonly #isOrdered: boolean;

  constructor(numbers: ReadonlyMap<AST.CapturingGroup, number>, setOf: SetFactory, isBackward: boolean, isOrdered: boolean) {
    this.#numbers = numbers;
    this.#setOf = setOf;
    this.#isBackward = isBackward;
    this.#isOrdered = isOrdered;
  }

  compile(alternatives: readonly AST.Alternative[], flags: string): Program {
    this.#addAlternatives(alternatives, flags);
    this.#add({ kind: "match" });
    return this.#program;
  }

  #add<One extends Instruction>(instruction: One): One {
    if (this.#program.length >= maxInstructions) throw new NotLinearError("repetitions of repetitions that are too large");
    this.#program.push(instruction);
    return instruction;
  }

  #addAlternatives(alternatives: readonly AST.Alternative[], flags: string): void {
    const jumps: { next: number }[] = [];
    for (const [at, { elements }] of alternatives.entries()) {
      const isLast = at === alternatives.length - 1;
      const split = isLast ? undefined : this.#add({ kind: "split", next: this.#program.length + 1, other: 0 });
      const ordered = this.#isBackward ? elements.toReversed() : elements;
      for (const element of ordered) this.#addElement(element, flags);
      if (split === undefined) continue;
      jumps.push(this.#add({ kind: "jump", next: 0 }));
      split.other = this.#program.length;
    }
    for (const jump of jumps) jump.next = this.#program.length;
  }

  #addElement(element: AST.Element, flags: string): void {
    if (isCharacterElement(element)) {
      if (mayMatchStrings(element.raw)) throw new NotLinearError(`a set of strings (${element.raw})`);
      this.#add({ kind: "character", set: this.#setOf(element.raw, flags) });
      return;
    }
    switch (element.type) {
      case "Group":
        this.#addAlternatives(element.alternatives, modifiedFlags(flags, element.modifiers));
        break;
      case "CapturingGroup":
        this.#addGroup(element, flags);
        break;
      case "Quantifier":
        this.#addRepeated(element, flags);
        break;
      case "Assertion":
        this.#addAssertion(element, flags);
        break;
      case "Backreference":
        throw new NotLinearError(`a back-reference (${element.raw})`);
      default:
        element satisfies never;
    }
  }

  #addGroup(group: AST.CapturingGroup, flags: string): void {
    const slot = 2 * (this.#numbers.get(group) ?? 0);
    if (this.#isOrdered) this.#add({ kind: "save", slot });
    this.#addAlternatives(group.alternatives, flags);
    if (this.#isOrdered) this.#add({ kind: "save", slot: slot + 1 });
  }

  #addRepeated({ element, min, max, greedy, raw }: AST.Quantifier, flags: string): void {
    // V8 rejects a round that matches nothing and tries the next possibility, which this engine cannot.
    if (this.#isOrdered && max > min && mayBeEmpty(element) && (hasLazyPart(element) || groupsOf(element).length > 0)) {
      throw new NotLinearError(`a repeated part that can match nothing (${raw})`);
    }
    const groups = this.#isOrdered ? groupsOf(element).map((group) => this.#numbers.get(group) ?? 0) : [];
    const addRound = (): void => {
      const [first] = groups;
      if (first !== undefined) this.#add({ kind: "reset", from: 2 * first, to: 2 * (first + groups.length) });
      this.#addElement(element, flags);
    };
    for (let round = 0; round < min; round += 1) addRound();
    const exits: { readonly split: Extract<Instruction, { kind: "split" }> }[] = [];
    const isEndless = !Number.isFinite(max);
    for (let round = min; round < (isEndless ? min + 1 : max); round += 1) {
      const at = this.#program.length;
      exits.push({ split: this.#add({ kind: "split", next: at + 1, other: at + 1 }) });
      addRound();
      if (isEndless) this.#add({ kind: "jump", next: at });
    }
    for (const { split } of exits) split[greedy ? "other" : "next"] = this.#program.length;
  }

  #addAssertion(assertion: AST.Assertion, flags: string): void {
    switch (assertion.kind) {
      case "start":
      case "end":
        this.#add({ kind: "edge", at: assertion.kind, isMultiline: flags.includes("m") });
        break;
      case "word":
        this.#add({ kind: "word", word: this.#setOf(String.raw`\w`, flags), isNegated: assertion.negate });
        break;
      case "lookahead":
      case "lookbehind": {
        const { kind, negate, alternatives, raw } = assertion;
        if (this.#isOrdered && !negate && groupsIn(alternatives).length > 0) throw new NotLinearError(`a group in ${raw}`);
        const isBehind = kind === "lookbehind";
        const program = new Compiler(this.#numbers, this.#setOf, !isBehind, false).compile(alternatives, flags);
        this.#add({ kind: "lookaround", lookaround: { isBehind, program }, isNegated: negate });
        break;
      }
      default:
        assertion satisfies never;
    }
  }
}

function modifiedFlags(flags: string, modifiers: AST.Modifiers | null): string {
  if (modifiers === null) return flags;
  const removed = modifiers.remove?.raw ?? "";
  const shared = [...flags, ...(modifiers.add?.raw ?? "")].filter((flag) => !removed.includes(flag));
  return [...new Set(shared)].join("");
}

function groupsIn(alternatives: readonly AST.Alternative[]): readonly AST.CapturingGroup[] {
  return alternatives.flatMap(({ elements }) => elements.flatMap(groupsOf));
}

/** Returns the capturing groups of an element, in the order of the pattern. */
function groupsOf(element: AST.Element): readonly AST.CapturingGroup[] {
  if (element.type === "Quantifier") return groupsOf(element.element);
  if (element.type === "CapturingGroup") return [element, ...groupsIn(element.alternatives)];
  return element.type === "Group" || isLookaround(element) ? groupsIn(element.alternatives) : [];
}

function isLookaround(element: AST.Element): element is AST.LookaroundAssertion {
  return element.type === "Assertion" && (element.kind === "lookahead" || element.kind === "lookbehind");
}

function hasLazyPart(element: AST.Element): boolean {
  if (element.type === "Quantifier") return !element.greedy || hasLazyPart(element.element);
  return isGroup(element) && element.alternatives.some(({ elements }) => elements.some(hasLazyPart));
}

function mayBeEmpty(element: AST.Element): boolean {
  if (element.type === "Quantifier") return element.min === 0 || mayBeEmpty(element.element);
  if (isGroup(element)) return element.alternatives.some(({ elements }) => elements.every(mayBeEmpty));
  return element.type === "Assertion" || element.type === "Backreference";
}

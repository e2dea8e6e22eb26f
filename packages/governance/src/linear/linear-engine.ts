import type { PatternMatch, PatternOutcome } from "../evaluate/pattern-runner.ts";
import type { Expression } from "../model/policy.ts";
import type { CharacterSet } from "./character-set.ts";
import { compileProgram, type CompiledPattern, type NotLinear } from "./compile-program.ts";
import { readCharacters, type Characters, type Program } from "./program.ts";
import { ProgramRunner, type Slots } from "./run-program.ts";

/** A pattern that runs in a time proportional to its own length and to the length of the text. */
export interface LinearPattern {
  /** Finds the same matches as V8. Has no time limit, but no text makes it backtrack. */
  run(text: string, limit: number): PatternOutcome;
}

/**
 * Compiles a pattern for the linear engine, which is some 100 times slower than V8 but never backtracks. It supports
 * look-arounds: each is computed for all positions of the text before it is needed.
 *
 * @returns the part of the pattern that cannot be matched in linear time, such as a back-reference.
 */
export function compileLinear({ source, flags }: Expression): LinearPattern | NotLinear {
  const compiled = compileProgram(source, flags);
  if ("part" in compiled) return compiled;
  const starts = startsOf(compiled.program);
  return { run: (text, limit) => findAll(compiled, starts, text, limit) };
}

export function isLinear(pattern: LinearPattern | NotLinear): pattern is LinearPattern {
  return "run" in pattern;
}

function findAll(
  compiled: CompiledPattern,
  starts: readonly CharacterSet[] | undefined,
  text: string,
  limit: number,
): PatternOutcome {
  const { program, isUnicode, groupCount } = compiled;
  const characters = readCharacters(text, isUnicode);
  const runner = new ProgramRunner(characters);
  const matches: PatternMatch[] = [];
  for (let from = 0; from <= characters.codes.length;) {
    const slots = runner.find(program, from, 2 * groupCount, starts);
    if (slots === undefined) break;
    if (matches.length === limit) return { kind: "matches", matches, isCut: true };
    matches.push(toMatch(slots, compiled, characters, text));
    const [start = 0, end = 0] = slots;
    from = end > start ? end : end + 1;
  }
  return { kind: "matches", matches, isCut: false };
}

function toMatch(slots: Slots, { groupCount, names }: CompiledPattern, { offsets }: Characters, text: string): PatternMatch {
  const offsetOf = (slot: number): number => {
    const position = slots[slot] ?? -1;
    return offsets === undefined || position < 0 ? position : (offsets[position] ?? -1);
  };
  const groups: Record<string, string> = {};
  for (let group = 1; group < groupCount; group += 1) {
    const [start, end] = [offsetOf(2 * group), offsetOf(2 * group + 1)];
    if (start < 0 || end < 0) continue;
    const held = text.slice(start, end);
    groups[group] = held;
    const name = names.get(group);
    if (name !== undefined) groups[name] = held;
  }
  return { index: offsetOf(0), text: text.slice(offsetOf(0), offsetOf(1)), groups };
}

/** Returns the characters with which a match can start. Undefined if a match can be empty. */
function startsOf(program: Program): readonly CharacterSet[] | undefined {
  const starts = new Set<CharacterSet>();
  const seen = new Set<number>();
  const pending = [0];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    const instruction = program[at];
    if (instruction?.kind === "match") return undefined;
    if (instruction?.kind === "character") starts.add(instruction.set);
    else if (instruction?.kind === "jump") pending.push(instruction.next);
    else if (instruction?.kind === "split") pending.push(instruction.next, instruction.other);
    else pending.push(at + 1);
  }
  return [...starts];
}

import type { CharacterSet } from "./character-set.ts";
import type { Characters, Instruction, Lookaround, Program } from "./program.ts";

const lineEnds: ReadonlySet<number> = new Set([0x0a, 0x0d, 0x2028, 0x2029]);

/** The positions of a match and its groups: the start of group n at 2n, its end at 2n + 1. -1: it did not match. */
export type Slots = readonly number[];

/** The threads at one position, the preferred ones first. No instruction has two. */
class Threads {
  readonly instructions: number[] = [];
  readonly slots: Slots[] = [];
  readonly #seen: Uint32Array;
  #generation = 1;

  constructor(size: number) {
    this.#seen = new Uint32Array(size);
  }

  clear(): void {
    this.instructions.length = 0;
    this.slots.length = 0;
    this.#generation += 1;
  }

  isNew(at: number): boolean {
    if (this.#seen[at] === this.#generation) return false;
    this.#seen[at] = this.#generation;
    return true;
  }
}

/** Runs programs on one text. Each run takes a time that is proportional to the text and to the program. */
export class ProgramRunner {
  readonly #characters: Characters;
  readonly #length: number;
  /** The positions at which each look-around matches, computed on first use. */
  readonly #lookarounds = new Map<Lookaround, Uint8Array>();

  constructor(characters: Characters) {
    this.#characters = characters;
    this.#length = characters.codes.length;
  }

  /** Finds the first match from a position on, as V8 does: the leftmost, and of these the preferred one. */
  find(program: Program, from: number, slotCount: number, starts: readonly CharacterSet[] | undefined): Slots | undefined {
    const empty: Slots = Array.from({ length: slotCount }, () => -1);
    let [current, next] = [new Threads(program.length), new Threads(program.length)];
    let best: Slots | undefined;
    for (let position = from; position <= this.#length; position += 1) {
      if (current.instructions.length === 0) {
        if (best !== undefined) break;
        if (starts !== undefined) position = this.#skipTo(starts, position);
        if (position > this.#length) break;
      }
      if (best === undefined) this.#enter(program, current, 0, position, withSlot(empty, 0, position));
      next.clear();
      for (let rank = 0; rank < current.instructions.length; rank += 1) {
        const at = current.instructions[rank] ?? 0;
        const slots = current.slots[rank] ?? empty;
        const instruction = program[at];
        if (instruction?.kind === "match") {
          best = withSlot(slots, 1, position);
          break;
        }
        if (instruction?.kind === "character" && this.#has(instruction.set, position)) {
          this.#enter(program, next, at + 1, position + 1, slots);
        }
      }
      [current, next] = [next, current];
    }
    return best;
  }

  #skipTo(starts: readonly CharacterSet[], from: number): number {
    let position = from;
    while (position < this.#length && !starts.some((set) => this.#has(set, position))) position += 1;
    return position < this.#length ? position : this.#length + 1;
  }

  /** Adds the threads that an instruction leads to without reading a character. */
  #enter(program: Program, threads: Threads, first: number, position: number, slots: Slots): void {
    const pending: (readonly [at: number, slots: Slots])[] = [[first, slots]];
    for (let entry = pending.pop(); entry !== undefined; entry = pending.pop()) {
      let at: number | undefined = entry[0];
      let held: Slots = entry[1];
      while (at !== undefined && threads.isNew(at)) {
        const here: number = at;
        const instruction: Instruction | undefined = program[here];
        at = here + 1;
        switch (instruction?.kind) {
          case "jump":
            at = instruction.next;
            break;
          case "split":
            pending.push([instruction.other, held]);
            at = instruction.next;
            break;
          case "save":
            held = withSlot(held, instruction.slot, position);
            break;
          case "reset":
            held = held.map((value, slot) => (slot >= instruction.from && slot < instruction.to ? -1 : value));
            break;
          case "edge":
            if (!this.#isEdge(instruction.at, instruction.isMultiline, position)) at = undefined;
            break;
          case "word":
            if (this.#isWordEdge(instruction.word, position) === instruction.isNegated) at = undefined;
            break;
          case "lookaround":
            if ((this.#matchesOf(instruction.lookaround)[position] === 1) === instruction.isNegated) at = undefined;
            break;
          case "character":
          case "match":
            threads.instructions.push(here);
            threads.slots.push(held);
            at = undefined;
            break;
          case undefined:
            at = undefined;
            break;
          default:
            instruction satisfies never;
        }
      }
    }
  }

  #has(set: CharacterSet, position: number): boolean {
    const code = this.#characters.codes[position];
    return code !== undefined && set.has(code);
  }

  #isEdge(at: "start" | "end", isMultiline: boolean, position: number): boolean {
    if (position === (at === "start" ? 0 : this.#length)) return true;
    return isMultiline && lineEnds.has(this.#characters.codes[at === "start" ? position - 1 : position] ?? 0);
  }

  #isWordEdge(word: CharacterSet, position: number): boolean {
    return this.#has(word, position - 1) !== this.#has(word, position);
  }

  #matchesOf(lookaround: Lookaround): Uint8Array {
    let matches = this.#lookarounds.get(lookaround);
    if (matches === undefined) this.#lookarounds.set(lookaround, (matches = this.#findLookaround(lookaround)));
    return matches;
  }

  #findLookaround({ program, isBehind }: Lookaround): Uint8Array {
    const matches = new Uint8Array(this.#length + 1);
    let [current, next] = [new Threads(program.length), new Threads(program.length)];
    for (let step = 0; step <= this.#length; step += 1) {
      const position = isBehind ? step : this.#length - step;
      this.#enter(program, current, 0, position, []);
      next.clear();
      for (const at of current.instructions) {
        const instruction = program[at];
        if (instruction?.kind === "match") matches[position] = 1;
        else if (instruction?.kind === "character" && this.#has(instruction.set, isBehind ? position : position - 1)) {
          this.#enter(program, next, at + 1, isBehind ? position + 1 : position - 1, []);
        }
      }
      [current, next] = [next, current];
    }
    return matches;
  }
}

function withSlot(slots: Slots, slot: number, value: number): Slots {
  return slots.with(slot, value);
}

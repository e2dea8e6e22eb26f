import { getOrInsertComputed } from "../get-or-insert-computed.ts";

const asciiSize = 128;

/** The characters that a part of a pattern matches. V8 decides for each character, so that case folding is exact. */
export class CharacterSet {
  readonly #expression: RegExp;
  /** For each ASCII character: 0 not known, 1 no, 2 yes. */
  readonly #ascii = new Uint8Array(asciiSize);
  readonly #others = new Map<number, boolean>();

  constructor(source: string, flags: string) {
    this.#expression = new RegExp(source, flags.replaceAll(/[gmy]/g, ""));
  }

  /** @param code a code point with the flag `u` or `v`, otherwise a UTF-16 code unit. */
  has(code: number): boolean {
    if (code < asciiSize) return (this.#ascii[code] ||= this.#test(code) ? 2 : 1) === 2;
    return getOrInsertComputed(this.#others, code, () => this.#test(code));
  }

  #test(code: number): boolean {
    return this.#expression.test(String.fromCodePoint(code));
  }
}

/** Creates sets, one for each different source. */
export type SetFactory = (source: string, flags: string) => CharacterSet;

export function createSetFactory(): SetFactory {
  const known = new Map<string, CharacterSet>();
  return (source, flags) => getOrInsertComputed(known, `${flags}/${source}`, () => new CharacterSet(source, flags));
}

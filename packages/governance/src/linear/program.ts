import type { CharacterSet } from "./character-set.ts";

/**
 * An instruction of a program. `next` and `other` are the indexes of instructions. `split` prefers `next`. `save` stores
 * the position in a slot, `reset` clears the slots of groups. `lookaround` requires the result of a look-around.
 */
export type Instruction =
  | { readonly kind: "character"; readonly set: CharacterSet }
  | { readonly kind: "split"; next: number; other: number }
  | { readonly kind: "jump"; next: number }
  | { readonly kind: "save"; readonly slot: number }
  | { readonly kind: "reset"; readonly from: number; readonly to: number }
  | { readonly kind: "edge"; readonly at: "start" | "end"; readonly isMultiline: boolean }
  | { readonly kind: "word"; readonly word: CharacterSet; readonly isNegated: boolean }
  | { readonly kind: "lookaround"; readonly lookaround: Lookaround; readonly isNegated: boolean }
  | { readonly kind: "match" };

export type Program = readonly Instruction[];

/**
 * A look-ahead or look-behind. The program of a look-ahead reads the text backwards: it runs once over the whole text,
 * and tells for each position whether the look-ahead matches there.
 */
export interface Lookaround {
  readonly isBehind: boolean;
  readonly program: Program;
}

/** The characters of a text: code points with the flag `u` or `v`, otherwise UTF-16 code units. */
export interface Characters {
  readonly codes: ArrayLike<number>;
  /** The offset of each character in the text, and of its end. Undefined: the characters are code units. */
  readonly offsets?: Uint32Array;
}

export function readCharacters(text: string, isUnicode: boolean): Characters {
  if (!isUnicode) return { codes: Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)) };
  const codes: number[] = [];
  const offsets: number[] = [];
  for (let at = 0; at < text.length; at += (codes.at(-1) ?? 0) > 0xffff ? 2 : 1) {
    codes.push(text.codePointAt(at) ?? 0);
    offsets.push(at);
  }
  return { codes, offsets: Uint32Array.from([...offsets, text.length]) };
}

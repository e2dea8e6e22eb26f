import type { Pipeline } from "./commands.ts";

/** A shell text, and the files of the project that it runs. */
export interface Spelling {
  readonly text: string;
  readonly files?: Readonly<Record<string, string>>;
}

/** A way to write a pipeline. Returns undefined if it does not apply. */
type Spell = (pipeline: Pipeline) => Spelling | undefined;

/** One kind of spelling. */
export interface Kind {
  readonly name: string;
  readonly spell: Spell;
  /** Why a shell with stubs cannot show what the spelling runs. Default: it can. */
  readonly unverified?: string;
}

/** A way to write words so that a shell reads the same words. Returns undefined if it does not apply. */
export type WordKind = (words: readonly string[]) => string | undefined;

/** Quotes a word only if that is necessary. */
export function plainWord(word: string): string {
  return /^[\w./:@%+,=~-]+$/.test(word) && !word.startsWith("~") ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

export function plainCommand(words: readonly string[]): string {
  return words.map(plainWord).join(" ");
}

export function plainPipeline(pipeline: Pipeline): string {
  return pipeline.map(plainCommand).join(" | ");
}

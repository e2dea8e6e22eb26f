import type { SyntaxNode } from "unbash";
import type { CommandRedirect, TextRange } from "../parsed-command.ts";
import type { CommandDraft } from "./command-draft.ts";
import type { ReaderState } from "./reader-state.ts";

/** Where a shell text comes from: its range in the whole text, and its offset there if it appears literally. */
export interface Origin {
  readonly source: string;
  readonly range: TextRange;
  readonly base: number | undefined;
  /** The programs that run the text, outermost first. */
  readonly wrappers: readonly string[];
  readonly depth: number;
}

/** A word of a command, with its place in the whole text. */
export interface Field {
  readonly text: string;
  readonly range: TextRange;
  /** The offset of the text of the word, if it appears literally. */
  readonly base: number | undefined;
}

/** The commands that a node runs directly, and what it certainly prints. */
export interface Run {
  readonly drafts: readonly CommandDraft[];
  readonly printed?: string | undefined;
}

/** What a command reads and writes. `input`: the text on standard input, if it is certain. */
export interface Streams {
  readonly redirects: readonly CommandRedirect[];
  readonly input: string | undefined;
}

/**
 * What the functions that read one text share. They call each other through it, since commands contain texts that
 * contain commands.
 */
export interface ShellReader {
  readonly state: ReaderState;
  /** The functions that the text defines. */
  readonly functions: Map<string, { readonly body: SyntaxNode; readonly origin: Origin }>;
  /** The functions whose bodies are being read. A call of one of them adds nothing. */
  readonly called: Set<string>;
  /** Reads a node of the syntax tree. */
  readonly readNode: (node: SyntaxNode, origin: Origin, input: string | undefined) => Run;
  /** Records a command, and reads what it runs. */
  readonly runCommand: (fields: readonly Field[], origin: Origin, streams: Streams) => Run;
}

/** The run of a node that runs no command. */
export const noRun: Run = { drafts: [] };

/**
 * Returns the range of a node in the whole text. For a text that does not appear literally: the range of the word with
 * it.
 */
export function locate({ base, range }: Origin, { pos, end }: { readonly pos: number; readonly end: number }): TextRange {
  return base === undefined ? range : { start: base + pos, end: base + end };
}

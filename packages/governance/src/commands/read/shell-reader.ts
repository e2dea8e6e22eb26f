import type { SyntaxNode } from "unbash";
import type { CommandRedirect, TextRange } from "../parsed-command.ts";
import type { CommandDraft } from "../state/command-draft.ts";
import type { ReaderState } from "../state/reader-state.ts";

/** The origin of a shell text: its range in the whole text, and its offset if it appears literally. */
export interface Origin {
  readonly source: string;
  readonly range: TextRange;
  readonly base: number | undefined;
  /** The programs that run the text, outermost first. */
  readonly wrappers: readonly string[];
  readonly depth: number;
}

/** A word of a command, with its location in the whole text. */
export interface Field {
  readonly text: string;
  readonly range: TextRange;
  /** The offset of the text of the word, if it appears literally. */
  readonly base: number | undefined;
}

/** The commands that a node runs directly, and its output if it is certain. */
export interface Run {
  readonly drafts: readonly CommandDraft[];
  readonly printed?: string | undefined;
  /** The files whose text is the output, or a part of it. */
  readonly printedFiles?: readonly string[];
}

/** The input and the output of a command. `input`: the text on standard input, if it is certain. */
export interface Streams {
  readonly redirects: readonly CommandRedirect[];
  readonly input: string | undefined;
  /** The assignments before the command. Default: none. */
  readonly environment?: readonly string[];
}

/** The state and the functions of reading one text. The functions call each other through it. */
export interface ShellReader {
  readonly state: ReaderState;
  readonly functions: Map<string, { readonly body: SyntaxNode; readonly origin: Origin }>;
  /** The functions whose bodies are being read. A call of one of them adds nothing. */
  readonly called: Set<string>;
  readonly readNode: (node: SyntaxNode, origin: Origin, input: string | undefined) => Run;
  readonly runCommand: (fields: readonly Field[], origin: Origin, streams: Streams) => Run;
}

/** The run of a node that runs no command. */
export const noRun: Run = { drafts: [] };

/** Returns the range of a node in the whole text, or of the word that contains a text that is not literal. */
export function locate({ base, range }: Origin, { pos, end }: { readonly pos: number; readonly end: number }): TextRange {
  return base === undefined ? range : { start: base + pos, end: base + end };
}

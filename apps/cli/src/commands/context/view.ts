import type { FileLoadResult, SessionType } from "@precept/agent-context";
import { formatNumber, type TokenCounter } from "@precept/core";
import type { Style } from "../../terminal/style.ts";
import { columns } from "../../terminal/table.ts";
import { count, printable } from "../../terminal/text.ts";
import { stateOf, type FileState } from "./file-state.ts";

/** A loaded context, for display. */
export interface ShownContext {
  readonly dir: string;
  readonly sessionType: SessionType;
  readonly files: readonly FileLoadResult[];
  /** Of the whole prompt section. */
  readonly totals: { readonly characters: number; readonly tokens: number };
  readonly counter: TokenCounter;
  /** Whether the next boot of a main session offers BOOTSTRAP.md. */
  readonly isPending: boolean;
}

const colours = {
  found: "green",
  default: "yellow",
  fallback: "yellow",
  missing: "dim",
  refused: "red",
  unreadable: "red",
} as const satisfies Readonly<Record<FileState, keyof Style>>;

/** Lays out the files of a context as a table, with what a user should know below it. */
export function viewContext({ dir, sessionType, files, totals, counter, isPending }: ShownContext, style: Style): string {
  const rows = files.map((file) => [
    `  ${printable(file.filePath)}`,
    style[colours[stateOf(file)]](stateOf(file)),
    file.content === undefined ? "" : viewLength(file.content.length, counter.count(file.content)),
    file.alias === undefined ? "" : style.dim(`instead of ${printable(file.name)}`),
  ]);
  const notes = files.flatMap(({ error, note, omittedCharacters, filePath }) => [
    ...(error === undefined ? [] : [error]),
    ...(note === undefined ? [] : [note]),
    ...(omittedCharacters === 0
      ? []
      : [`The last ${formatNumber(omittedCharacters)} characters of ${filePath} are left out, because of a limit.`]),
  ]);
  const isIncomplete = files.some((file) => stateOf(file) === "default");
  const lines = [
    `${printable(dir)}  ${style.dim(`${sessionType} session`)}`,
    ...columns(rows, style),
    `  ${style.dim("together")}  ${viewLength(totals.characters, totals.tokens)}`,
    ...notes.map((note) => `  ${printable(note)}`),
    ...(isIncomplete ? ["  `precept context init` creates the missing files."] : []),
    ...(isPending ? ["  BOOTSTRAP.md is offered to the next main session that boots."] : []),
  ];
  return `${lines.join("\n")}\n`;
}

function viewLength(characters: number, tokens: number): string {
  return `${count(characters, "character")}, about ${count(tokens, "token")}`;
}

import {
  composeContext,
  isBootstrapPending,
  toWireContext,
  toWireFileLoadResult,
  type FileLoadResult,
  type SessionType,
} from "@precept/agent-context";
import { formatNumber, type TokenCounter } from "@precept/core";
import type { Call, CommandResult } from "../../define.ts";
import { count, printable, type Style } from "../../terminal/text.ts";
import { columns } from "../../terminal/layout.ts";

interface ShowContextOptions {
  readonly sessionType?: SessionType;
  readonly prompt?: boolean;
}

export async function showContext({ workspace, options }: Call<ShowContextOptions>): Promise<CommandResult> {
  const { sessionType = "main", prompt: printsPrompt = false } = options;
  const { context, files } = await workspace.context.load({ sessionType }, { create: "memory" });
  const prompt = composeContext(context, files);
  const isPending = sessionType === "main" && (await isBootstrapPending(workspace.context.dir, { project: workspace.root }));
  const counter = await workspace.tokenCounter();
  const totals = { characters: prompt.length, tokens: counter.count(prompt) };
  return {
    json: {
      dir: workspace.context.dir,
      time_zone: workspace.context.timeZone,
      ...totals,
      token_counter: counter.id,
      bootstrap_pending: isPending,
      prompt,
      context: toWireContext(context),
      files: files.map((file) => {
        const { content = "", ...report } = toWireFileLoadResult(file);
        return { ...report, state: stateOf(file), characters: content.length, tokens: counter.count(content) };
      }),
    },
    isVerbatim: printsPrompt,
    text: (style) =>
      printsPrompt ? prompt : viewContext({ dir: workspace.context.dir, sessionType, files, totals, counter, isPending }, style),
  };
}

interface ShownContext {
  readonly dir: string;
  readonly sessionType: SessionType;
  readonly files: readonly FileLoadResult[];
  readonly totals: { readonly characters: number; readonly tokens: number };
  readonly counter: TokenCounter;
  /** Whether the next boot of a main session offers BOOTSTRAP.md. */
  readonly isPending: boolean;
}

/** The colour of each state of a file. */
const colours = {
  found: "green",
  default: "yellow",
  fallback: "yellow",
  missing: "dim",
  refused: "red",
  unreadable: "red",
} as const;

function viewContext({ dir, sessionType, files, totals, counter, isPending }: ShownContext, style: Style): string {
  const rows = files.map((file) => [
    `  ${printable(file.filePath)}`,
    style[colours[stateOf(file)]](stateOf(file)),
    file.content === undefined ? "" : viewLength(file.content.length, counter.count(file.content)),
    file.alias === undefined ? "" : style.dim(`instead of ${printable(file.name)}`),
  ]);
  const notes = files.flatMap(({ error, note, omittedCharacters, filePath }) => [
    ...[error, note].filter((text) => text !== undefined),
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

function stateOf({ states, fromCache, isMissing, isDefault, error }: FileLoadResult): keyof typeof colours {
  if (isMissing) return "missing";
  if (states.includes("REFUSED")) return "refused";
  if (fromCache) return "fallback";
  if (error !== undefined) return "unreadable";
  return isDefault ? "default" : "found";
}

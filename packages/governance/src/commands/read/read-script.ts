import type { ParsedScript, SyntaxNode } from "unbash";
import { commandLimits, type TextRange } from "../parsed-command.ts";
import { readOtherShell } from "./read-other-shell.ts";
import { locate, noRun, type Origin, type Run, type ShellReader } from "./shell-reader.ts";

export interface InnerText {
  readonly text: string;
  readonly range: TextRange;
  /** The offset of the text in the whole text, if it appears literally. */
  readonly base?: number | undefined;
  readonly input?: string | undefined;
  /** Whether it is a file of the project, which is checked where it is written. Only its commands count here. */
  readonly isFile?: true;
}

/** Reads a shell text inside the text. Reads nothing if a limit is exceeded. */
export function readInnerText(reader: ShellReader, { text, range, base, input, isFile }: InnerText, origin: Origin): Run {
  const { state } = reader;
  if (isTooDeep(reader, origin) || !state.limits.canReadInner(text.length)) return noRun;
  const program = origin.wrappers.at(-1);
  if (base === undefined && program !== undefined && isFile !== true) state.code.push({ program, code: text, location: range });
  return readScript(reader, state.parse(text), { ...origin, source: text, range, base, depth: origin.depth + 1 }, input);
}

/** Whether a command or a text is nested too deeply to be read. Reports it. */
export function isTooDeep({ state }: ShellReader, { depth }: Origin): boolean {
  if (depth <= commandLimits.depth) return false;
  state.limits.reportIncomplete(`its commands are nested deeper than ${commandLimits.depth}`);
  return true;
}

/** Reads a parsed script. If the parser reports an error, the text is also read roughly. */
export function readScript(reader: ShellReader, script: ParsedScript, origin: Origin, input?: string): Run {
  const [error] = script.errors ?? [];
  const own = script.source === undefined ? origin : { ...origin, source: script.source, base: undefined };
  const run = readNodes(reader, script.commands, own, input);
  if (error !== undefined) readRoughly(reader, own, error.message);
  return run;
}

/** Reads the script of a substitution. Reads nothing if the parser found none. */
export function readSubstitution(
  reader: ShellReader,
  part: { readonly script?: ParsedScript | undefined; readonly pos: number; readonly end: number },
  origin: Origin,
  input?: string,
): Run {
  if (part.script === undefined) return noRun;
  const { directory } = reader.state;
  const run = readScript(reader, part.script, { ...origin, range: locate(origin, part) }, input);
  reader.state.directory = directory;
  return run;
}

export function readNodes(reader: ShellReader, nodes: readonly SyntaxNode[], origin: Origin, input: string | undefined): Run {
  const runs = nodes.map((node) => reader.readNode(node, origin, input));
  const printed = runs.every((run) => run.printed !== undefined) ? runs.map((run) => run.printed).join("") : undefined;
  const printedFiles = printed === undefined ? runs.flatMap((run) => run.printedFiles ?? []) : [];
  return { drafts: runs.flatMap(({ drafts }) => drafts), printed, printedFiles };
}

/** Reads a text roughly, for commands that the parser did not find because the text is in another shell's language. */
function readRoughly({ state }: ShellReader, origin: Origin, error: string): void {
  const isNestedTooDeep = /nest|depth|deep/i.test(error);
  // Each unclosed substitution has an error for the same text.
  if (!isNestedTooDeep && !state.isFirstRoughReading(origin.source)) return;
  const parts = isNestedTooDeep ? undefined : readOtherShell(origin.source);
  if (parts === undefined) state.limits.reportIncomplete(error);
  const found = new Set(state.drafts.map(({ location }) => location.start));
  for (const part of parts ?? []) {
    const location = locate(origin, { pos: part.location.start, end: part.location.end });
    if (!found.has(location.start)) state.add({ ...part, location });
  }
}

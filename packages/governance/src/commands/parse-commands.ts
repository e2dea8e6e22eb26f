import { commandLimits, type ParsedCommands } from "./parsed-command.ts";
import type { ProjectFiles } from "./project-files.ts";
import { readNode } from "./read/read-node.ts";
import { readScript } from "./read/read-script.ts";
import { runCommand } from "./read/run-command.ts";
import type { ShellReader } from "./read/shell-reader.ts";
import { finishCommand } from "./state/command-draft.ts";
import { ReaderState } from "./state/reader-state.ts";

/**
 * Parses a shell text into the commands that it runs: also those behind `sudo`, `xargs`, `find -exec` and similar
 * programs, in substitutions, functions, `bash -c`, here-documents for a shell, calls in the code of interpreters, and
 * decoded texts. Removes quotes, and inserts the values of variables that the text sets. Runs nothing.
 *
 * @param project the files of the project: scripts, package scripts and make targets that the text runs are read as part
 * of it, two deep. Default: no file is read.
 * @returns the commands that could be read. `incomplete` has the reason why commands may be missing. Never throws.
 *
 * @example
 * ```ts
 * import { parseCommands } from "@precept/governance";
 *
 * const { commands } = parseCommands("sudo rm -r'f' /tmp/x | tee log");
 * const programs = commands.map(({ program }) => program); // ["sudo", "rm", "tee"]
 * ```
 */
export function parseCommands(text: string, project?: ProjectFiles): ParsedCommands {
  if (text.length > commandLimits.textLength) {
    return { commands: [], code: [], incomplete: `it is longer than ${commandLimits.textLength} characters` };
  }
  const state = new ReaderState(undefined, project);
  try {
    readShellText(text, state);
  } catch (error) {
    // Deep recursion of the parser or of the reader. Commands that were found before are valid.
    state.limits.reportIncomplete(error instanceof RangeError ? "it is nested too deeply" : (error as Error).message);
  }
  const { incomplete } = state.limits;
  return {
    commands: state.drafts.map((draft) => finishCommand(draft, project)),
    code: state.code,
    ...(state.hasOpened && { hasScripts: true as const }),
    ...(incomplete !== undefined && { incomplete }),
  };
}

/** Reads the commands of a text, and of all texts that it runs, into a state. @throws ReadingStopped at a limit. */
export function readShellText(text: string, state: ReaderState): void {
  const reader: ShellReader = {
    state,
    functions: new Map(),
    called: new Set(),
    readNode: (node, origin, input) => readNode(reader, node, origin, input),
    runCommand: (fields, origin, streams) => runCommand(reader, fields, origin, streams),
  };
  const range = { start: 0, end: text.length };
  readScript(reader, state.parse(text), { source: text, range, base: 0, wrappers: [], depth: 0 });
}

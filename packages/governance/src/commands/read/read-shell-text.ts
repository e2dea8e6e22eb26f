import { readNode } from "./read-node.ts";
import { readScript } from "./read-script.ts";
import type { ReaderState } from "../state/reader-state.ts";
import { runCommand } from "./run-command.ts";
import type { ShellReader } from "./shell-reader.ts";

/**
 * Reads the commands of a shell text, and of all texts that it runs, into a state.
 *
 * @throws ReadingStopped if a limit of the state is exceeded. The state has the commands that were found before.
 */
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

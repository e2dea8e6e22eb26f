import type { CommandDraft } from "../state/command-draft.ts";
import type { Origin, Run, ShellReader } from "./shell-reader.ts";

/** Reads with the parameters `$1`, `$2`, …, if there are any. @param name the value of `$0`. Default: unchanged. */
export function readWithParameters({ state }: ShellReader, words: readonly string[], read: () => Run, name?: string): Run {
  if (words.length === 0 && name === undefined) return read();
  const restore = state.variables.bindParameters(words, name);
  const run = read();
  restore();
  return run;
}

/** Reads a script whose path is in `BASH_SOURCE`. */
export function readAsFile({ state: { variables } }: ShellReader, path: string, read: () => Run): Run {
  const outer = variables.elementsOf("BASH_SOURCE");
  variables.setArray("BASH_SOURCE", [path]);
  const run = read();
  if (outer !== undefined) variables.setArray("BASH_SOURCE", outer);
  else variables.setUnknown("BASH_SOURCE");
  return run;
}

export function callFunction(
  { state, functions, called, readNode }: ShellReader,
  name: string,
  words: readonly string[],
  origin: Origin,
  input: string | undefined,
): readonly CommandDraft[] {
  const found = functions.get(name);
  if (found === undefined || called.has(name)) return [];
  called.add(name);
  const restore = state.variables.bindParameters(words);
  const { drafts } = readNode(found.body, { ...found.origin, wrappers: origin.wrappers, depth: origin.depth }, input);
  restore();
  called.delete(name);
  return drafts;
}

/** Changes the parameters as `set -- a b`, `set a b` and `shift 2` do. Other programs change nothing. */
export function changeParameters({ state }: ShellReader, program: string, words: readonly string[]): void {
  if (program === "shift") state.variables.shiftParameters(/^\d+$/.test(words[0] ?? "") ? Number(words[0]) : 1);
  if (program !== "set") return;
  const from = words.findIndex((word) => !/^[-+][a-zA-Z]/.test(word));
  if (from !== -1) state.variables.bindParameters(words.slice(words[from] === "--" || words[from] === "-" ? from + 1 : from));
}

import type { Redirection } from "unbash";
import type { CommandRedirect } from "../parsed-command.ts";
import { expandTexts } from "./expand-fields.ts";
import { locate, type Origin, type ShellReader, type Streams } from "./shell-reader.ts";

export function readRedirects(reader: ShellReader, nodes: readonly Redirection[], origin: Origin): Streams {
  const redirects: CommandRedirect[] = [];
  let input: string | undefined;
  for (const node of nodes) {
    if (node.type === "HereDoc") {
      input = node.body.text;
      for (const part of node.body.parts ?? []) reader.readNode(part, origin, undefined);
    } else {
      const target = node.target === undefined ? "" : expandTexts(reader, node.target, origin).join(" ");
      if (node.type === "HereString") input = target;
      else redirects.push({ operator: node.operator, target });
    }
  }
  return { redirects, input };
}

/** Records redirections without a program as a command with an empty name: `> file` empties the file. */
export function addRedirects(
  { state }: ShellReader,
  redirects: readonly CommandRedirect[],
  node: { readonly pos: number; readonly end: number },
  origin: Origin,
): void {
  if (!redirects.some(({ operator }) => operator.includes(">"))) return;
  state.add({ program: "", words: [], redirects, wrappers: origin.wrappers, location: locate(origin, node) });
}

/** Returns the input of a command (`< file`) if the same text has written the file. */
export function inputFileOf({ state }: ShellReader, redirects: readonly CommandRedirect[]): string | undefined {
  const file = redirects.find(({ operator }) => operator === "<");
  return file === undefined ? undefined : state.files.get(file.target);
}

/** Stores the output of a command as the content of its target files. Returns whether there is such a file. */
export function storeOutput({ state }: ShellReader, redirects: readonly CommandRedirect[], printed: string | undefined): boolean {
  const outputs = redirects.filter(({ operator }) => operator.includes(">") && operator !== ">&");
  for (const { target } of outputs) if (printed !== undefined) state.files.set(target, printed);
  return outputs.length > 0;
}

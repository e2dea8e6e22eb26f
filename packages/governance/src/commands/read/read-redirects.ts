import type { DoubleQuotedChild, HereDoc, Redirection } from "unbash";
import type { CommandRedirect } from "../parsed-command.ts";
import { pushAll } from "@precept/core";
import type { CommandDraft } from "../state/command-draft.ts";
import { expandFields, expandTexts } from "./expand-fields.ts";
import { locate, type Origin, type Run, type ShellReader, type Streams } from "./shell-reader.ts";

/** The streams of a command, and the commands of process substitutions that read its output or write its input. */
interface RedirectedStreams extends Streams {
  readonly readers: readonly CommandDraft[];
  readonly writers: readonly CommandDraft[];
}

export function readRedirects(reader: ShellReader, nodes: readonly Redirection[], origin: Origin): RedirectedStreams {
  const redirects: CommandRedirect[] = [];
  const readers: CommandDraft[] = [];
  const writers: CommandDraft[] = [];
  let input: string | undefined;
  for (const node of nodes) {
    if (node.type === "HereDoc") {
      input = textOfHereDoc(reader, node, origin);
    } else {
      const fed: CommandDraft[] = [];
      const fields = node.target === undefined ? [] : expandFields(reader, node.target, origin, fed);
      const target = fields.map(({ text }) => text).join(" ");
      pushAll(node.operator.includes(">") ? readers : writers, fed);
      if (node.type === "HereString") input = target;
      else redirects.push({ operator: node.operator, target });
    }
  }
  return { redirects, input, readers, writers };
}

/** The text of a here-document: with the values of variables, and without escapes, unless its end is quoted. */
function textOfHereDoc(reader: ShellReader, { delimiter, body }: HereDoc, origin: Origin): string {
  if (delimiter?.quoted === true) return body.text;
  if (body.parts === undefined)
    return body.text.replace(/\\([\\$`\n])/g, (_, escaped: string) => (escaped === "\n" ? "" : escaped));
  const { text, pos, end } = body;
  const parts = [{ type: "DoubleQuoted" as const, text, pos, end, parts: body.parts as readonly DoubleQuotedChild[] }];
  return expandTexts(reader, { type: "Word", text, value: text, pos, end, parts }, origin).join(" ");
}

/** Records redirections without a program as a command with an empty name: `> file`, `while read x; do …; done < file`. */
export function addRedirects(
  { state }: ShellReader,
  redirects: readonly CommandRedirect[],
  node: { readonly pos: number; readonly end: number },
  origin: Origin,
): void {
  if (!redirects.some(({ operator }) => /[<>]/.test(operator))) return;
  state.add({ program: "", words: [], redirects, wrappers: origin.wrappers, location: locate(origin, node) });
}

/** Returns the input of a command (`< file`) if the same text has written the file, or a shell reads it. */
export function inputFileOf(reader: ShellReader, redirects: readonly CommandRedirect[]): string | undefined {
  const file = redirects.find(({ operator }) => operator === "<");
  const { files, directory } = reader.state;
  return file === undefined ? undefined : files.textOf(directory?.path, file.target);
}

/** Stores the output of a command as the content of its target files. Returns whether there is such a file. */
export function storeOutput(
  { state: { files, directory } }: ShellReader,
  redirects: readonly CommandRedirect[],
  { printed, printedFiles = [] }: Pick<Run, "printed" | "printedFiles">,
): boolean {
  const outputs = redirects.filter(({ operator }) => operator.includes(">") && operator !== ">&");
  for (const { operator, target } of outputs) {
    if (printed === undefined) files.copy(directory?.path, printedFiles, target);
    else if (operator.includes(">>")) files.append(directory?.path, target, printed);
    else files.write(directory?.path, target, printed);
  }
  return outputs.length > 0;
}

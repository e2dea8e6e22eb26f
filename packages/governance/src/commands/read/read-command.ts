import type { Command } from "unbash";
import { linkPipeline, type CommandDraft } from "../state/command-draft.ts";
import { assignVariable, expandFields } from "./expand-fields.ts";
import { addRedirects, readRedirects, storeOutput } from "./read-redirects.ts";
import { locate, type Field, type Origin, type Run, type ShellReader } from "./shell-reader.ts";

/** Programs that run their arguments, or a file, as shell text. */
const runsWords = /^(?:(?:ba|z|da|k|a)?sh|fish|eval|source|\.|python[\d.]*|node|perl|ruby|php)$/;

/** Reads a simple command: assignments, redirections, words, and the commands that it runs. */
export function readCommand(reader: ShellReader, node: Command, origin: Origin, input: string | undefined): Run {
  const { limits } = reader.state;
  for (const prefix of node.prefix) if (prefix.type === "Assignment") assignVariable(reader, prefix, origin);
  const { redirects, input: own } = readRedirects(reader, node.redirects, origin);
  const fed: CommandDraft[] = [];
  const fields = fieldsOf(reader, node, origin, fed);
  if (fields.length === 0) addRedirects(reader, redirects, node, origin);
  const run = reader.runCommand(fields, origin, { redirects, input: own ?? input });
  const [first] = run.drafts;
  // `bash -c "$(curl …)"`, `source <(curl …)`: the shell runs the output of the inner commands.
  if (first !== undefined && fed.length > 0 && runsWords.test(first.program)) linkPipeline(fed, run.drafts, limits);
  return storeOutput(reader, redirects, run.printed) ? { drafts: run.drafts } : run;
}

/** Expands the words of a command. @param fed receives the commands of the substitutions in the words. */
function fieldsOf(reader: ShellReader, node: Command, origin: Origin, fed: CommandDraft[]): readonly Field[] {
  const fields = node.name === undefined ? [] : expandFields(reader, node.name, origin, fed);
  for (const argument of node.args) {
    if (argument.type === "Word") for (const field of expandFields(reader, argument, origin, fed)) fields.push(field);
    else fields.push({ text: assignVariable(reader, argument, origin), range: locate(origin, argument), base: undefined });
  }
  return fields;
}

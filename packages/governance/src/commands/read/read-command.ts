import type { Command } from "unbash";
import { pushAll } from "@precept/core";
import { linkPipeline, type CommandDraft } from "../state/command-draft.ts";
import { assignVariable, expandFields } from "./expand-fields.ts";
import { inputFilesOf, printsFiles } from "./file-contents.ts";
import { addRedirects, inputFileOf, readRedirects, storeOutput } from "./read-redirects.ts";
import { readSubstitution } from "./read-script.ts";
import { locate, type Field, type Origin, type Run, type ShellReader } from "./shell-reader.ts";

/** Reads a simple command: assignments, redirections, words, and the commands that it runs. */
export function readCommand(reader: ShellReader, node: Command, origin: Origin, input: string | undefined): Run {
  const { limits, variables } = reader.state;
  const fed: CommandDraft[] = [];
  // The words have the values from before: `X=rm $X` does not run rm.
  const fields = fieldsOf(reader, node, origin, fed);
  const assigned = node.prefix.filter((prefix) => prefix.type === "Assignment");
  const restoreVariables = fields.length === 0 ? undefined : variables.remember(assigned.map(({ name }) => name));
  const environment = assigned.map((prefix) => assignVariable(reader, prefix, origin));
  const { redirects, input: own, readers, writers } = readRedirects(reader, node.redirects, origin);
  if (fields.length === 0) {
    addRedirects(reader, redirects, node, origin);
    // `$(< file)`
    return { drafts: fed, printed: inputFileOf(reader, redirects), printedFiles: inputFilesOf(redirects, []) };
  }
  const { pipedFiles } = reader.state;
  if (own !== undefined) reader.state.pipedFiles = [];
  const run = reader.runCommand(fields, origin, { redirects, input: own ?? input, environment });
  reader.state.pipedFiles = pipedFiles;
  restoreVariables?.();
  // `bash -c "$(curl …)"`, `source <(curl …)`, `curl -d "$(cat …)"`: the command gets the output of the inner commands.
  const sources = [...fed, ...writers];
  if (sources.length > 0) linkPipeline(sources, run.drafts, limits);
  if (readers.length > 0) linkPipeline(run.drafts, readers, limits);
  // `cat <(curl …) | sh`: what a program prints of its files comes from the inner commands.
  const drafts = printsFiles(fields[0]?.text ?? "") ? [...sources, ...run.drafts] : run.drafts;
  if (run.printed !== undefined) feedProcesses(reader, node, origin, run.printed);
  return storeOutput(reader, redirects, run) ? { drafts } : { ...run, drafts };
}

/** Reads the processes that get the output of a command, as in `echo text > >(sh)`. */
function feedProcesses(reader: ShellReader, { redirects }: Command, origin: Origin, printed: string): void {
  for (const redirect of redirects) {
    for (const part of redirect.type === "HereDoc" ? [] : (redirect.target?.parts ?? [])) {
      if (part.type === "ProcessSubstitution" && part.operator === ">") readSubstitution(reader, part, origin, printed);
    }
  }
}

/** Expands the words of a command. @param fed receives the commands of the substitutions in the words. */
function fieldsOf(reader: ShellReader, node: Command, origin: Origin, fed: CommandDraft[]): readonly Field[] {
  const fields: Field[] = node.name === undefined ? [] : expandFields(reader, node.name, origin, fed);
  for (const [at, argument] of node.args.entries()) {
    const isAttached = node.args[at - 1]?.end === argument.pos;
    if (argument.type === "Word") {
      const [first, ...rest] = expandFields(reader, argument, origin, fed);
      const last = fields.at(-1);
      // The parser splits `@<(cat file)`.
      if (isAttached && first !== undefined && last !== undefined) {
        fields[fields.length - 1] = {
          text: last.text + first.text,
          range: { start: last.range.start, end: first.range.end },
          base: undefined,
        };
        pushAll(fields, rest);
      } else pushAll(fields, first === undefined ? [] : [first, ...rest]);
    } else fields.push({ text: assignVariable(reader, argument, origin), range: locate(origin, argument), base: undefined });
  }
  return fields;
}

import type { Workspace } from "@precept/workspace";
import type { Argument, Option } from "commander";
import type { CommandResult } from "../../define.ts";
import { asLines, hasUnprintable } from "../../terminal/text.ts";
import type { Position } from "./parse-line.ts";
import { sources, type Candidate } from "./sources.ts";

/** Tells the shell to complete the names of files. */
const filesDirective = ":files";

/** Completes a line without a workspace. Undefined if the values are in a workspace. */
export function completeStatically(position: Position): CommandResult | undefined {
  const { command, expects } = position;
  if (expects.kind === "nothing") return resultOf([]);
  const helper = command.createHelp();
  if (expects.kind === "command") {
    const commands = helper.visibleCommands(command).map((one) => ({ value: one.name(), description: one.summary() }));
    return resultOf(matching(commands, position));
  }
  if (expects.kind === "option") {
    const options = [...helper.visibleOptions(command), ...helper.visibleGlobalOptions(command)];
    const candidates = options.map(({ long, short, description }) => ({ value: long ?? short ?? "", description }));
    return resultOf(matching(candidates, position));
  }
  if (expects.of.argChoices !== undefined) return resultOf(matching(expects.of.argChoices.map(toCandidate), position));
  const source = sources[nameOf(expects.of)];
  if (source === undefined) return resultOf([]);
  return source === "files" ? resultOf([], true) : undefined;
}

/** Completes a line with values from a workspace, or from a table that is large to load. */
export async function complete(position: Position, workspace: Workspace): Promise<CommandResult> {
  const { expects } = position;
  const source = expects.kind === "value" ? sources[nameOf(expects.of)] : undefined;
  if (source === undefined || source === "files") return resultOf([]);
  const candidates = await source.list(workspace);
  return resultOf(matching(candidates, position, source.isList === true));
}

/** The name of a value in the help: `policy` for `<policy>` and `--rule <policy>`. */
function nameOf(of: Option | Argument): string {
  if (!("flags" in of)) return of.name();
  return /[<[]([^>\]]+)[>\]]/.exec(of.flags)?.[1]?.replace(/\.\.\.$/, "") ?? "";
}

function toCandidate(value: string): Candidate {
  return { value };
}

/**
 * Selects the candidates that begin with the typed value.
 *
 * @param isList whether the value is a list with commas. If so, its last item is completed.
 */
function matching(candidates: readonly Candidate[], { prefix, typed }: Position, isList = false): readonly Candidate[] {
  const start = isList ? typed.lastIndexOf(",") + 1 : 0;
  const item = typed.slice(start);
  return candidates
    .filter(({ value }) => value.startsWith(item))
    .map(({ value, ...others }) => ({ value: prefix + typed.slice(0, start) + value, ...others }));
}

function resultOf(candidates: readonly Candidate[], files = false): CommandResult {
  const lines = candidates
    .filter(({ value }) => !hasUnprintable(value))
    .map(({ value, description = "" }) => (description === "" ? value : `${value}\t${description.replaceAll(/\s+/g, " ")}`));
  if (files) lines.push(filesDirective);
  return { json: undefined, text: () => asLines([...new Set(lines)]) };
}

// A static import, because `import()` would put the whole package into one chunk that every command loads.
import { dialects } from "@precept/mdc-compat";
import type { Workspace } from "@precept/workspace";
import type { Argument, Option } from "commander";
import type { CommandResult } from "../../define.ts";
import { asLines, hasUnprintable } from "../../terminal/text.ts";
import type { Position } from "./parse-line.ts";

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
  if (expects.of.argChoices !== undefined) return resultOf(matching(toCandidates(expects.of.argChoices), position));
  const source = sources[nameOf(expects.of)];
  if (source === undefined) return resultOf([]);
  return source === "files" ? resultOf([], true) : undefined;
}

/** Completes a line with values from a workspace, or from a table that is large to load. */
export async function complete(position: Position, workspace: Workspace): Promise<CommandResult> {
  const { expects } = position;
  const name = expects.kind === "value" ? nameOf(expects.of) : "";
  const source = sources[name];
  if (source === undefined || source === "files") return resultOf([]);
  return resultOf(matching(await source(workspace), position, lists.has(name)));
}

/** The name of a value in the help: `policy` for `<policy>` and `--rule <policy>`. */
function nameOf(of: Option | Argument): string {
  if (!("flags" in of)) return of.name();
  return /[<[]([^>\]]+)[>\]]/.exec(of.flags)?.[1]?.replace(/\.\.\.$/, "") ?? "";
}

/** Selects the candidates that begin with the typed value. @param isList completes the last of several items. */
function matching(candidates: readonly Candidate[], { prefix, typed }: Position, isList = false): readonly Candidate[] {
  const start = isList ? typed.lastIndexOf(",") + 1 : 0;
  const item = typed.slice(start);
  return candidates
    .filter(({ value }) => value.startsWith(item))
    .map(({ value, description }) => ({ value: prefix + typed.slice(0, start) + value, description }));
}

function resultOf(candidates: readonly Candidate[], files = false): CommandResult {
  const lines = candidates
    .filter(({ value }) => !hasUnprintable(value))
    .map(({ value, description = "" }) => (description === "" ? value : `${value}\t${description.replaceAll(/\s+/g, " ")}`));
  if (files) lines.push(filesDirective);
  return { json: undefined, text: () => asLines(new Set(lines)) };
}

interface Candidate {
  readonly value: string;
  readonly description?: string | undefined;
}

type Source = (workspace: Workspace) => Promise<readonly Candidate[]>;

const rules: Source = async (workspace) =>
  (await workspace.list()).map(({ name, description }) => ({ value: name, description }));

const tools: Source = async () => dialects.map(({ id, title }) => ({ value: id, description: title }));

function toCandidates(values: readonly string[]): readonly Candidate[] {
  return values.map((value) => ({ value }));
}

/** The source of each value, by its name in the help. Values that are not here are not completed. */
const sources: Readonly<Record<string, Source | "files">> = {
  rule: rules,
  rules,
  "rule@version": rules,
  "rule@versions": rules,
  "name-or-glob": rules,
  policy: async ({ policies }) => (await policies.list()).map(({ id, message }) => ({ value: id, description: message })),
  tool: tools,
  tools,
  names: async () => {
    const { starterPolicies } = await import("@precept/governance/starters");
    return toCandidates(["all", "none", ...Object.keys(starterPolicies)]);
  },
  code: async () => toCandidates((await import("../lint/lint-rules.ts")).lintRules.map(({ code }) => code)),
  file: "files",
  files: "files",
  path: "files",
  paths: "files",
  dir: "files",
};

/** The names of values that are lists with commas. */
const lists: ReadonlySet<string> = new Set(["tools", "names"]);

import { PreceptError } from "@precept/core";
import type { Command } from "commander";
import { commandPath } from "./define.ts";

/** The argument by which a command reads a text from standard input. */
const standardInput = "-";

/** Pairs of options that cannot be combined, by command. `-` is the argument that reads a text from standard input. */
export const optionConflicts: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  explain: [
    ["--compare", "--tool"],
    ["--compare", "--command"],
  ],
  list: [
    ["--all-tenants", "--files"],
    ["--all-tenants", "--rules-include"],
  ],
  show: [["--all-tenants", "--files"]],
  install: [["--no-mcp", "--no-hooks"]],
  serve: [
    ["--socket", "--port"],
    ["--socket", "--host"],
  ],
  check: [
    ["--staged", "--since"],
    ["--staged", "--fix"],
    ["--staged", "--fix-dry-run"],
    ["--staged", "--update-baseline"],
    ["--staged", "--prune-baseline"],
    ["--update-baseline", "--prune-baseline"],
    ["--fix", "--fix-dry-run"],
    ["--shadow", "--fix"],
    ["--fix-dry-run", "--update-baseline"],
    ["--fix-dry-run", "--prune-baseline"],
    ["--staged", standardInput],
    ["--since", standardInput],
    ["--fix", standardInput],
    ["--update-baseline", standardInput],
    ["--prune-baseline", standardInput],
  ],
  remember: [
    ["--file", "--name"],
    ["--file", "--replaces"],
    ["--file", standardInput],
  ],
  "policies new": [
    ["--program", "--pattern"],
    ["--program", "--protect"],
    ["--pattern", "--protect"],
  ],
};

/** Rejects a call with two options that cannot be combined. @throws PreceptError `OPTIONS_CONFLICT` */
export function refuseConflicts(command: Command, args: readonly string[]): void {
  const given = new Set(givenOptions(command));
  if (args.includes(standardInput)) given.add(standardInput);
  for (const options of optionConflicts[commandPath(command).join(" ")] ?? []) {
    if (options.every((option) => given.has(option))) throw new PreceptError("OPTIONS_CONFLICT", { options });
  }
}

function givenOptions(command: Command): readonly (string | undefined)[] {
  const own = command.options.filter((option) => command.getOptionValueSource(option.attributeName()) === "cli");
  return [...own.map(({ long }) => long), ...(command.parent === null ? [] : givenOptions(command.parent))];
}

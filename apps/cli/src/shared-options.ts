import { PreceptError } from "@precept/core";
import type { Command } from "commander";
import { commandPath } from "./define.ts";

/** Options of all commands that each command uses or refuses. `--quiet` and `--no-color` are accepted everywhere. */
const judged = [
  "--root",
  "--json",
  "--rules-dir",
  "--no-default-rules",
  "--project",
  "--user",
  "--files",
  "--rules-include",
  "--tool",
] as const;

export type SharedOption = (typeof judged)[number];

export const sharedOptions: readonly SharedOption[] = judged;

const project = ["--root", "--json"] as const;
const rules = [...project, "--rules-dir", "--no-default-rules", "--project", "--user"] as const;

/** The shared options that a command uses, by the path of the command, else by its first name. */
const used: Readonly<Record<string, readonly SharedOption[]>> = {
  explain: judged,
  resolve: judged,
  list: judged,
  watch: judged,
  show: judged,
  search: [...rules, "--tool"],
  create: rules,
  remember: rules,
  edit: rules,
  enable: rules,
  disable: rules,
  delete: rules,
  forget: rules,
  usage: rules,
  lint: [...rules, "--files"],
  conflicts: rules,
  history: rules,
  diff: rules,
  restore: rules,
  trace: project,
  context: project,
  sessions: project,
  adherence: rules,
  eval: project,
  install: project,
  uninstall: project,
  import: project,
  export: [...project, "--rules-dir", "--no-default-rules", "--project"],
  convert: [...project, "--no-default-rules"],
  revert: project,
  eject: project,
  backup: project,
  check: [...project, "--files"],
  policies: project,
  "soft-hooks": project,
  approvals: project,
  audit: project,
  checkpoint: project,
  hook: ["--root", "--rules-dir", "--no-default-rules", "--project", "--user"],
  mcp: ["--root", "--rules-dir", "--no-default-rules", "--project", "--user", "--tool"],
  serve: ["--root", "--user", "--json"],
  ui: rules,
  token: ["--json"],
  "token create": ["--json", "--user", "--project"],
  init: project,
  doctor: rules,
  index: project,
  store: project,
  reload: rules,
  completion: [],
  complete: rules.filter((option) => option !== "--json"),
};

/** Whether a command uses an option that all commands share. */
export function usesShared(command: Command, option: string): boolean {
  const path = commandPath(command);
  const options: readonly string[] | undefined = used[path.join(" ")] ?? used[path[0] ?? ""];
  // The program itself, and groups of commands.
  return options === undefined || options.includes(option) || !judged.some((one) => one === option);
}

/** Rejects a call with a shared option that the command ignores. @throws PreceptError `OPTION_UNUSED` */
export function refuseUnused(command: Command): void {
  let program = command;
  while (program.parent !== null) program = program.parent;
  const name = `precept ${commandPath(command).join(" ")}`;
  for (const option of program.options) {
    const { long } = option;
    if (typeof long !== "string" || program.getOptionValueSource(option.attributeName()) !== "cli") continue;
    if (!usesShared(command, long)) throw new PreceptError("OPTION_UNUSED", { option: long, command: name });
  }
}

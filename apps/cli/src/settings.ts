import { PreceptError, withoutUndefined } from "@precept/core";
import { isAbsolute, resolve } from "node:path";
import { readUserEnvironment, splitPaths, type WorkspaceOptions } from "@precept/workspace";
import type { Terminal } from "./terminal/terminal.ts";

/** The options that every command accepts, as commander parses them. */
export interface SharedOptions {
  readonly root?: string;
  readonly rulesDir?: readonly string[];
  readonly defaultRules: boolean;
  readonly rulesInclude?: readonly string[];
  readonly files?: readonly string[];
  /** The last one counts, except for commands that accept several. */
  readonly project?: readonly string[];
  readonly user?: string;
  readonly tool?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly color: boolean;
}

/** Settings from the command line and the environment. Options take precedence. The configuration supplies the rest. */
export interface Settings {
  readonly dir: string;
  readonly workspace: WorkspaceOptions & { readonly home: string };
  readonly include: readonly string[];
  /** Absolute. */
  readonly files: readonly string[];
  /** Paths as they were typed, by their absolute paths. */
  readonly typed: ReadonlyMap<string, string>;
  readonly tool: string | undefined;
  readonly json: boolean;
}

export function readSettings(
  options: SharedOptions,
  { env, cwd }: Pick<Terminal, "env" | "cwd">,
  files: readonly string[] = [],
): Settings {
  const dir = resolve(cwd, options.root ?? "");
  const environment = readUserEnvironment(env, cwd);
  const project = options.project?.at(-1);
  const paths = [...files, ...(options.files ?? [])].map((file) => [absolute(file, dir), file] as const);
  const rulesDirs = options.rulesDir ?? listIn(valueOf(env, "PRECEPT_RULES_DIRS")?.value, splitPaths);
  const budget = readMaxRules(env);
  return {
    dir,
    workspace: {
      discover: options.root === undefined,
      ...environment,
      // The workspace resolves them from the same directory, and its errors quote them as typed.
      ...(rulesDirs !== undefined && { rulesDirs }),
      ...(options.defaultRules ? {} : { defaultRules: false }),
      ...withoutUndefined({ project, user: options.user, tool: options.tool, budget }),
    },
    include: options.rulesInclude ?? listIn(valueOf(env, "PRECEPT_RULES_INCLUDE")?.value, splitNames) ?? [],
    files: paths.map(([path]) => path),
    typed: new Map(options.root === undefined ? paths : [...paths, [dir, options.root]]),
    tool: options.tool,
    json: options.json ?? false,
  };
}

/** Resolves a path. Accepts the absolute paths and the separator of Windows on every system. */
function absolute(file: string, from: string): string {
  return isAbsolute(file) || /^[A-Za-z]:[\\/]/.test(file) ? file : resolve(from, file.replaceAll("\\", "/"));
}

/** Variables of goagent, by the name that they have in Precept. */
const goagentVariables = {
  PRECEPT_RULES_DIRS: "GOAGENT_RULES_DIRS",
  PRECEPT_RULES_INCLUDE: "GOAGENT_RULES_INCLUDE",
  PRECEPT_MAX_DIALECT_RULES: "GOAGENT_MAX_RULES",
} as const;

/** Reads a variable under its name in Precept, else under its name in goagent. Empty ones count as missing. */
function valueOf(env: Terminal["env"], name: keyof typeof goagentVariables) {
  for (const variable of [name, goagentVariables[name]]) {
    const value = env[variable] ?? "";
    if (value !== "") return { variable, value };
  }
  return undefined;
}

/** Reads the number of rules from files of other tools, which overrides the configuration. */
function readMaxRules(env: Terminal["env"]): WorkspaceOptions["budget"] {
  const written = valueOf(env, "PRECEPT_MAX_DIALECT_RULES");
  if (written === undefined) return undefined;
  const { variable, value } = written;
  if (!/^\d{1,9}$/.test(value)) {
    throw new PreceptError("OPTION_VALUE_INVALID", { option: variable, value, expected: "a whole number from 0" });
  }
  return { dialectRules: Number(value), sources: { dialectRules: variable } };
}

/** Splits a list. Undefined if the variable is unset or empty. */
function listIn(value = "", split: (list: string) => readonly string[]): readonly string[] | undefined {
  return value === "" ? undefined : split(value);
}

function splitNames(list: string): readonly string[] {
  return list
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

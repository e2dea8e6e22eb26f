import { withoutUndefined } from "@precept/core";
import { delimiter, isAbsolute, resolve } from "node:path";
import type { WorkspaceOptions } from "@precept/workspace";
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
  readonly workspace: WorkspaceOptions;
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
  const home = filled(env["PRECEPT_HOME"]);
  const project = options.project?.at(-1);
  const managed = filled(env["PRECEPT_MANAGED_DIR"]);
  const trustedDirs = listIn(env["PRECEPT_TRUSTED_DIRS"], delimiter);
  const paths = [...files, ...(options.files ?? [])].map((file) => [absolute(file, dir), file] as const);
  const rulesDirs = options.rulesDir ?? listIn(env["PRECEPT_RULES_DIRS"], delimiter);
  return {
    dir,
    workspace: {
      discover: options.root === undefined,
      ...(home !== undefined && { home: resolve(cwd, home) }),
      // The workspace resolves them from the same directory, and its errors quote them as typed.
      ...(rulesDirs !== undefined && { rulesDirs }),
      // Relative paths are refused with a diagnostic.
      ...(managed !== undefined && { managedPolicyDirs: [managed] }),
      ...(trustedDirs !== undefined && { trustedDirs: trustedDirs.map((one) => resolve(cwd, one)) }),
      ...(options.defaultRules ? {} : { defaultRules: false }),
      ...withoutUndefined({ project, user: options.user, tool: options.tool }),
    },
    include: options.rulesInclude ?? listIn(env["PRECEPT_RULES_INCLUDE"], ",") ?? [],
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

function filled(value: string | undefined): string | undefined {
  return value === "" ? undefined : value;
}

/** Splits a list. Undefined if the variable is unset or empty. */
function listIn(value: string | undefined, separator: string): readonly string[] | undefined {
  const items = (value ?? "").split(separator).map((item) => item.trim());
  return filled(value) === undefined ? undefined : items.filter((item) => item !== "");
}

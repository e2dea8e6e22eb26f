import { statSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, isAbsolute, join, resolve } from "node:path";
import { PreceptError } from "@precept/core";
import type { SharedOptions } from "../options.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { findProject } from "./find-project.ts";

/** What a command works with: flags, else the environment, else defaults. Paths are absolute. */
export interface Settings {
  readonly root: string;
  /** Where a person's own rules are. */
  readonly home: string;
  readonly rulesDirs: readonly string[];
  readonly defaultRules: boolean;
  readonly include: readonly string[];
  readonly files: readonly string[];
  readonly user: string | undefined;
  readonly tool: string | undefined;
  readonly json: boolean;
}

/**
 * @param files the files named as arguments.
 * @throws PreceptError `OPTION_INVALID` where an option can't be meant as it is.
 */
export function readSettings(options: SharedOptions, terminal: Terminal, files: readonly string[] = []): Settings {
  const { env, cwd } = terminal;
  const home = resolve(cwd, filled(env["PRECEPT_HOME"]) ?? join(homedir(), ".precept"));
  const root = options.root === undefined ? findProject(cwd, home) : resolve(cwd, options.root);
  if (statSync(root, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new PreceptError("OPTION_INVALID", {
      option: "--root",
      value: options.root ?? root,
      expected: "a directory that exists",
    });
  }
  if (options.user !== undefined && !/^[\w][\w.@+-]*$/.test(options.user)) {
    throw new PreceptError("OPTION_INVALID", {
      option: "--user",
      value: options.user,
      expected: "letters, digits, and . @ + - _",
    });
  }
  const from = options.root === undefined ? cwd : root;
  return {
    root,
    home,
    rulesDirs: (options.rulesDir ?? listIn(env["PRECEPT_RULES_DIRS"], delimiter)).map((dir) => resolve(from, dir)),
    defaultRules: options.defaultRules,
    include: options.rulesInclude ?? listIn(env["PRECEPT_RULES_INCLUDE"], ","),
    files: [...files, ...(options.files ?? [])].map((file) => absolute(file, from)),
    user: options.user,
    tool: options.tool,
    json: options.json ?? false,
  };
}

/** A path of Windows is absolute on every system, and `\` separates its segments. */
function absolute(file: string, from: string): string {
  return isAbsolute(file) || /^[A-Za-z]:[\\/]/.test(file) ? file : resolve(from, file.replaceAll("\\", "/"));
}

function filled(value: string | undefined): string | undefined {
  return value === "" ? undefined : value;
}

function listIn(value: string | undefined, separator: string): readonly string[] {
  return (value ?? "")
    .split(separator)
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

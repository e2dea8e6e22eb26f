import type { PreceptCommand } from "../model/install-spec.ts";

/** The command of a dependency of the project, relative to the project. */
export const localProgram = "node_modules/.bin/precept";

/** A line in every text file that an install writes. By it, the file is recognised as Precept's. */
export const textMark = "Written by `precept install`. `precept uninstall` removes this file.";

type Shell = "sh" | "powershell";

export interface ShellLineOptions {
  /** Default: sh, which Git for Windows has, too. */
  readonly shell?: Shell;
  /** A variable that the host sets to the directory of the project, by which the command works in every directory. */
  readonly projectVariable?: string | undefined;
}

/**
 * The command line that runs `precept` with arguments in a shell. Paths have `/` between segments, because hosts on
 * Windows may start them with either shell, and sh would drop a backslash.
 */
export function printShellLine(
  { words, isLocal }: PreceptCommand,
  args: readonly string[],
  { shell = "sh", projectVariable }: ShellLineOptions = {},
): string {
  const [program = "", ...rest] = words;
  const quoted = quote(program.replaceAll("\\", "/"), shell);
  const call = shell === "powershell" && quoted.startsWith("'") ? `& ${quoted}` : quoted;
  const start = isLocal && projectVariable !== undefined && shell === "sh" ? `"$${projectVariable}"/${quoted}` : call;
  return [start, ...[...rest, ...args].map((word) => quote(word, shell))].join(" ");
}

/** The program and arguments that run `precept`, for hosts that start it without a shell. */
export function printArguments(
  { words }: PreceptCommand,
  args: readonly string[],
  isWindows: boolean,
): readonly [string, ...string[]] {
  const [program = "", ...rest] = words;
  // Windows starts scripts such as those of npm only through its shell.
  const isScript = isWindows && !/\.exe$/i.test(program) && program !== "node";
  return isScript ? ["cmd", "/c", program, ...rest, ...args] : [program, ...rest, ...args];
}

function quote(word: string, shell: Shell): string {
  if (/^[\w@%+=:,./~^-]+$/.test(word) && !word.startsWith("~") && !(shell === "powershell" && /^[@%]/.test(word))) return word;
  return shell === "sh" ? `'${word.replaceAll("'", String.raw`'\''`)}'` : `'${word.replaceAll("'", "''")}'`;
}

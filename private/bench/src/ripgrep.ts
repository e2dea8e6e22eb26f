import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { rgPath } from "@vscode/ripgrep";
import type { PolicyPattern } from "./policy-patterns.ts";

const run = promisify(execFile);

/** Counts the matches of a pattern in all files of a directory, in one thread. */
export async function countWithRipgrep(dir: string, { source, flags }: PolicyPattern): Promise<number> {
  const pattern = `${flags === "" ? "" : `(?${flags})`}${toRipgrep(source)}`;
  const options = ["--no-config", "--no-ignore", "--hidden", "--text", "--threads=1", "--count-matches", "--no-filename"];
  try {
    const { stdout } = await run(rgPath, [...options, "-e", pattern, dir], { maxBuffer: 16 << 20 });
    return stdout.split("\n").reduce((sum, count) => sum + Number(count), 0);
  } catch (error) {
    // ripgrep exits with 1 if there is no match.
    if ((error as { readonly code?: unknown }).code === 1) return 0;
    throw error;
  }
}

/** Returns undefined if ripgrep does not run on this machine. */
export async function ripgrepVersion(): Promise<string | undefined> {
  try {
    const { stdout } = await run(rgPath, ["--version"]);
    return stdout.split("\n", 1)[0];
  } catch {
    return undefined;
  }
}

/** Converts `\w`, `\d` and `\b` to their ASCII meaning in V8; in ripgrep they match Unicode. */
function toRipgrep(source: string): string {
  const isInClass = /\[[^\]\\]*(?:\\.[^\]\\]*)*$/;
  return source.replaceAll(/\\(?:\\|[wdbB])/g, (escape, at: number) => {
    if (escape === "\\\\") return escape;
    if (escape === "\\b" || escape === "\\B") return `(?-u:${escape})`;
    const members = escape === "\\w" ? "0-9A-Za-z_" : "0-9";
    return isInClass.test(source.slice(0, at)) ? members : `[${members}]`;
  });
}

import { execFile } from "node:child_process";

/** What git may say, in bytes: two hundred thousand long paths. */
const maxOutput = 64 * 1024 * 1024;

/** What came of a call of git. */
export interface GitAnswer {
  readonly isFine: boolean;
  readonly bytes: Buffer;
  /** In git's own words, on one line; empty where there is no git. */
  readonly problem: string;
}

/** Runs git in a directory. No hook and no other program of the repository's is run. */
export function runGit(cwd: string, args: readonly string[]): Promise<GitAnswer> {
  return new Promise((resolve) => {
    execFile(
      "git",
      ["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", ...args],
      { cwd, maxBuffer: maxOutput, windowsHide: true, encoding: "buffer" },
      (error, bytes, said) => {
        const [problem = ""] = said.toString("utf8").trim().split("\n");
        resolve({ isFine: error === null, bytes, problem: problem.replace(/^(?:fatal|error): /, "") });
      },
    );
  });
}

/** What stands between NUL characters. */
export function splitNul(bytes: Buffer): readonly string[] {
  return bytes
    .toString("utf8")
    .split("\0")
    .filter((one) => one !== "");
}

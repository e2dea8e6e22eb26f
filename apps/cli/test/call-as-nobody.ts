import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { nobodyOptions } from "@precept/testing";
import { bundledProgram } from "@precept/testing/program";

/** What a call printed to standard error, and its exit code. */
export interface CallOutcome {
  readonly code: number;
  readonly err: string;
}

/** Runs calls of `precept` in a directory as `nobody`, because file permissions do not apply to root. */
export function callAsNobody(dir: string, calls: readonly (readonly string[])[]): readonly CallOutcome[] {
  const script = join(import.meta.dirname, "run-calls.ts");
  const out = execFileSync(process.execPath, [bundledProgram(script), JSON.stringify(calls)], {
    cwd: dir,
    encoding: "utf8",
    env: { PATH: process.env["PATH"], HOME: join(dir, "no-home"), PRECEPT_HOME: join(dir, "no-home"), NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
    ...nobodyOptions(),
  });
  return JSON.parse(out.trimEnd().split("\n").at(-1) ?? "[]") as readonly CallOutcome[];
}

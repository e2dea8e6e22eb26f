import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { root } from "./root.ts";
import type { Round, RunRound, Size } from "./trial.ts";

const vitest = join(root, "node_modules/vitest/vitest.mjs");

interface Report {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** A trial that runs test files, whose properties use the seed of the round. `bySize` of `@precept/testing` tells them how much to try. */
export function testTrial(...files: readonly string[]): RunRound {
  return (seed, size) => runTests(files, seed, size);
}

/** Runs vitest. @param args test files and options. @param env additional variables. */
export async function runTests(
  args: readonly string[],
  seed: number,
  size: Size,
  env: Readonly<Record<string, string>> = {},
): Promise<Round> {
  const dir = await mkdtemp(join(tmpdir(), "precept-report-"));
  const output = join(dir, "report.json");
  try {
    const child = spawn(process.execPath, [vitest, "run", "--reporter=json", `--outputFile=${output}`, ...args], {
      cwd: root,
      env: { ...process.env, PROPERTY_SEED: String(seed), PRECEPT_TRIAL: size, ...env },
      stdio: ["ignore", "ignore", "pipe"],
    });
    let printed = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => (printed += text));
    const [code] = (await once(child, "close")) as [number | null];
    const report = await readFile(output, "utf8").then(
      (text) => JSON.parse(text) as Report,
      () => undefined,
    );
    const failures = report === undefined ? [] : failuresIn(report);
    if (code !== 0 && failures.length === 0) failures.push(`vitest exited with ${code ?? "a signal"}: ${printed.slice(-2000)}`);
    return { counts: { "passed tests": report?.numPassedTests ?? 0 }, failures };
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

function failuresIn({ testResults }: Report): string[] {
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === "failed");
    const messages = failed.map(({ fullName, failureMessages }) => `${fullName}\n${failureMessages.join("\n")}`);
    return (message === "" ? messages : [message, ...messages]).map((text) => `${relative(root, name)}: ${text}`);
  });
}

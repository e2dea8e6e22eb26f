import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { bundledProgram } from "@precept/testing/program";
import type { ReaderOptions, ReaderReport } from "./report.ts";

/** Runs processes that read and write at the same time. @param during runs meanwhile, until its signal is aborted. */
export async function runReaders(
  all: readonly ReaderOptions[],
  during: (signal: AbortSignal) => Promise<void> = async () => undefined,
): Promise<readonly ReaderReport[]> {
  const program = bundledProgram(fileURLToPath(new URL("reader.ts", import.meta.url)));
  const children = all.map((options) =>
    spawn(process.execPath, [program, JSON.stringify(options)], { stdio: ["pipe", "pipe", "inherit"] }),
  );
  const end = new AbortController();
  try {
    const lines = children.map(({ stdout }) => createInterface({ input: stdout })[Symbol.asyncIterator]());
    const nextLine = async (at: number): Promise<string> => {
      const line = await lines[at]?.next();
      if (line?.done !== false) throw new Error(`Process ${at + 1} has ended.`);
      return line.value;
    };
    await Promise.all(children.map((_, at) => nextLine(at)));
    for (const { stdin } of children) stdin.write("start\n");
    const disturbing = during(end.signal);
    const reports = await Promise.all(children.map(async (_, at) => JSON.parse(await nextLine(at)) as ReaderReport));
    end.abort();
    await disturbing;
    await Promise.all(children.map(async (child) => child.exitCode ?? once(child, "exit")));
    return reports;
  } finally {
    end.abort();
    for (const child of children) child.kill("SIGKILL");
  }
}

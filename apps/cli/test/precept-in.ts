import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { run } from "../src/run.ts";
import type { ExitCode } from "../src/exit-code.ts";

interface Outcome {
  readonly code: ExitCode;
  readonly out: string;
  readonly err: string;
}

interface CallOptions {
  /** Relative to the directory. Default: the directory itself. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  readonly interactive?: boolean;
  /** Default: `interactive`. */
  readonly canAsk?: boolean;
  /** The width of the terminal. Default: unlimited. */
  readonly columns?: number;
  /** Whether each call of the clock returns a time one second later. Default: false. */
  readonly isSlow?: boolean;
  /** The answer to every yes-or-no question. Default: no. */
  readonly answer?: boolean;
  /** The answer to every question for a text, or the answers in order. Default: empty. */
  readonly choice?: string | readonly string[];
  /** The keys that the user presses, one for each question. Then `q`. */
  readonly keys?: readonly string[];
  /** When the user interrupts the program. Default: immediately. */
  readonly interrupted?: Promise<void>;
}

/** A directory with files that is removed after the test, and a function that runs `precept` in it. */
export interface TestProject {
  readonly dir: string;
  readonly precept: (args: readonly string[], options?: CallOptions) => Promise<Outcome>;
}

export async function createProject(files: Readonly<Record<string, string | Uint8Array>>): Promise<TestProject> {
  const dir = await mkdtemp(join(tmpdir(), "precept-cli-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), content);
  }
  return { dir, precept: (args, options = {}) => preceptIn(dir, args, options) };
}

/** Runs `precept` in a directory. Personal rules are only read if the call sets `PRECEPT_HOME`. */
export async function preceptIn(dir: string, args: readonly string[], options: CallOptions = {}): Promise<Outcome> {
  let out = "";
  let err = "";
  let time = 0;
  const { choice = "" } = options;
  const answers = typeof choice === "string" ? undefined : [...choice];
  const keys = [...(options.keys ?? [])];
  const code = await run(args, {
    env: { PRECEPT_HOME: join(dir, "no-home"), ...options.env },
    cwd: join(dir, options.cwd ?? ""),
    interactive: options.interactive ?? false,
    ...(options.canAsk !== undefined && { canAsk: options.canAsk }),
    ...(options.isSlow === true && { now: () => (time += 1000) }),
    ...(options.columns !== undefined && { columns: options.columns }),
    out: (text) => (out += text),
    err: (text) => (err += text),
    readInput: async () => options.input ?? "",
    ask: async () => options.answer ?? false,
    askText: async () => (typeof choice === "string" ? choice : (answers?.shift() ?? "")),
    ...(options.keys !== undefined && { askKey: async () => keys.shift() ?? "q" }),
    interrupted: () => options.interrupted ?? Promise.resolve(),
  });
  return { code, out, err };
}

/** A native rule file. */
export function nativeRule(
  name: string,
  header: Readonly<Record<string, string | number | boolean>> = {},
  body = `Text of ${name}.`,
): string {
  const lines = Object.entries({ name, description: `About ${name}`, ...header }).map(([key, value]) => `${key}: ${value}`);
  return `---\n${lines.join("\n")}\n---\n\n${body}\n`;
}

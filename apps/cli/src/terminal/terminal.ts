import { exitCodes } from "../exit-code.ts";
import { createOutput, isTerminal, standardError, standardInput, standardOutput } from "./output.ts";
import { readInput } from "./read-input.ts";

/** The environment variables, streams and user input of a command. Tests replace it. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Whether standard output is a terminal, so that the user reads it. */
  readonly interactive: boolean;
  /** Whether the user can answer questions: standard input and output are terminals. Default: `interactive`. */
  readonly canAsk?: boolean;
  /** Whether progress is shown: standard error is a terminal. Default: `interactive`. */
  readonly showsProgress?: boolean;
  /** The width of the terminal, which changes when the user resizes it. Default: unlimited. */
  readonly columns?: number | undefined;
  /** Writes the answer, to standard output. */
  out(text: string): void;
  /** Writes errors, notes and progress, to standard error. */
  err(text: string): void;
  /** Returns a time in milliseconds that only grows. Default: `performance.now`. */
  readonly now?: () => number;
  /** Reads standard input to its end, or until it exceeds `maxBytes`. Default: no limit. */
  readInput(maxBytes?: number): Promise<string>;
  /** Asks a yes-or-no question. Call it only if `canAsk`. */
  ask(question: string, byDefault: boolean): Promise<boolean>;
  /** Asks for a line of text. Call it only if `canAsk`. */
  askText(question: string): Promise<string>;
  /** Asks for one key, without Enter. Call it only if `canAsk`. Default: a line. */
  readonly askKey?: (question: string) => Promise<string>;
  /** Resolves when the user interrupts the program (Ctrl-C). */
  interrupted(): Promise<void>;
}

export function canAsk({ interactive, canAsk: answers = interactive }: Pick<Terminal, "interactive" | "canAsk">): boolean {
  return answers;
}

/** Creates the terminal of this process. If the reader of the output exits early (`| head`), so does the process. */
export function processTerminal(): Terminal {
  const interactive = isTerminal(standardOutput);
  const showsProgress = isTerminal(standardError);
  return {
    env: process.env,
    cwd: process.cwd(),
    interactive,
    canAsk: interactive && isTerminal(standardInput),
    showsProgress,
    get columns() {
      return (interactive ? process.stdout.columns : undefined) ?? (showsProgress ? process.stderr.columns : undefined);
    },
    out: createOutput(standardOutput, openStandardOutput),
    // The error cannot be reported anywhere, and a closed standard error must not stop a server.
    err: createOutput(standardError, () => process.stderr.on("error", () => undefined)),
    readInput,
    async ask(question, byDefault) {
      const answer = (await askLine(`${question} ${byDefault ? "[Y/n]" : "[y/N]"} `)).toLowerCase();
      return answer === "" ? byDefault : answer.startsWith("y");
    },
    askText: (question) => askLine(`${question} `),
    askKey: (question) => readKey(`${question} `),
    interrupted: () =>
      new Promise((resolve) => {
        for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
      }),
  };
}

function openStandardOutput(): NodeJS.WriteStream {
  return process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    // A command that serves a protocol on standard output handles the error itself.
    if (process.stdout.listenerCount("error") > 1) return;
    if (error.code === "EPIPE") process.exit(0);
    process.stderr.write(`error: The output could not be written: ${error.message}\n`);
    process.exit(exitCodes.internal);
  });
}

async function askLine(question: string): Promise<string> {
  const { createInterface } = await import("node:readline/promises");
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await lines.question(question)).trim();
  } finally {
    lines.close();
  }
}

const [interrupt, endOfInput] = ["\u0003", "\u0004"];

/** Reads one key. Ctrl-C and Ctrl-D quit. */
async function readKey(question: string): Promise<string> {
  const { stdin, stderr } = process;
  stderr.write(question);
  stdin.setRawMode(true);
  stdin.resume();
  try {
    const key = await new Promise<string>((resolve) => {
      stdin.once("data", (bytes) => resolve(bytes.toString()));
    });
    return key === endOfInput || key === interrupt ? "q" : key;
  } finally {
    stdin.setRawMode(false);
    stdin.pause();
    stderr.write("\n");
  }
}

/** What a command sees of the world outside: so much, and no more, that a test can stand in for it. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Whether what goes to `out` is read by a person. */
  readonly interactive: boolean;
  /** The answer, on standard output. */
  out(text: string): void;
  /** What is said beside the answer, on standard error. */
  err(text: string): void;
  /** All of standard input. */
  readInput(): Promise<string>;
  /** Asks a person for yes or no. Only where it is interactive. */
  ask(question: string, byDefault: boolean): Promise<boolean>;
  /** Asks a person for a line of text. Only where it is interactive. */
  askText(question: string): Promise<string>;
  /** Fulfilled when the person ends the program (Ctrl-C). */
  interrupted(): Promise<void>;
}

/** The terminal of this process. A reader that goes away early (`| head`) ends the program quietly. */
export function processTerminal(): Terminal {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    // A command that serves a protocol on standard output handles the error itself.
    if (process.stdout.listenerCount("error") > 1) return;
    if (error.code === "EPIPE") process.exit(0);
    throw error;
  });
  // There is no other stream to report it on, and a closed standard error must not end a server.
  process.stderr.on("error", () => undefined);
  return {
    env: process.env,
    cwd: process.cwd(),
    interactive: process.stdout.isTTY,
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    async readInput() {
      const chunks: Buffer[] = [];
      for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
      return Buffer.concat(chunks).toString("utf8");
    },
    async ask(question, byDefault) {
      const answer = (await askLine(`${question} ${byDefault ? "[Y/n]" : "[y/N]"} `)).toLowerCase();
      return answer === "" ? byDefault : answer.startsWith("y");
    },
    askText: (question) => askLine(`${question} `),
    interrupted: () =>
      new Promise((resolve) => {
        for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
      }),
  };
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

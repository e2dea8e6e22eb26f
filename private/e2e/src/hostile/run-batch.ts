import { flushCompileCache } from "node:module";
import { run } from "../../../../apps/cli/src/run.ts";

// A child process that runs the commands that its parent sends. The parent kills it if a command takes too long.

/** A command to run. */
interface BatchCall {
  readonly args: readonly string[];
  readonly cwd: string;
}

/** The result of a command. */
export interface BatchAnswer {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

process.on("message", (call: BatchCall) => void answer(call));

async function answer({ args, cwd }: BatchCall): Promise<void> {
  let out = "";
  let err = "";
  const terminal = {
    env: process.env,
    cwd,
    interactive: false,
    out: (text: string) => void (out += text),
    err: (text: string) => void (err += text),
    readInput: async () => "input text\n",
    ask: async () => true,
    askText: async () => "",
    interrupted: () => Promise.resolve(),
  };
  process.chdir(cwd);
  const code = await run(args, terminal);
  process.send?.({ code, out, err } satisfies BatchAnswer);
  // A process that is killed does not write its compiled code for the next one.
  flushCompileCache();
}

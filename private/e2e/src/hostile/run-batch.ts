import { run } from "../../../../apps/cli/src/run.ts";

// A process of its own that runs commands one after the other, as its parent sends them. The parent ends it where one takes too long.

/** A command to run. */
interface BatchCall {
  readonly args: readonly string[];
  readonly cwd: string;
}

/** What became of it. */
export interface BatchAnswer {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

process.on("message", ({ args, cwd }: BatchCall) => {
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
  void run(args, terminal).then((code) => process.send?.({ code, out, err } satisfies BatchAnswer));
});

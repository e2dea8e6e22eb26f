import { run } from "../src/run.ts";
import type { CallOutcome } from "./call-as-nobody.ts";

// Runs calls in order in the current directory, and prints their outcomes as the last line of standard output.

const outcomes: CallOutcome[] = [];
for (const args of JSON.parse(process.argv[2] ?? "[]") as readonly (readonly string[])[]) {
  let err = "";
  const code = await run(args, {
    env: process.env,
    cwd: process.cwd(),
    interactive: false,
    out: () => undefined,
    err: (text) => void (err += text),
    readInput: async () => "",
    ask: async () => false,
    askText: async () => "",
    interrupted: () => Promise.resolve(),
  });
  outcomes.push({ code, err });
}
process.stdout.write(`\n${JSON.stringify(outcomes)}\n`);
process.exit();

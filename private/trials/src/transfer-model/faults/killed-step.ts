import { runToolStep, type StepOutcome } from "../steps/run-tool-step.ts";
import type { ToolStep } from "../steps/step.ts";
import { stopAtChange } from "./stop-at-change.ts";

// The process of `killToolStep`: runs a step, and kills itself before the change of a file with the number `stopAfter`. Prints the outcome.
const [dir = "", home = "", text = ""] = process.argv.slice(2);
const { stopAfter = 0, ...step } = JSON.parse(text) as ToolStep;
let outcome: StepOutcome = { kind: "done", shown: [] };
const work = async (): Promise<void> => {
  outcome = await runToolStep(dir, home, step);
};
await stopAtChange(stopAfter, work, () => {
  process.kill(process.pid, "SIGKILL");
  for (;;);
});
process.stdout.write(JSON.stringify(outcome));

import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { bundledProgram } from "@precept/testing/program";
import { runToolStep, type StepOutcome } from "../steps/run-tool-step.ts";
import type { ToolStep } from "../steps/step.ts";

const program = fileURLToPath(new URL("killed-step.ts", import.meta.url));

/** Runs a command as `runToolStep` does, but one with `stopAfter` in a process of its own, which is killed there with SIGKILL. */
export async function killToolStep(dir: string, home: string, step: ToolStep): Promise<StepOutcome> {
  if (step.stopAfter === undefined) return runToolStep(dir, home, step);
  const args = [bundledProgram(program), dir, home, JSON.stringify(step)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  let out = "";
  child.stdout.on("data", (chunk) => (out += String(chunk)));
  const [, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
  return signal === "SIGKILL" ? { kind: "stopped", shown: [] } : (JSON.parse(out) as StepOutcome);
}

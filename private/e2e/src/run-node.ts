import { spawn } from "node:child_process";
import { join } from "node:path";
import { makeDirectory } from "@precept/testing";
import { preceptProgram } from "@precept/testing/program";

/** The root of the repository. */
export const root: string = join(import.meta.dirname, "../../..");

export interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs `precept` in the root of the repository. */
export function runPrecept(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Run> {
  return runNode([preceptProgram(), ...args], env);
}

/** Runs the program of an example from its sources. */
export function runExample(name: string, input: string): Promise<Run> {
  return runNode(["--conditions=@precept/source", join(root, "examples", name, "main.ts")], {}, input);
}

function runNode(args: readonly string[], env: Readonly<Record<string, string>>, input = ""): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, PRECEPT_HOME: makeDirectory(), ...env },
    });
    let out = "";
    let err = "";
    child.stdout.on("data", (chunk) => (out += String(chunk)));
    child.stderr.on("data", (chunk) => (err += String(chunk)));
    child.on("error", reject);
    child.stdin.end(input);
    child.on("close", (code) => resolve({ code, out, err }));
  });
}

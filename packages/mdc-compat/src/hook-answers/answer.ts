import type { HookOutput } from "../model/host-spec.ts";

/** The exit code by which most hosts deny. The reason is on standard error. */
const denyingExitCode = 2;

export const silent: HookOutput = { stdout: "", stderr: "", exitCode: 0 };

/** Prints JSON on standard output. Fields that are undefined are left out; without any field, `empty` is printed. */
export function printJson(fields: Readonly<Record<string, unknown>>, empty = ""): HookOutput {
  const text = JSON.stringify(fields);
  return { ...silent, stdout: text === "{}" ? empty : `${text}\n` };
}

/** Denies by the exit code, with the reason on standard error. */
export function denyByExitCode(reason: string): HookOutput {
  return { stdout: "", stderr: `${reason}\n`, exitCode: denyingExitCode };
}

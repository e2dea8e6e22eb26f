import { execFileSync } from "node:child_process";

/** The user and group id of `nobody`, who owns no files. */
export const nobody = 65_534;

/** Options for a child process: run as `nobody` if the tests run as root, who may read and write everything. */
export function nobodyOptions(): { readonly uid?: number; readonly gid?: number } {
  return process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
}

/** Why tests that need another user cannot run here; undefined if they can. */
export function whyNotAsNobody(): string | undefined {
  if (process.platform === "win32") return "Windows has no user nobody";
  if (process.getuid?.() !== 0) return undefined;
  try {
    execFileSync(process.execPath, ["--eval", "0"], { cwd: import.meta.dirname, stdio: "ignore", ...nobodyOptions() });
    return undefined;
  } catch {
    return "the user nobody cannot read this directory";
  }
}

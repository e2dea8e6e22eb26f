import { execFileSync } from "node:child_process";

/** The user and group id of `nobody`, who owns no files. */
export const nobody = 65_534;

/** Returns options that run a child process as `nobody` if the tests run as root, because file permissions do not apply to root. */
export function nobodyOptions(): { readonly uid?: number; readonly gid?: number } {
  return process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
}

/** Returns the reason why tests cannot run a process as `nobody`, or undefined if they can. */
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

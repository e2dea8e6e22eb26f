import { fromRootedGlob } from "../../globs/rooted.ts";

/** Converts a pattern of Cline to Precept's syntax. Like picomatch, Cline matches `**.ts` at any depth, and `*.ts` in the root directory only. */
export function fromClineGlob(glob: string): string {
  return /^\*\*[^/]+$/.test(glob) ? glob : fromRootedGlob(glob);
}

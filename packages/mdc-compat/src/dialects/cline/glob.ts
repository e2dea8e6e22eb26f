import { fromRootedGlob } from "../../globs/rooted.ts";

/** A pattern of Cline's in the canonical language: rooted, except that `**.ts` is found at any depth, which is picomatch's own reading. */
export function fromClineGlob(glob: string): string {
  return /^\*\*[^/]+$/.test(glob) ? glob : fromRootedGlob(glob);
}

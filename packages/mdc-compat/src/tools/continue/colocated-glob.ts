import { fromRootedGlob } from "../../globs/rooted.ts";

/** Converts a pattern of a `rules.md` to Precept's syntax. Continue prefixes it with the directory and `**\/`, unless it starts with `**`. */
export function fromColocatedGlob(glob: string): string {
  return glob.startsWith("**") ? fromRootedGlob(glob) : `**/${glob}`;
}

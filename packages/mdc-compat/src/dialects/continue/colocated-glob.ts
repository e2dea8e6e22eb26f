import { fromRootedGlob } from "../../globs/rooted.ts";

/** A pattern of a `rules.md` in the canonical language: Continue puts the directory and `**\/` in front, unless there are two stars already. */
export function fromColocatedGlob(glob: string): string {
  return glob.startsWith("**") ? fromRootedGlob(glob) : `**/${glob}`;
}

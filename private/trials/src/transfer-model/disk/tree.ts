import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** What stands at a path of a project. */
export type TreeEntry =
  | { readonly kind: "file"; readonly mode: number; readonly text: string }
  | { readonly kind: "link"; readonly target: string }
  | { readonly kind: "directory" };

/** All files, links and directories of a project, by path. Texts are latin1 strings, one character per byte. */
export type Tree = ReadonlyMap<string, TreeEntry>;

/** Names that are not part of the tree: those of git, of Precept, and of files that a killed process left incomplete. */
const leftOut = /^\.git$|^\.precept$|\.precept-(?:tmp|lock)$/;

/** Reads the tree of a project, without `.precept` and `.git`. */
export function readTree(dir: string): Tree {
  const tree = new Map<string, TreeEntry>();
  const read = (below: string): void => {
    for (const name of readdirSync(join(dir, below)).toSorted()) {
      if (leftOut.test(name)) continue;
      const path = below === "" ? name : `${below}/${name}`;
      const status = lstatSync(join(dir, path));
      if (status.isSymbolicLink()) tree.set(path, { kind: "link", target: readlinkSync(join(dir, path)) });
      else if (status.isDirectory()) {
        tree.set(path, { kind: "directory" });
        read(path);
      } else tree.set(path, { kind: "file", mode: status.mode & 0o777, text: readFileSync(join(dir, path), "latin1") });
    }
  };
  read("");
  return tree;
}

/** Whether the same stands at a path in two trees. */
export function isSameEntry(left: TreeEntry | undefined, right: TreeEntry | undefined): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

/** Describes what stands at a path, for a message. */
export function describeEntry(entry: TreeEntry | undefined): string {
  if (entry === undefined) return "nothing";
  if (entry.kind === "directory") return "a directory";
  if (entry.kind === "link") return `a link to ${entry.target}`;
  return `a file ${entry.mode.toString(8)} ${JSON.stringify(entry.text)}`;
}

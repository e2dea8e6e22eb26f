import { lstatSync } from "node:fs";
import { followLink, locate, type LinkPolicy } from "./locate.ts";
import type { Root } from "./root.ts";

/**
 * Finds the real path to write to.
 *
 * @param last `follow`: where the last component is a link, what it leads to is written. `keep`: the link itself is meant.
 * @throws PreceptError `PATH_REFUSED`; with `links: "none"` also where the last component is a link.
 */
export function locateTarget(root: Root, path: string, links: LinkPolicy = "inside", last: "follow" | "keep" = "follow"): string {
  const located = locate(root, path, links);
  if (last === "keep" && links === "inside") return located;
  const isLink = lstatSync(located, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  return isLink ? followLink(root, located, links) : located;
}

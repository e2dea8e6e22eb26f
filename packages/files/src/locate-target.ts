import { lstatSync } from "node:fs";
import { followLink, locate, type LinkPolicy } from "./locate.ts";
import type { Root } from "./root.ts";

/**
 * Resolves the real path to write to.
 *
 * @param last whether to follow a link at the path (`follow`), or to replace the link itself (`keep`).
 * @throws PreceptError `PATH_REFUSED`; with `links: "none"`, also if the path is a link.
 */
export function locateTarget(root: Root, path: string, links: LinkPolicy = "inside", last: "follow" | "keep" = "follow"): string {
  const located = locate(root, path, links);
  if (last === "keep" && links === "inside") return located;
  const isLink = lstatSync(located, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  return isLink ? followLink(root, located, links) : located;
}

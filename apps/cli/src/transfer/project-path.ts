import { resolve } from "node:path";
import { PreceptError } from "@precept/core";
import { pathInside } from "@precept/files";

/** Returns an option's path relative to the project. @throws PreceptError `OPTION_VALUE_INVALID` if it is outside. */
export function projectPathOf(path: string, option: string, from: string, root: string): string {
  const inside = pathInside(root, resolve(from, path));
  if (inside !== undefined) return inside;
  throw new PreceptError("OPTION_VALUE_INVALID", { option, value: path, expected: "a path in the project" });
}

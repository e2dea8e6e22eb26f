import { resolve } from "node:path";
import { PreceptError } from "@precept/core";
import { pathInside } from "@precept/files";

/**
 * Returns a path that the user named relative to the project.
 *
 * @param option the option that has the path.
 * @throws PreceptError `OPTION_VALUE_INVALID` if the path is outside the project.
 */
export function projectPathOf(
  path: string,
  option: string,
  { from, root }: { readonly from: string; readonly root: string },
): string {
  const inside = pathInside(root, resolve(from, path));
  if (inside !== undefined) return inside;
  throw new PreceptError("OPTION_VALUE_INVALID", { option, value: path, expected: "a path in the project" });
}

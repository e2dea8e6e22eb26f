import { resolve } from "node:path";
import { PreceptError } from "@precept/core";
import { kindAt, openRoot, type Root } from "@precept/files";

/** Confines file access to the directory of a context. @throws PreceptError `PATH_NOT_FOUND`, `NOT_A_DIRECTORY`. */
export function openContextDirectory(dir: string): Root {
  const absolute = resolve(dir);
  const kind = kindAt(absolute);
  if (kind === undefined) throw new PreceptError("PATH_NOT_FOUND", { path: dir, expected: "directory" });
  if (kind !== "directory") throw new PreceptError("NOT_A_DIRECTORY", { path: dir });
  return openRoot(absolute);
}

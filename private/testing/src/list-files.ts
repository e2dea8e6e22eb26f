import { readdirSync } from "node:fs";
import { join } from "node:path";

/** Lists the files below a directory. Follows no links, unlike `readdir` with `recursive`: links can form loops, as in `node_modules`. */
export function* listFiles(dir: string): Iterable<string> {
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) yield* listFiles(path);
    else if (entry.isFile()) yield path;
  }
}

import { closeSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { FileReader, openRoot } from "@precept/files";
import type { FirstLoad } from "./first-load.ts";

const maxBytes = 1_048_576;

/** The same system calls without confinement: open, status, read, close. */
function readPlain(path: string): Buffer {
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.allocUnsafe(fstatSync(file).size);
    for (let filled = 0; filled < bytes.length;) filled += readSync(file, bytes, filled, bytes.length - filled, filled);
    return bytes;
  } finally {
    closeSync(file);
  }
}

// `first-read.ts confined|plain DIR LIST`: times reading files in a process that has done nothing before. LIST is a JSON file with the paths.
const [mode = "", dir = "", list = ""] = process.argv.slice(2);
const paths = (JSON.parse(readFileSync(list, "utf8")) as readonly string[]).map((path) => join(dir, path)).toSorted();
using reader = new FileReader(openRoot(dir));
const start = performance.now();
let files = 0;
for (const path of paths) {
  const isRead = mode === "plain" ? readPlain(path).length >= 0 : reader.read(path, { maxBytes }).kind === "bytes";
  if (isRead) files += 1;
}
const result: FirstLoad = { milliseconds: performance.now() - start, files };
process.stdout.write(JSON.stringify(result));

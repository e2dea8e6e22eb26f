import { readFile } from "node:fs/promises";
import { performance } from "node:perf_hooks";
import { loadThroughStore, readAllFiles } from "../load-rules.ts";

/** The JSON that this program prints. */
export interface FirstLoad {
  readonly milliseconds: number;
  readonly files: number;
}

// `first-load.ts store|files DIR LIST`: times one load in a process that has done nothing before. LIST is a JSON file with the paths.
const [mode = "", dir = "", list = ""] = process.argv.slice(2);
const paths = JSON.parse(await readFile(list, "utf8")) as readonly string[];
const start = performance.now();
const loaded = mode === "store" ? await loadThroughStore(dir) : await readAllFiles(dir, paths);
const result: FirstLoad = { milliseconds: performance.now() - start, files: loaded.length };
process.stdout.write(JSON.stringify(result));

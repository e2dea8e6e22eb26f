import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { openRoot, readFileIn } from "@precept/files";
import { consoleUrl } from "./console-url.ts";

/** The built console: its files by their paths, and the page of a snapshot. */
export interface ConsoleFiles {
  readonly files: Readonly<Record<string, ConsoleFile>>;
  /** The HTML of a snapshot, with a placeholder for its data. */
  readonly snapshot: string;
}

interface ConsoleFile {
  readonly type: string;
  readonly text: string;
}

const maxBytes = 16 * 1024 * 1024;

/**
 * Reads the built console. Undefined if it is not built, as in a fresh clone.
 *
 * @param path the path of `console.json`. Default: in the package `@precept/console`.
 */
export async function readConsoleFiles(path: string = fileURLToPath(consoleUrl())): Promise<ConsoleFiles | undefined> {
  const content = await readFileIn(openRoot(dirname(path)), path, { maxBytes });
  return content.kind === "bytes" ? (JSON.parse(content.bytes.toString("utf8")) as ConsoleFiles) : undefined;
}

import { join, resolve } from "node:path";
import { kindAt, listDirectorySync, openRoot } from "@precept/files";
import { PreceptError } from "@precept/core";
import type { MemoryFile } from "@precept/workspace";
import type { Call } from "../define.ts";
import { explainLeftOut, maxTextBytes, readText } from "../files/read-text.ts";

/**
 * Reads files with memories, and the Markdown files of directories.
 *
 * @param maxBytes the maximum size of a file.
 * @throws PreceptError for a file that cannot be read
 */
export function readMemoryFiles(
  { workspace, settings }: Call,
  paths: readonly string[],
  maxBytes: number = maxTextBytes,
): readonly MemoryFile[] {
  const project = openRoot(workspace.root);
  return paths
    .flatMap((path) => {
      const absolute = resolve(settings.dir, path);
      return kindAt(absolute) === "directory" ? markdownFilesIn(absolute) : [absolute];
    })
    .map((path) => {
      if (path.toLowerCase().endsWith(".zip")) {
        const expected = "a file of the archive: extract it first";
        throw new PreceptError("OPTION_VALUE_INVALID", { option: "--file", value: path, expected });
      }
      const content = readText(project, path, maxBytes);
      if (content.text === undefined) throw explainLeftOut(path, content, maxBytes);
      return { path, text: content.text };
    });
}

function markdownFilesIn(directory: string): readonly string[] {
  const names = listDirectorySync(openRoot(directory), ".").map(({ name }) => name);
  return names
    .filter((name) => name.endsWith(".md"))
    .toSorted()
    .map((name) => join(directory, name));
}

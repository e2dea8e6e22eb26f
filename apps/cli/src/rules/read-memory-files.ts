import { join, resolve } from "node:path";
import { kindAt, listDirectorySync, openRoot } from "@precept/files";
import type { MemoryFile } from "@precept/workspace";
import type { Call } from "../define.ts";
import { explainLeftOut, readText } from "../files/read-text.ts";

/** Reads files with memories, and the Markdown files of directories. @throws PreceptError for a file that cannot be read */
export function readMemoryFiles({ workspace, settings }: Call, paths: readonly string[]): readonly MemoryFile[] {
  const project = openRoot(workspace.root);
  return paths
    .flatMap((path) => {
      const absolute = resolve(settings.dir, path);
      return kindAt(absolute) === "directory" ? markdownFilesIn(absolute) : [absolute];
    })
    .map((path) => {
      const content = readText(project, path);
      if (content.text === undefined) throw explainLeftOut(path, content);
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

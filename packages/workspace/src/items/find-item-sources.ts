import { pushAll } from "@precept/core";
import type { Dialect } from "@precept/mdc-compat";
import { readStoredItems, toItemName, toolItems } from "@precept/mdc-compat/items";
import type { ExcludedFile, ItemProblem, ItemSource, PresentFiles } from "@precept/transfer";
import { followProjectLink, ItemFiles } from "./item-files.ts";
import { asSentence } from "./read-native-items.ts";

export interface FoundItems {
  readonly sources: readonly ItemSource[];
  readonly problems: readonly ItemProblem[];
  readonly excluded: readonly ExcludedFile[];
}

/**
 * Finds the items in the files of tools, in the order of the tools.
 *
 * @param findExclusion returns why a file is not part of the project.
 */
export function findItemSources(
  root: string,
  present: PresentFiles,
  tools: readonly Dialect[],
  findExclusion: (path: string) => string | undefined,
): FoundItems {
  const files = new ItemFiles(root, present);
  const sources: ItemSource[] = [];
  const problems = new Map<string, ItemProblem>();
  const excluded = new Map<string, ExcludedFile>();
  for (const tool of tools) {
    if (tool.id === "precept") continue;
    for (const format of toolItems[tool.id]?.formats ?? []) {
      for (const { path, file } of files.find(format)) {
        const reason = findExclusion(path);
        if (reason !== undefined) {
          excluded.set(path, { path, reason });
          continue;
        }
        const read = readStoredItems(format, toItemName(format, path) ?? format.kind, file.text);
        if ("items" in read)
          pushAll(
            sources,
            read.items.map((stored) => ({ tool, format, path, file, stored })),
          );
        else
          problems.set(path, {
            path,
            ...read.problem,
            message: asSentence(read.problem.message),
            hint: "Correct the file, then import again.",
          });
      }
    }
  }
  const read = new Set(sources.map(({ path }) => path));
  // A link to a file with items adds no items.
  const unread = files.problems.filter(({ path }) => !read.has(followProjectLink(root, path) ?? ""));
  return { sources, problems: [...unread, ...problems.values()], excluded: [...excluded.values()] };
}

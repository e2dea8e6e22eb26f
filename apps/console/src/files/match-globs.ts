import { createDraft, loadExtendedGlobs, matchRules, RuleIndex } from "@precept/core";

/** How many files are matched before the page can draw again. */
const lot = 4000;

/**
 * Finds the files that patterns match, with the matcher that decides which rules apply: a pattern with `!` excludes.
 *
 * @returns undefined if `isCurrent` returns false before the end.
 */
export async function matchGlobs(
  globs: readonly string[],
  files: readonly string[],
  isCurrent: () => boolean,
): Promise<ReadonlySet<string> | undefined> {
  await loadExtendedGlobs();
  const draft = createDraft({ name: "typed", content: "typed", inclusion: "fileMatch", globs });
  const time = new Date(0).toISOString();
  const rule = {
    ...draft,
    id: "typed",
    scope: "project",
    origin: { store: "memory" },
    createdAt: time,
    updatedAt: time,
  } as const;
  const index = new RuleIndex([rule]);
  const found = new Set<string>();
  for (let start = 0; start < files.length; start += lot) {
    const { matches } = matchRules(index, { files: files.slice(start, start + lot) });
    for (const file of matches.flatMap(({ matchedFiles }) => matchedFiles)) found.add(file);
    await new Promise((resolve) => setTimeout(resolve));
    if (!isCurrent()) return undefined;
  }
  return found;
}

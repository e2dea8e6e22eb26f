import type { Assignment } from "./assignment.ts";

/** The ids of the rules that an export takes out of the files of other tools, because it writes the files without them. */
export type DroppedRules = Map<string, Set<string>>;

/** Adds the rules that an assignment counts in a file which it writes without them. Returns whether there are new ones. */
export function addDroppedRules(dropped: DroppedRules, { request, ruleFiles, rulesAt, placements }: Assignment): boolean {
  let hasMore = false;
  for (const path of new Set(placements.map(({ output }) => output.path))) {
    if (request.blocked?.has(path) === true) continue;
    const written = rulesAt.get(path.toLowerCase());
    for (const { rule, file } of ruleFiles.at(path)) {
      if (file.writers === undefined || written?.has(rule.id) === true) continue;
      const known = dropped.get(path) ?? new Set();
      // A rule that is counted in the file although it was taken out, such as by a link, is not taken out again: this has to end.
      if (known.has(rule.id)) continue;
      dropped.set(path, known.add(rule.id));
      hasMore = true;
    }
  }
  return hasMore;
}

import type { Rule } from "@precept/core";

/** What a store may fill in by itself: where the rule is, when it was written, how often. */
const ownFields: ReadonlySet<string> = new Set<keyof Rule>(["id", "origin", "createdAt", "updatedAt", "version"]);

/** What has to come back as it was handed in. */
export function contentOf(rule: Rule): Partial<Rule> {
  return Object.fromEntries(Object.entries(rule).filter(([field, value]) => !ownFields.has(field) && value !== undefined));
}

/** Whether two rules say the same, whatever their `id`, `origin`, `createdAt`, `updatedAt` and `version`. */
export function sameContent(saved: Rule, kept: Rule): boolean {
  return canonical(contentOf(saved)) === canonical(contentOf(kept));
}

/** JSON in which the order of keys says nothing. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([left], [right]) => (left < right ? -1 : 1)))
      : part,
  );
}

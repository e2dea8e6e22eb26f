import type { Rule } from "@precept/core";

/** Fields that a store may set itself. */
const storeFields: ReadonlySet<string> = new Set<keyof Rule>(["id", "origin", "createdAt", "updatedAt", "version"]);

/** The fields that a store must not change. */
export function comparableFields(rule: Rule): Partial<Rule> {
  return Object.fromEntries(Object.entries(rule).filter(([field, value]) => !storeFields.has(field) && value !== undefined));
}

/** Whether two rules are equal, except for `id`, `origin`, `createdAt`, `updatedAt` and `version`. */
export function sameContent(saved: Rule, returned: Rule): boolean {
  return canonical(comparableFields(saved)) === canonical(comparableFields(returned));
}

/** JSON with sorted keys. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([left], [right]) => (left < right ? -1 : 1)))
      : part,
  );
}

import { nearestNames, type Diagnostic, type YamlEntry } from "@precept/core";
import { report } from "../diagnostic-catalogue.ts";
import type { FormatFacts } from "./facts.ts";

/** What other tools call the keys that decide when a rule applies; in a file of this tool they do nothing. */
const foreign: Readonly<Record<string, readonly string[]>> = {
  globs: ["glob", "globs", "paths", "applyTo", "fileMatchPattern", "fileMatching"],
  inclusion: ["alwaysApply", "inclusion", "trigger", "type", "scope"],
};

/** Keys that the tool does not know, as far as they were surely meant to do something. */
export function adviseOnKeys(facts: FormatFacts, entries: ReadonlyMap<string, YamlEntry>, file: string): Diagnostic[] {
  const own = facts.keys.map(({ name }) => name);
  if (own.length === 0) return [];
  return [...entries].flatMap(([key, { line }]) => {
    if (own.includes(key)) return [];
    const place = { file, line, column: 1 };
    const [meant] = nearestNames(key, own);
    if (meant !== undefined) {
      return report(
        "dialect/similar-key",
        place,
        `"${key}" is not a key that ${facts.title} knows.`,
        `Did you mean \`${meant}\`?`,
      );
    }
    const field = Object.entries(foreign).find(([, keys]) => keys.includes(key))?.[0];
    if (field === undefined) return [];
    const instead = facts.keys.find((one) => one.field === field)?.name;
    const hint = instead === undefined ? "Remove the key." : `In ${facts.title} it is \`${instead}\`.`;
    return report("dialect/foreign-key", place, `"${key}" is a key of other tools; ${facts.title} takes no notice of it.`, hint);
  });
}

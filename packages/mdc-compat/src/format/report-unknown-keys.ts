import { nearestNames, type Diagnostic, type YamlEntry } from "@precept/core";
import { report } from "./report.ts";
import type { FormatSpec } from "../model/spec.ts";

/** The keys with which various tools set when a rule applies, by the field of the rule. */
const knownKeys: Readonly<Record<string, readonly string[]>> = {
  globs: ["glob", "globs", "paths", "applyTo", "fileMatchPattern", "fileMatching"],
  inclusion: ["alwaysApply", "inclusion", "trigger", "type", "scope"],
};

/** Reports keys that the tool ignores but that the author expects to work: misspelled keys, and keys of other tools. */
export function reportUnknownKeys(spec: FormatSpec, entries: ReadonlyMap<string, YamlEntry>, file: string): Diagnostic[] {
  const own = spec.keys.map(({ name }) => name);
  if (own.length === 0) return [];
  return [...entries].flatMap(([key, { line }]) => {
    if (own.includes(key)) return [];
    const location = { file, line, column: 1 };
    const [nearest] = nearestNames(key, own);
    if (nearest !== undefined) {
      return report("dialect/similar-key", location, `${spec.title} has no key "${key}".`, `Did you mean \`${nearest}\`?`);
    }
    const field = Object.entries(knownKeys).find(([, keys]) => keys.includes(key))?.[0];
    if (field === undefined) return [];
    const equivalent = spec.keys.find((one) => one.field === field)?.name;
    const hint = equivalent === undefined ? "Remove the key." : `Use \`${equivalent}\` for ${spec.title}.`;
    return report("dialect/foreign-key", location, `"${key}" is a key of other tools; ${spec.title} ignores it.`, hint);
  });
}

import type { Diagnostic, Fix } from "../model/diagnostic.ts";
import { report } from "../model/diagnostic-catalogue.ts";
import { nearestNames } from "../text/nearest-names.ts";
import type { FrontMatterSplit } from "./front-matter.ts";
import { readHeaderLines, type HeaderEntry } from "./header-lines.ts";
import { nativeKeys } from "./native-fields.ts";

/** Keys of other tools, and the equivalent native key. */
const foreignKeys: Readonly<Record<string, { readonly key: string; readonly hint?: string }>> = {
  paths: { key: "globs" },
  applyTo: { key: "globs" },
  fileMatch: { key: "globs" },
  alwaysApply: { key: "inclusion", hint: "Write `inclusion: always`, or omit it: a rule without globs always applies." },
  trigger: {
    key: "inclusion",
    hint: "Write `inclusion:`, with `always`, `fileMatch`, `manual`, `agentRequested` or `relevant`.",
  },
};

const metadataKeys = new Set(
  "author authors owner owners title type status date created updated license source language languages tool tools id".split(" "),
);

/** Keys that are known without being fields of a rule. `scope` has its own diagnostic; the others say where a proposed rule comes from. */
const otherKnownKeys: ReadonlySet<string> = new Set(["scope", "said", "session"]);

/** Reports unknown keys: probable misspellings, and keys that are kept as metadata. `known`: the keys of the file. */
export function reportUnknownKeys(split: FrontMatterSplit, file: string, known: ReadonlySet<string>): Diagnostic[] {
  return readHeaderLines(split.header)
    .entries.filter(({ key }) => !nativeKeys.has(key) && !otherKnownKeys.has(key))
    .map((entry) => {
      const { key } = entry;
      const start = split.lead.length + split.open.length + entry.start;
      const line = split.headerLine + entry.line;
      const location = { file, line, column: 1, endLine: line, endColumn: 1 + key.length };
      const other = Object.hasOwn(foreignKeys, key) ? foreignKeys[key] : undefined;
      const intended = other === undefined ? intendedKeys(entry) : [other.key];
      const [only] = intended;
      if (only === undefined) {
        return report("rule/unknown-key", location, `Unknown key "${key}" is kept as metadata.`);
      }
      const hint = other?.hint ?? `Did you mean ${intended.map((one) => `\`${one}\``).join(" or ")}?`;
      const isCertain = intended.length === 1 && other?.hint === undefined && !known.has(only);
      const fix: Fix = {
        title: `Rename "${key}" to "${only}"`,
        edits: [{ start, end: start + key.length, text: only }],
        safe: false,
      };
      return report("rule/similar-key", location, `Unknown key "${key}" has no effect.`, hint, isCertain ? fix : undefined);
    });
}

function intendedKeys({ key }: HeaderEntry): readonly string[] {
  if (metadataKeys.has(key) || key.length < 3) return [];
  const nearest = nearestNames(key, nativeKeys);
  const exact = nearest.find(
    (one) => one.toLowerCase() === key.toLowerCase().replace(/[-_]/g, "") || one === `${key}s` || `${one}s` === key,
  );
  return exact === undefined ? nearest : [exact];
}

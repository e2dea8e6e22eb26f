import type { Diagnostic } from "../model/diagnostic.ts";
import { report } from "../model/diagnostic-catalogue.ts";
import type { Fix } from "../model/fix.ts";
import { nearestNames } from "../text/nearest-names.ts";
import type { FrontMatterSplit } from "./front-matter.ts";
import { readHeaderLines, type HeaderEntry } from "./header-lines.ts";
import { nativeKeys } from "./simple-header.ts";

/** What other tools call a key of ours. */
const elsewhere: Readonly<Record<string, { readonly key: string; readonly hint?: string }>> = {
  paths: { key: "globs" },
  applyTo: { key: "globs" },
  fileMatch: { key: "globs" },
  alwaysApply: { key: "inclusion", hint: "Write `inclusion: always`, or nothing at all: a rule without globs always applies." },
  trigger: {
    key: "inclusion",
    hint: "Write `inclusion:`, with `always`, `fileMatch`, `manual`, `agentRequested` or `relevant`.",
  },
};

/** Keys that people keep in a front matter for themselves: none of them is a slip of the pen. */
const usual = new Set(
  "author authors owner owners title type status date created updated license source language languages tool tools id".split(" "),
);

/**
 * What there is to say about the keys of a native front matter that Precept does not know: they are kept as metadata, but those that were surely
 * meant to be another one change what the rule does.
 *
 * @param known the keys that the file has and Precept knows.
 */
export function reportUnknownKeys(split: FrontMatterSplit, file: string, known: ReadonlySet<string>): Diagnostic[] {
  return readHeaderLines(split.header)
    .entries.filter(({ key }) => !nativeKeys.has(key) && key !== "scope")
    .map((entry) => {
      const { key } = entry;
      const start = split.lead.length + split.open.length + entry.start;
      const line = split.headerLine + entry.line;
      const place = { file, line, column: 1, endLine: line, endColumn: 1 + key.length };
      const other = Object.hasOwn(elsewhere, key) ? elsewhere[key] : undefined;
      const meant = other === undefined ? meantKeys(entry) : [other.key];
      const [only] = meant;
      if (only === undefined) {
        return report("rule/unknown-key", place, `"${key}" is not a key that Precept knows; it is kept as metadata.`);
      }
      const hint = other?.hint ?? `Did you mean ${meant.map((one) => `\`${one}\``).join(" or ")}?`;
      const isSure = meant.length === 1 && other?.hint === undefined && !known.has(only);
      const fix: Fix = {
        title: `Rename "${key}" to "${only}"`,
        edits: [{ start, end: start + key.length, text: only }],
        safe: false,
      };
      return report(
        "rule/similar-key",
        place,
        `"${key}" is not a key that Precept knows, and has no effect.`,
        hint,
        isSure ? fix : undefined,
      );
    });
}

function meantKeys({ key }: HeaderEntry): readonly string[] {
  if (usual.has(key) || key.length < 3) return [];
  const nearest = nearestNames(key, nativeKeys);
  const exact = nearest.find(
    (one) => one.toLowerCase() === key.toLowerCase().replace(/[-_]/g, "") || one === `${key}s` || `${one}s` === key,
  );
  return exact === undefined ? nearest : [exact];
}

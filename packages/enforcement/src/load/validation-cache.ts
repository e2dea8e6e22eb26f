import { join } from "node:path";
import type { Diagnostic } from "@precept/core";
import type { GovernanceTables } from "@precept/governance";
import { makePrivateDirectory, openRoot, putFile, readFileInSync, type Root, sha256 } from "@precept/files";
import { stateDir } from "../paths.ts";
import type { RegexRisk, RegexRiskCache } from "../runner/regex-risk.ts";
import type { PolicySource } from "./read-sources.ts";

/** Caches the results of validating patterns and policy files on disk, so that short-lived processes such as hooks do not repeat it. */
export interface ValidationCache {
  readonly risks: RegexRiskCache;
  /** Returns the diagnostics of a source that was validated without errors; undefined for any other. */
  get(source: PolicySource, tables: GovernanceTables): readonly Diagnostic[] | undefined;
  /** Records that a source is valid. @param diagnostics without errors. */
  set(source: PolicySource, tables: GovernanceTables, diagnostics: readonly Diagnostic[]): void;
  /** Writes new results to disk. Errors are ignored: the results can be computed again. */
  save(): Promise<void>;
}

/** The maximum number of entries. The oldest are dropped. */
const maxEntries = 5000;

/** The maximum size of the cache file, in bytes. */
const maxBytes = 67_108_864;

/** Results depend on the regular expression engine. */
const engine = `1 ${process.versions.v8}`;

/** @param isReadOnly whether to never write the cache file. */
export async function openValidationCache(root: string, isReadOnly: boolean): Promise<ValidationCache> {
  const project = openRoot(root);
  const path = join(stateDir, "validated-policies.json");
  const { risks, passed } = readEntries(project, path);
  let isChanged = false;
  return {
    risks: {
      get: (key) => risks.get(key),
      set(key, risk) {
        risks.set(key, risk);
        isChanged = true;
      },
    },
    get: (source, tables) => passed.get(keyOf(source, tables)),
    set(source, tables, diagnostics) {
      passed.set(keyOf(source, tables), diagnostics);
      isChanged = true;
    },
    async save() {
      if (!isChanged || isReadOnly) return;
      isChanged = false;
      const text = JSON.stringify({ risks: lastOf(risks), passed: lastOf(passed) });
      try {
        await makePrivateDirectory(project, stateDir);
        await putFile(project, path, text, { links: "none", isPrivate: true });
      } catch {
        // Without the file, validation takes longer.
      }
    },
  };
}

/** The key of a source. It includes the name, since diagnostics contain it. */
function keyOf({ name, text }: PolicySource, tables: GovernanceTables): string {
  return sha256([engine, JSON.stringify(tables), name, text].join("\0"));
}

function lastOf<Value>(entries: ReadonlyMap<string, Value>): Readonly<Record<string, Value>> {
  return Object.fromEntries([...entries].slice(-maxEntries));
}

function readEntries(
  project: Root,
  path: string,
): { readonly risks: Map<string, RegexRisk>; readonly passed: Map<string, readonly Diagnostic[]> } {
  try {
    const content = readFileInSync(project, path, { maxBytes, links: "none" });
    const { risks, passed } = JSON.parse(content.kind === "bytes" ? content.bytes.toString("utf8") : "{}") as Readonly<
      Record<string, object>
    >;
    return {
      risks: new Map(Object.entries(risks ?? {}).filter((entry): entry is [string, RegexRisk] => isRegexRisk(entry[1]))),
      passed: new Map(Object.entries(passed ?? {}).filter(([, diagnostics]) => Array.isArray(diagnostics))),
    };
  } catch {
    return { risks: new Map(), passed: new Map() };
  }
}

function isRegexRisk(value: unknown): value is RegexRisk {
  if (typeof value !== "object" || value === null || !("kind" in value)) return false;
  return value.kind === "none" || (value.kind === "slow" && "text" in value && typeof value.text === "string");
}

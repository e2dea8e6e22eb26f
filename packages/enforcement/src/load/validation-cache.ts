import { join } from "node:path";
import type { Diagnostic } from "@precept/core";
import type { GovernanceTables } from "@precept/governance";
import { makePrivateDirectory, openRoot, putFile, readFileInSync, type Root, sha256 } from "@precept/files";
import { stateDir } from "../paths.ts";
import type { Danger, DangerCache } from "../runner/danger.ts";
import type { PolicySource } from "./read-sources.ts";

/** What was found out about patterns and policy files, kept from process to process: a hook that begins anew each time needn't try all again. */
export interface ValidationCache {
  readonly dangers: DangerCache;
  /** What was told about a source all of whose policies have stood their tests; undefined for any other. */
  passed(source: PolicySource, tables: GovernanceTables): readonly Diagnostic[] | undefined;
  /** @param diagnostics none of them an error. */
  pass(source: PolicySource, tables: GovernanceTables, diagnostics: readonly Diagnostic[]): void;
  /** Writes what was found out since. What can't be written is found out again. */
  save(): Promise<void>;
}

/** More entries are not worth reading: the oldest are forgotten. */
const most = 5000;

/** A larger file is not one of ours, in bytes. */
const maxBytes = 67_108_864;

/** Another engine may find something else. */
const engine = `1 ${process.versions.v8}`;

/** @param isReadOnly whether nothing is written. */
export async function openValidationCache(root: string, isReadOnly: boolean): Promise<ValidationCache> {
  const project = openRoot(root);
  const path = join(stateDir, "examined-policies.json");
  const { dangers, passed } = readEntries(project, path);
  let isChanged = false;
  return {
    dangers: {
      get: (key) => dangers.get(key),
      set(key, danger) {
        dangers.set(key, danger);
        isChanged = true;
      },
    },
    passed: (source, tables) => passed.get(keyOf(source, tables)),
    pass(source, tables, diagnostics) {
      passed.set(keyOf(source, tables), diagnostics);
      isChanged = true;
    },
    async save() {
      if (!isChanged || isReadOnly) return;
      isChanged = false;
      const text = JSON.stringify({ dangers: lastOf(dangers), passed: lastOf(passed) });
      try {
        await makePrivateDirectory(project, stateDir);
        await putFile(project, path, text, { links: "none", isPrivate: true });
      } catch {
        // It only saves time.
      }
    },
  };
}

/** By its name too: that is where its diagnostics stand. */
function keyOf({ name, text }: PolicySource, tables: GovernanceTables): string {
  return sha256([engine, JSON.stringify(tables), name, text].join("\0"));
}

function lastOf<Value>(entries: ReadonlyMap<string, Value>): Readonly<Record<string, Value>> {
  return Object.fromEntries([...entries].slice(-most));
}

function readEntries(
  project: Root,
  path: string,
): { readonly dangers: Map<string, Danger>; readonly passed: Map<string, readonly Diagnostic[]> } {
  try {
    const content = readFileInSync(project, path, { maxBytes, links: "none" });
    const { dangers, passed } = JSON.parse(content.kind === "bytes" ? content.bytes.toString("utf8") : "{}") as Readonly<
      Record<string, object>
    >;
    return {
      dangers: new Map(Object.entries(dangers ?? {}).filter((entry): entry is [string, Danger] => isDanger(entry[1]))),
      passed: new Map(Object.entries(passed ?? {}).filter(([, told]) => Array.isArray(told))),
    };
  } catch {
    return { dangers: new Map(), passed: new Map() };
  }
}

function isDanger(value: unknown): value is Danger {
  if (typeof value !== "object" || value === null || !("kind" in value)) return false;
  return value.kind === "none" || (value.kind === "slow" && "text" in value && typeof value.text === "string");
}

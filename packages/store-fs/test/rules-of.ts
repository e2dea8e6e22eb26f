import { PreceptError, type Rule, type RuleStore, type StoredRule } from "@precept/core";
import { onTestFinished } from "vitest";
import { createFsStore } from "../src/store.ts";
import type { FsStoreOptions } from "../src/options.ts";
import { describeDiagnostic } from "@precept/testing";

export interface Loaded {
  readonly ids: readonly string[];
  readonly rules: readonly Rule[];
  /** Each as `code file:line:column`. */
  readonly reported: readonly string[];
}

/** Opens a store that is closed when the test ends. */
export function openStore(options: FsStoreOptions): RuleStore {
  const store = createFsStore(options);
  onTestFinished(() => store[Symbol.asyncDispose]());
  return store;
}

/** Loads all rules of a store with these options. */
export async function loadAll(options: FsStoreOptions): Promise<Loaded> {
  const store = openStore(options);
  const rules = (await listAll(store)).map(({ rule }) => rule);
  return { rules, ids: rules.map(({ id }) => id), reported: store.diagnostics().map(describeDiagnostic) };
}

export async function listAll(store: RuleStore, options: Parameters<RuleStore["list"]>[0] = {}): Promise<StoredRule[]> {
  const listed: StoredRule[] = [];
  for await (const entry of store.list(options)) listed.push(entry);
  return listed;
}

/** The error code that a promise rejects with. */
export async function failureOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => "no failure",
    (error: unknown) => (PreceptError.is(error) ? error.code : String(error)),
  );
}

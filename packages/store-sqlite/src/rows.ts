import { PreceptError, type Rule } from "@precept/core";
import type { Driver, SqlValue } from "./driver.ts";

export function isUtf8(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/** Converts a text to a value to search for. A text that SQLite cannot store becomes null, which equals nothing. */
export function sqlText(text: string): SqlValue {
  return isUtf8(text) ? text : null;
}

/** Checks that the texts for columns are valid UTF-8, so that different rules stay different. */
export function assertStorableTexts(rule: Rule): void {
  const { id, name, projectId = "", userId = "", tags, targets, contexts, replaces } = rule;
  const fields = { id: [id], name: [name], projectId: [projectId], userId: [userId], tags, targets, contexts, replaces };
  const invalid = Object.entries(fields).filter(([, texts]) => !texts.every(isUtf8));
  if (invalid.length === 0) return;
  throw new PreceptError("RULE_INVALID", {
    name: rule.name,
    reasons: invalid.map(([field]) => `${field}: SQLite cannot store an unpaired surrogate`),
  });
}

const putRule = `
INSERT INTO rules (id, revision, name, scope, inclusion, enabled, pending, category, authority, priority, project_id, user_id, updated_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (id) DO UPDATE SET
  revision = excluded.revision, name = excluded.name, scope = excluded.scope, inclusion = excluded.inclusion, enabled = excluded.enabled,
  pending = excluded.pending, category = excluded.category, authority = excluded.authority, priority = excluded.priority,
  project_id = excluded.project_id, user_id = excluded.user_id, updated_at = excluded.updated_at`;

const listTables: readonly (readonly [table: string, values: (rule: Rule) => readonly SqlValue[]])[] = [
  ["rule_tags", (rule) => rule.tags],
  ["rule_targets", (rule) => orNull(rule.targets)],
  ["rule_contexts", (rule) => orNull(rule.contexts)],
  ["rule_replaces", (rule) => rule.replaces],
];

/** An empty list means all, which is stored as null. */
function orNull(values: readonly string[]): readonly SqlValue[] {
  return values.length === 0 ? [null] : values;
}

/** Makes a revision the current one of its rule, and updates all data derived from it. */
export function upsertCurrent(driver: Driver, rule: Rule, revision: number): void {
  const { id, name, scope, inclusion, enabled, pending, category, authority, priority, projectId, userId, updatedAt } = rule;
  const flags = [Number(enabled), Number(pending)];
  const ranks = [category ?? null, authority, priority];
  const owners = [projectId ?? null, userId ?? null];
  driver.run(putRule, id, revision, name, scope, inclusion, ...flags, ...ranks, ...owners, updatedAt);
  for (const [table, valuesOf] of listTables) {
    driver.run(`DELETE FROM ${table} WHERE rule_id = ?`, id);
    for (const value of new Set(valuesOf(rule))) driver.run(`INSERT INTO ${table} (value, rule_id) VALUES (?, ?)`, value, id);
  }
}

/** Removes the current revision of a rule, and its lists. */
export function deleteCurrent(driver: Driver, id: string): void {
  driver.run("DELETE FROM rules WHERE id = ?", id);
}

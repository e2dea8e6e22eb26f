import { createRule, deepFreeze, PreceptError, type Rule, type StoredRule } from "@precept/core";
import type { Driver, SqlValue } from "./driver.ts";
import { storeFailed } from "./failure.ts";

/** A revision as it is read: of a rule as it is now, or as it was. */
export interface RuleRow {
  readonly revision: number;
  /** JSON. */
  readonly rule: string;
}

/**
 * The rule of a row, frozen: what is handed out is never changed. Fields that rules did not have yet when the row was written get their
 * defaults, so revisions are never rewritten.
 *
 * @param store the id of the store that hands it out: the file may have been written by one of another id.
 */
export function ruleOf({ rule }: Pick<RuleRow, "rule">, store: string): Rule {
  try {
    const written = JSON.parse(rule) as Rule;
    return deepFreeze(createRule({ ...written, origin: { ...written.origin, store } }));
  } catch (error) {
    // Every writer checks what it writes; a wider model than this one comes with a format of its own.
    const problem = error instanceof Error ? error.message : String(error);
    throw storeFailed({ store }, `it holds a rule that another program wrote or changed (${problem})`, error);
  }
}

export function storedOf(row: RuleRow, store: string): StoredRule {
  const rule = ruleOf(row, store);
  return { rule, revision: String(row.revision), cursor: rule.id };
}

export function isUtf8(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/** A text that is looked for. SQLite holds UTF-8, which half a surrogate pair is not part of: such a text equals nothing, as null does. */
export function sqlText(text: string): SqlValue {
  return isUtf8(text) ? text : null;
}

/**
 * What is looked for in columns has to be UTF-8; two rules could not be told apart else. Everywhere else JSON escapes what UTF-8 can't hold.
 *
 * @throws PreceptError `RULE_INVALID`.
 */
export function checkTexts(rule: Rule): void {
  const { id, name, projectId = "", userId = "", tags, targets, contexts, replaces } = rule;
  const fields = { id: [id], name: [name], projectId: [projectId], userId: [userId], tags, targets, contexts, replaces };
  const bad = Object.entries(fields).filter(([, texts]) => !texts.every(isUtf8));
  if (bad.length === 0) return;
  throw new PreceptError("RULE_INVALID", {
    name: rule.name,
    reasons: bad.map(([field]) => `${field}: half of a surrogate pair is no text that SQLite can keep`),
  });
}

const putRule = `
INSERT INTO rules (id, revision, name, scope, inclusion, enabled, pending, category, authority, priority, project_id, user_id, updated_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (id) DO UPDATE SET
  revision = excluded.revision, name = excluded.name, scope = excluded.scope, inclusion = excluded.inclusion, enabled = excluded.enabled,
  pending = excluded.pending, category = excluded.category, authority = excluded.authority, priority = excluded.priority,
  project_id = excluded.project_id, user_id = excluded.user_id, updated_at = excluded.updated_at`;

/** The tables that hold the lists of a rule, a row each value. */
const listTables: readonly (readonly [table: string, values: (rule: Rule) => readonly SqlValue[]])[] = [
  ["rule_tags", (rule) => rule.tags],
  ["rule_targets", (rule) => orAll(rule.targets)],
  ["rule_contexts", (rule) => orAll(rule.contexts)],
  ["rule_replaces", (rule) => rule.replaces],
];

/** An empty list of these stands for everything, and is found by that. */
function orAll(values: readonly string[]): readonly SqlValue[] {
  return values.length === 0 ? [null] : values;
}

/** Makes a revision the current one of its rule. Whatever else is derived from the current rules, as an index for searching, is written here. */
export function putCurrent(driver: Driver, rule: Rule, revision: number): void {
  const { id, name, scope, inclusion, enabled, pending, category, authority, priority, projectId, userId, updatedAt } = rule;
  const flags = [Number(enabled), Number(pending)];
  const owners = [projectId ?? null, userId ?? null];
  driver.run(
    putRule,
    id,
    revision,
    name,
    scope,
    inclusion,
    ...flags,
    category ?? null,
    authority,
    priority,
    ...owners,
    updatedAt,
  );
  for (const [table, valuesOf] of listTables) {
    driver.run(`DELETE FROM ${table} WHERE rule_id = ?`, id);
    for (const value of new Set(valuesOf(rule))) driver.run(`INSERT INTO ${table} (value, rule_id) VALUES (?, ?)`, value, id);
  }
}

/** Takes a rule out of the current ones; its lists go with it. */
export function dropCurrent(driver: Driver, id: string): void {
  driver.run("DELETE FROM rules WHERE id = ?", id);
}

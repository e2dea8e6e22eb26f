import {
  createRule,
  findReplacementCycle,
  PreceptError,
  assertUniqueName,
  type Rule,
  type RuleWrite,
  type StoreChange,
  type StoredRule,
} from "@precept/core";
import type { Driver } from "./driver.ts";
import { storeFailed } from "./failure.ts";
import { migrations } from "./migrations.ts";
import type { CompleteOptions } from "./options.ts";
import { assertStorableTexts, deleteCurrent, upsertCurrent, ruleOf, sqlText, storedOf, type RuleRow } from "./rows.ts";

/** The result of several writes. */
export interface WriteOutcome {
  readonly saved: readonly StoredRule[];
  readonly deleted: readonly string[];
  readonly change: StoreChange;
}

const currentRow = "SELECT r.revision, v.rule FROM rules r CROSS JOIN revisions v ON v.revision = r.revision WHERE r.id = ?";

export function readCurrent(driver: Driver, id: string): RuleRow | undefined {
  return driver.get(currentRow, sqlText(id)) as RuleRow | undefined;
}

/**
 * Applies writes in order. Call it in a transaction, which rolls back if a write throws.
 *
 * @throws PreceptError `RULE_CONFLICT`, `RULE_EXISTS`, `RULE_INVALID`; `STORE_FAILED` if a newer version of Precept migrated the file meanwhile.
 */
export function writeAll(driver: Driver, writes: readonly RuleWrite[], options: CompleteOptions): WriteOutcome {
  assertCurrentFormat(driver, options);
  const saved = new Map<string, StoredRule>();
  const deleted = new Set<string>();
  for (const write of writes) {
    const id = write.kind === "save" ? write.rule.id : write.id;
    saved.delete(id);
    deleted.delete(id);
    if (write.kind === "save") saved.set(id, save(driver, write, options));
    else if (remove(driver, write.id, write.revision, options)) deleted.add(id);
  }
  const rules = [...saved.values()];
  return { saved: rules, deleted: [...deleted], change: { saved: rules.map(({ rule }) => rule), deleted: [...deleted] } };
}

/** Rejects a newer format, which may have derived data that this version does not write. */
function assertCurrentFormat(driver: Driver, { id: store, path }: CompleteOptions): void {
  const { version } = driver.get("SELECT user_version AS version FROM pragma_user_version") as { readonly version: number };
  if (version === migrations.length) return;
  throw storeFailed({ store }, `"${path}" was migrated by a newer version of Precept; update Precept and open the store again`);
}

type Save = RuleWrite & { readonly kind: "save" };

function save(driver: Driver, { rule, revision, uniqueName = false }: Save, { id: store, now }: CompleteOptions): StoredRule {
  const checked = createRule(rule);
  assertStorableTexts(checked);
  const { id } = checked;
  const before = readCurrent(driver, id);
  if (uniqueName && revision === undefined) assertUniqueName(checked, rulesWithName(driver, checked, store));
  assertRevision(id, revision, before);
  assertNoCycle(driver, checked);
  const writtenAt = now().toISOString();
  const complete: Rule = {
    ...checked,
    version: nextVersion(driver, checked),
    origin: { ...checked.origin, store },
    createdAt: checked.createdAt || (before && ruleOf(before, store).createdAt) || writtenAt,
    updatedAt: writtenAt,
  };
  const row = addRevision(driver, id, false, writtenAt, JSON.stringify(complete));
  // Returns the rule as a later read returns it, which can differ from the argument.
  const stored = storedOf(row, store);
  upsertCurrent(driver, stored.rule, row.revision);
  return stored;
}

function remove(driver: Driver, id: string, revision: string | undefined, { now }: CompleteOptions): boolean {
  const before = readCurrent(driver, id);
  if (revision !== undefined) assertRevision(id, revision, before);
  if (before === undefined) return false;
  addRevision(driver, id, true, now().toISOString(), before.rule);
  deleteCurrent(driver, id);
  return true;
}

const rowsOfName =
  "SELECT r.revision, v.rule FROM rules r CROSS JOIN revisions v ON v.revision = r.revision WHERE r.name = ? AND r.scope = ?";

function rulesWithName(driver: Driver, { name, scope }: Rule, store: string): readonly Rule[] {
  return (driver.all(rowsOfName, name, scope) as readonly RuleRow[]).map((row) => ruleOf(row, store));
}

const insertRevision = "INSERT INTO revisions (rule_id, deleted, written_at, rule) VALUES (?, ?, ?, ?)";

function addRevision(driver: Driver, id: string, deleted: boolean, writtenAt: string, rule: string): RuleRow {
  const { rowid } = driver.run(insertRevision, id, Number(deleted), writtenAt, rule);
  return { revision: rowid, rule };
}

function assertRevision(id: string, expected: string | undefined, current: RuleRow | undefined): void {
  const actual = current === undefined ? undefined : String(current.revision);
  if (expected === actual) return;
  throw new PreceptError("RULE_CONFLICT", { id, expected: expected ?? "none", actual: actual ?? "none" });
}

const lastRevision = "SELECT rule FROM revisions WHERE rule_id = ? ORDER BY revision DESC LIMIT 1";

/** The version of the last revision plus one, even if that was a deletion. */
function nextVersion(driver: Driver, rule: Rule): number {
  const last = driver.get(lastRevision, rule.id) as Pick<RuleRow, "rule"> | undefined;
  return last === undefined ? rule.version : (JSON.parse(last.rule) as Rule).version + 1;
}

const replacedByRule = "SELECT value FROM rule_replaces WHERE rule_id = ?";

function assertNoCycle(driver: Driver, rule: Rule): void {
  const replacesOf = (id: string) => (driver.all(replacedByRule, id) as readonly { value: string }[]).map(({ value }) => value);
  const cycle = findReplacementCycle(rule, (id) => ({ ...rule, id, replaces: replacesOf(id) }));
  if (cycle === undefined) return;
  const problem = `replaces: it would supersede itself (${cycle.join(" → ")})`;
  throw new PreceptError("RULE_INVALID", { name: rule.name, reasons: [problem] });
}

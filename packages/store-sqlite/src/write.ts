import {
  assertNoCycle,
  assertRevision,
  assertUniqueName,
  createRecord,
  createRule,
  nextVersion,
  PreceptError,
  ruleOf,
  storedOf,
  type JsonRow,
  type Rule,
  type RuleWrite,
  type RuleWriteResult,
  type StoredRule,
  type Written,
} from "@precept/core";
import type { Driver } from "./driver.ts";
import { storeFailed } from "./failure.ts";
import type { WriteOutcome } from "./follow.ts";
import { migrations } from "./migrations.ts";
import type { CompleteOptions } from "./options.ts";
import { readCurrent, rulesWithName } from "./read.ts";
import { assertStorableTexts, deleteCurrent, upsertCurrent } from "./rows.ts";

/**
 * Applies writes in order, in a transaction, which rolls back if a write throws.
 *
 * @param attempt runs a write. It can catch the error of a rejected one if it rolls that write back.
 * @throws PreceptError `RULE_CONFLICT`, `RULE_EXISTS`, `RULE_INVALID`; `STORE_FAILED` as {@link assertCurrentFormat}.
 */
export function writeAll<Result>(
  driver: Driver,
  writes: readonly RuleWrite[],
  options: CompleteOptions,
  attempt: (write: () => Written) => Result,
): WriteOutcome<readonly Result[]> {
  assertCurrentFormat(driver, options);
  const before = new Map<string, JsonRow | undefined>();
  const after = new Map<string, StoredRule | undefined>();
  const result = writes.map((write) => {
    const id = write.kind === "save" ? write.rule.id : write.id;
    if (!before.has(id)) before.set(id, readCurrent(driver, id));
    return attempt(() => {
      const written = writeOne(driver, write, options);
      after.set(id, written.kind === "saved" ? written.stored : undefined);
      return written;
    });
  });
  const records = [...after].map(([id, stored]) => createRecord(id, before.get(id), stored && (() => stored), options.id));
  return { result, records: records.filter((record) => before.get(record.id) !== undefined || record.after !== undefined) };
}

/** Runs a write, and rolls it back alone if its rule is rejected. After other errors, roll back the transaction. */
export function writeInSavepoint(driver: Driver, write: () => Written): RuleWriteResult {
  driver.exec("SAVEPOINT one_write");
  try {
    const written = write();
    driver.exec("RELEASE one_write");
    return written;
  } catch (error) {
    if (!PreceptError.is(error) || !error.code.startsWith("RULE_")) throw error;
    driver.exec("ROLLBACK TO one_write; RELEASE one_write");
    return { kind: "rejected", error };
  }
}

function writeOne(driver: Driver, write: RuleWrite, options: CompleteOptions): Written {
  return write.kind === "save"
    ? { kind: "saved", stored: save(driver, write, options) }
    : { kind: "deleted", existed: remove(driver, write.id, write.revision, options) };
}

/** Rejects a newer format, which may have data that this version does not write. @throws PreceptError `STORE_FAILED` */
export function assertCurrentFormat(driver: Driver, { id: store, path }: Pick<CompleteOptions, "id" | "path">): void {
  const { version } = driver.get("SELECT user_version AS version FROM pragma_user_version") as { readonly version: number };
  if (version === migrations.length) return;
  throw storeFailed({ store }, `"${path}" was migrated by a newer version of Precept; update Precept and open the store again`);
}

type Save = RuleWrite & { readonly kind: "save" };

function save(driver: Driver, write: Save, { id: store, now }: CompleteOptions): StoredRule {
  const { rule, revision, uniqueName = false, upsert = false, reason } = write;
  const checked = createRule(rule);
  assertStorableTexts(checked);
  const { id } = checked;
  const before = readCurrent(driver, id);
  const isNew = upsert ? before === undefined : revision === undefined;
  if (uniqueName && isNew) assertUniqueName(checked, rulesWithName(driver, checked, store));
  if (!upsert) assertRevision(id, revision, before && String(before.revision));
  assertNoCycle(checked, (replaced) => replacesOf(driver, replaced));
  const writtenAt = now().toISOString();
  const complete: Rule = {
    ...checked,
    version: nextVersion(checked, lastState(driver, checked)),
    origin: { ...checked.origin, store },
    createdAt: checked.createdAt || (before && ruleOf(before, store).createdAt) || writtenAt,
    updatedAt: writtenAt,
  };
  const row = addRevision(driver, { id, deleted: false, writtenAt, rule: JSON.stringify(complete), reason });
  // Returns the rule as a later read returns it, which can differ from the argument.
  const stored = storedOf(row, store);
  upsertCurrent(driver, stored.rule, row.revision);
  return stored;
}

function remove(driver: Driver, id: string, revision: string | undefined, { now }: CompleteOptions): boolean {
  const before = readCurrent(driver, id);
  if (revision !== undefined) assertRevision(id, revision, before && String(before.revision));
  if (before === undefined) return false;
  addRevision(driver, { id, deleted: true, writtenAt: now().toISOString(), rule: before.rule });
  deleteCurrent(driver, id);
  return true;
}

const insertRevision = "INSERT INTO revisions (rule_id, deleted, written_at, rule, reason) VALUES (?, ?, ?, ?, ?)";

interface NewRevision {
  readonly id: string;
  readonly deleted: boolean;
  readonly writtenAt: string;
  readonly rule: string;
  readonly reason?: string | undefined;
}

function addRevision(driver: Driver, { id, deleted, writtenAt, rule, reason }: NewRevision): JsonRow {
  const { rowid } = driver.run(insertRevision, id, Number(deleted), writtenAt, rule, reason ?? null);
  return { revision: rowid, rule };
}

const lastRevision = "SELECT rule FROM revisions WHERE rule_id = ? ORDER BY revision DESC LIMIT 1";

/** The last state of a rule, even if it was deleted. */
function lastState(driver: Driver, rule: Rule): Rule | undefined {
  const last = driver.get(lastRevision, rule.id) as Pick<JsonRow, "rule"> | undefined;
  return last && (JSON.parse(last.rule) as Rule);
}

const replacedByRule = "SELECT value FROM rule_replaces WHERE rule_id = ?";

function replacesOf(driver: Driver, rule: string): readonly string[] {
  return (driver.all(replacedByRule, rule) as readonly { readonly value: string }[]).map(({ value }) => value);
}

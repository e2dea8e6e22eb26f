import {
  assertUniqueName,
  ChangeLog,
  createRule,
  frozenCopy,
  PreceptError,
  type ChangeRecord,
  type DeleteOptions,
  type Rule,
  type SaveOptions,
  type StoredRule,
} from "@precept/core";

/** A connection that receives changes. */
export interface Connection {
  onChange(record: ChangeRecord, token: string, isOwn: boolean): void;
}

/** The rules of a server. Unlike the memory store, it does not check cycles of replacements. */
export class RemoteData {
  readonly id = "remote";
  readonly rules = new Map<string, StoredRule>();
  readonly log = new ChangeLog("remote");
  readonly connections = new Set<Connection>();
  #writes = 0;

  save(rule: Rule, { revision, upsert = false, uniqueName = false }: SaveOptions, writer: Connection): StoredRule {
    const checked = createRule(rule);
    const current = this.rules.get(checked.id);
    if (uniqueName && (upsert ? current === undefined : revision === undefined))
      assertUniqueName(
        checked,
        [...this.rules.values()].map((stored) => stored.rule),
      );
    if (!upsert) assertRevision(checked.id, revision, current);
    const saved = frozenCopy({ ...checked, origin: { ...checked.origin, store: this.id } });
    const stored = Object.freeze({ rule: saved, revision: String((this.#writes += 1)), cursor: "" });
    this.rules.set(checked.id, stored);
    this.#publish({ id: checked.id, before: current?.rule, after: stored }, writer);
    return stored;
  }

  delete(id: string, { revision }: DeleteOptions, writer: Connection): boolean {
    const current = this.rules.get(id);
    if (revision !== undefined) assertRevision(id, revision, current);
    if (current === undefined) return false;
    this.rules.delete(id);
    this.#publish({ id, before: current.rule, after: undefined }, writer);
    return true;
  }

  #publish(record: ChangeRecord, writer: Connection): void {
    const token = this.log.add([record]);
    for (const connection of this.connections) connection.onChange(record, token, connection === writer);
  }
}

function assertRevision(id: string, expected: string | undefined, current: StoredRule | undefined): void {
  if (expected === current?.revision) return;
  throw new PreceptError("RULE_CONFLICT", { id, expected: expected ?? "none", actual: current?.revision ?? "none" });
}

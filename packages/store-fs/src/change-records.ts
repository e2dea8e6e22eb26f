import type { ChangeRecord, Rule, StoredRule } from "@precept/core";

/** The changes of rules since the last publication: one record for each rule. */
export class ChangeRecords {
  readonly #records = new Map<string, ChangeRecord>();

  add(id: string, before: Rule | undefined, after: Rule | undefined): void {
    const first = this.#records.get(id);
    this.#records.set(id, { id, before: first === undefined ? before : first.before, after: after && asStored(after) });
  }

  /** Returns the records and removes them. Rules that changed back are not included. */
  take(): readonly ChangeRecord[] {
    const records = [...this.#records.values()].filter(({ before, after }) => before !== after?.rule);
    this.#records.clear();
    return records;
  }
}

/** The rule of a file with its revision, the hash of the file. */
export function asStored(rule: Rule): StoredRule {
  return Object.freeze({ rule, revision: rule.origin.sha256 ?? "", cursor: rule.id });
}

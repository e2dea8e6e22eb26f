import {
  isStorable,
  assertNoCycle,
  assertRevision,
  assertUniqueName,
  createRecord,
  createRule,
  lazilyStored,
  nextVersion,
  PreceptError,
  ruleOf,
  type ChangeRecord,
  type JsonRow,
  type Rule,
  type RuleWrite,
  type StoredRule,
  type Written,
} from "@precept/core";

/** What the database has of the rules that a batch writes or needs, read while no other program can change it. */
export interface BatchState {
  /** The current rules of the batch's ids, by id. */
  readonly current: ReadonlyMap<string, JsonRow>;
  /** The last states of these rules, also of deleted ones, by id. */
  readonly last: ReadonlyMap<string, Pick<JsonRow, "rule">>;
  /** Rules that can have the names that must be unique. */
  readonly named: readonly Pick<JsonRow, "rule">[];
  /** What the rules that the batch can reach through `replaces` replace, by id. */
  readonly replaces: ReadonlyMap<string, readonly string[]>;
  /** Numbers of new revisions, at least one for each write. */
  readonly revisions: readonly number[];
}

/** A revision to add. */
export interface NewRevision {
  readonly revision: number;
  readonly rule: Rule;
  readonly text: string;
  readonly isDeleted: boolean;
  readonly writtenAt: string;
  readonly reason: string | undefined;
  /** The rule as a later read returns it, which can differ from what was saved. */
  readonly stored: () => StoredRule;
}

type Save = RuleWrite & { readonly kind: "save" };

/** A write, of which everything is checked that does not depend on the database. */
export type PreparedWrite =
  | (Save & { readonly checked: Rule })
  | (RuleWrite & { readonly kind: "delete" })
  | { readonly kind: "invalid"; readonly error: unknown };

/** Checks a write. Its error is thrown when the write is decided. */
export function prepareWrite(write: RuleWrite): PreparedWrite {
  if (write.kind === "delete") return write;
  try {
    const checked = createRule(write.rule);
    assertStorableTexts(checked);
    return { ...write, checked };
  } catch (error) {
    return { kind: "invalid", error };
  }
}

/** Decides the writes of one transaction in order, each on the outcome of the writes before it. Pure. */
export class Batch {
  readonly #state: BatchState;
  readonly #store: string;
  readonly #now: () => Date;
  readonly #revisions: NewRevision[] = [];
  /** The last revision of each written rule. */
  readonly #written = new Map<string, NewRevision>();

  constructor(state: BatchState, { id, now }: { readonly id: string; readonly now: () => Date }) {
    this.#state = state;
    this.#store = id;
    this.#now = now;
  }

  /** All revisions to add, in the order of the writes. */
  get revisions(): readonly NewRevision[] {
    return this.#revisions;
  }

  /** The last revisions: what is current afterwards. */
  get last(): readonly NewRevision[] {
    return [...this.#written.values()];
  }

  /** The changes, for subscribers. */
  records(): readonly ChangeRecord[] {
    return [...this.#written].flatMap(([id, { stored, isDeleted }]) => {
      const before = this.#state.current.get(id);
      const after = isDeleted ? undefined : stored;
      return before === undefined && after === undefined ? [] : [createRecord(id, before, after, this.#store)];
    });
  }

  /** @throws PreceptError `RULE_CONFLICT`, `RULE_EXISTS`, `RULE_INVALID`: the batch is then as before. */
  write(write: PreparedWrite): Written {
    if (write.kind === "invalid") throw write.error;
    return write.kind === "save" ? this.#save(write) : this.#delete(write);
  }

  #save({ checked, revision, uniqueName = false, upsert = false, reason }: PreparedWrite & { readonly kind: "save" }): Written {
    const { id } = checked;
    const before = this.#current(id);
    const isNew = upsert ? before === undefined : revision === undefined;
    if (uniqueName && isNew) assertUniqueName(checked, this.#withNames());
    if (!upsert) assertRevision(id, revision, before && String(before.revision));
    assertNoCycle(checked, (other) => this.#replaces(other));
    const writtenAt = this.#now().toISOString();
    const last = this.#written.get(id)?.rule ?? this.#parse(this.#state.last.get(id));
    const complete: Rule = {
      ...checked,
      version: nextVersion(checked, last),
      origin: { ...checked.origin, store: this.#store },
      createdAt: checked.createdAt || (before && ruleOf(before, this.#store).createdAt) || writtenAt,
      updatedAt: writtenAt,
    };
    const text = JSON.stringify(complete);
    const { stored } = this.#add({ rule: complete, text, isDeleted: false, writtenAt, reason });
    return {
      kind: "saved",
      get stored() {
        return stored();
      },
    };
  }

  #delete({ id, revision }: RuleWrite & { readonly kind: "delete" }): Written {
    const before = this.#current(id);
    if (revision !== undefined) assertRevision(id, revision, before && String(before.revision));
    if (before === undefined) return { kind: "deleted", existed: false };
    const writtenAt = this.#now().toISOString();
    const rule = ruleOf(before, this.#store);
    this.#add({ rule, text: before.rule, isDeleted: true, writtenAt, reason: undefined });
    return { kind: "deleted", existed: true };
  }

  #add(added: Omit<NewRevision, "revision" | "stored">): NewRevision {
    const revision = this.#state.revisions[this.#revisions.length];
    if (revision === undefined) throw new Error("A batch has fewer numbers of revisions than writes.");
    const stored = lazilyStored({ revision, rule: added.text }, this.#store);
    const complete = { ...added, revision, stored };
    this.#revisions.push(complete);
    this.#written.set(added.rule.id, complete);
    return complete;
  }

  #current(id: string): JsonRow | undefined {
    const written = this.#written.get(id);
    if (written === undefined) return this.#state.current.get(id);
    return written.isDeleted ? undefined : { revision: written.revision, rule: written.text };
  }

  #withNames(): readonly Rule[] {
    const stored = this.#state.named.map((row) => ruleOf(row, this.#store)).filter(({ id }) => !this.#written.has(id));
    return [...stored, ...this.last.filter(({ isDeleted }) => !isDeleted).map(({ rule }) => rule)];
  }

  #replaces(id: string): readonly string[] {
    const written = this.#written.get(id);
    if (written !== undefined) return written.isDeleted ? [] : written.rule.replaces;
    return this.#state.replaces.get(id) ?? [];
  }

  #parse(row: Pick<JsonRow, "rule"> | undefined): Rule | undefined {
    return row && ruleOf(row, this.#store);
  }
}

/** Rejects texts that PostgreSQL cannot store in the columns. Other texts are part of the JSON, which escapes them. */
function assertStorableTexts(rule: Rule): void {
  const { id, name, projectId = "", userId = "", tags, targets, contexts, replaces } = rule;
  const fields = { id: [id], name: [name], projectId: [projectId], userId: [userId], tags, targets, contexts, replaces };
  const invalid = Object.entries(fields).filter(([, texts]) => !texts.every(isStorable));
  if (invalid.length === 0) return;
  throw new PreceptError("RULE_INVALID", {
    name: rule.name,
    reasons: invalid.map(([field]) => `${field}: PostgreSQL cannot store the character 0 or an unpaired surrogate`),
  });
}

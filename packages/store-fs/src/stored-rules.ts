import type { FilteredRule, SearchedRules, StoredRule, Tenant, WordData } from "@precept/core";

/** What the rules of many files have in common. */
export type SharedFields = Omit<FilteredRule, "id" | "name">;

/** The rules of an owner, by document. */
export interface OwnedRules {
  readonly owner: Tenant;
  readonly names: readonly string[];
  /** Positions in the shared fields. */
  readonly fields: Uint32Array;
  /** Positions in the files. */
  readonly files: Uint32Array;
  /** The SHA-256 of each file. */
  readonly digests: Uint8Array;
  readonly words: WordData;
}

// The length of a SHA-256, in bytes.
export const digestBytes = 32;

interface StoredContext {
  readonly fields: readonly SharedFields[];
  /** Reads a rule. @param file the position of its file. @param sha256 of the file. */
  readonly read: (id: string, file: number, sha256: string) => StoredRule | undefined;
}

/** The rules of an owner as they are stored for searches. */
export class StoredRules implements SearchedRules {
  readonly #rules: OwnedRules;
  readonly #context: StoredContext;
  #numbers: ReadonlyMap<string, number> | undefined;

  constructor(rules: OwnedRules, context: StoredContext) {
    this.#rules = rules;
    this.#context = context;
  }

  get owner(): Tenant {
    return this.#rules.owner;
  }

  get words(): WordData {
    return this.#rules.words;
  }

  fieldsOf(id: string): FilteredRule | undefined {
    const number = this.#numberOf(id);
    if (number === undefined) return undefined;
    const shared = this.#context.fields[this.#rules.fields[number] as number] as SharedFields;
    return { ...shared, id, name: this.#rules.names[number] as string };
  }

  read(id: string): StoredRule | undefined {
    const number = this.#numberOf(id);
    if (number === undefined) return undefined;
    const { files, digests } = this.#rules;
    const digest = Buffer.from(digests.subarray(number * digestBytes, (number + 1) * digestBytes));
    return this.#context.read(id, files[number] as number, digest.toString("hex"));
  }

  #numberOf(id: string): number | undefined {
    this.#numbers ??= new Map(this.words.ids.map((one, number) => [one, number]));
    return this.#numbers.get(id);
  }
}

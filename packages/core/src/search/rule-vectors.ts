import type { Rule } from "../model/rule.ts";
import type { Embedder } from "../ports/embedder.ts";
import { searchTextOf } from "./rule-terms.ts";
import { VectorIndex } from "./vector-index.ts";

/** How many rules have a vector. */
export interface EmbeddingProgress {
  readonly embedded: number;
  readonly total: number;
}

export class RuleVectors {
  readonly #embedder: Embedder;
  readonly #pending = new Map<string, Rule>();
  /** The vectors that exist. Undefined: the embedder did not answer yet. */
  index: VectorIndex | undefined;
  #running: Promise<void> | undefined;
  #isClosed = false;

  constructor(embedder: Embedder) {
    this.#embedder = embedder;
  }

  get progress(): EmbeddingProgress {
    const embedded = this.index?.size ?? 0;
    return { embedded, total: embedded + this.#pending.size };
  }

  /** Adds a rule, or replaces it. Its vector remains if the embedded text is the same. */
  set(rule: Rule, previous: Rule | undefined): void {
    const isCurrent = previous !== undefined && searchTextOf(previous) === searchTextOf(rule);
    if (isCurrent && this.index?.has(rule.id) === true) return;
    this.index?.delete(rule.id);
    this.#pending.set(rule.id, rule);
  }

  delete(id: string): void {
    this.#pending.delete(id);
    this.index?.delete(id);
  }

  /** Embeds all rules without a vector, in batches. Concurrent calls share a run. A call after a failure continues. */
  embedPending(): Promise<void> {
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  close(): void {
    this.#isClosed = true;
  }

  async #run(): Promise<void> {
    if (this.#pending.size === 0) return;
    const { id, dim, maxBatch } = await this.#embedder.info();
    this.index ??= new VectorIndex({ id, dim });
    while (this.#pending.size > 0 && !this.#isClosed) {
      const batch: Rule[] = [];
      for (const rule of this.#pending.values()) if (batch.push(rule) >= maxBatch) break;
      const vectors = await this.#embedder.embed(batch.map(searchTextOf), { kind: "document" });
      for (const [at, rule] of batch.entries()) {
        // A rule that changed or was deleted in the meantime needs no vector of its old text.
        if (this.#pending.get(rule.id) !== rule) continue;
        this.index.set(rule.id, vectors[at] ?? new Float32Array(), id);
        this.#pending.delete(rule.id);
      }
    }
  }
}

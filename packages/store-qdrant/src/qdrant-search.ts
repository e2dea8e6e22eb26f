import {
  maxSampled,
  measureScale,
  tenantKey,
  visibleOwners,
  type Cancellable,
  type MeaningQuery,
  type MeaningResult,
  type MeaningScale,
  type MeaningSearch,
  type StoreState,
  type Tenant,
} from "@precept/core";
import { QdrantClient, type Filter } from "./client.ts";
import { collectionOf } from "./collection.ts";
import { isMissing } from "./failure.ts";
import { readState } from "./fill-state.ts";
import { fill, rebuild, verify, type FillContext } from "./fill.ts";
import { Follower } from "./follower.ts";
import { completeOptions, type CompleteOptions, type QdrantSearchOptions } from "./options.ts";
import { fieldsOf, vectorNames } from "./point.ts";
import type { Verification } from "./verification.ts";

/** Search by meaning in Qdrant, beside a store of rules. */
export interface QdrantSearch extends MeaningSearch, AsyncDisposable {
  /**
   * Fills the collection now, verifies it, and fills it again after each change of the store. Errors go to `onError`, and it
   * tries again.
   */
  follow(): void;
  /** Brings the collection to the current position of the store. @throws PreceptError `STORE_FAILED`, `EMBEDDER_FAILED` */
  fill(): Promise<void>;
  /** Compares all rules with the collection, and repairs it. Rejects like `fill`. */
  rebuild(): Promise<void>;
  /** Compares the collection with the store, by count and by a hash of all revisions. @throws PreceptError `STORE_FAILED` */
  verify(): Promise<Verification>;
  /** `failed` with the reason from a failed request until the next one that succeeds. */
  state(): StoreState;
  /** The version of the server. @throws PreceptError `STORE_FAILED` */
  version(): Promise<string>;
}

/** For how long a state of the collection, or a scale of a tenant, is used without asking again, in milliseconds. */
const freshMs = 5000;

/** The scales of so many tenants are remembered. */
const maxScales = 1000;

/**
 * Creates a search by meaning in Qdrant for the rules of a store. The collection is filled from the feed of the store; rules
 * and their texts still come from the store. The first call connects.
 *
 * Scores are cosines, and what counts as a high one is measured between the rules that the tenant sees, so they do not depend
 * on rules of other tenants.
 *
 * @throws PreceptError `OPTION_VALUE_INVALID`, `STORE_CAPABILITY_MISSING` if the store has no `positions`.
 */
export function createQdrantSearch(options: QdrantSearchOptions): QdrantSearch {
  return new SearchInQdrant(completeOptions(options));
}

interface Remembered<Value> {
  readonly value: Value;
  readonly until: number;
}

class SearchInQdrant implements QdrantSearch {
  readonly store: string;
  readonly #options: CompleteOptions;
  readonly #client: QdrantClient;
  readonly #follower: Follower;
  readonly #scales = new Map<string, Remembered<MeaningScale>>();
  #isComplete: Remembered<boolean> | undefined;
  #isVerified = false;
  #state: StoreState = { status: "ready" };

  constructor(options: CompleteOptions) {
    this.store = options.store.id;
    this.#options = options;
    this.#client = new QdrantClient(options);
    this.#follower = new Follower(options, (signal) => this.#noting(async () => this.#fill(await this.#context(signal))));
  }

  async search({ vector, embedder, tenant, limit }: MeaningQuery, { signal }: Cancellable = {}): Promise<MeaningResult> {
    return this.#noting(async () => {
      const info = await this.#options.embedder.info({ signal });
      // Vectors of another embedder cannot be compared.
      if (info.id !== embedder) return { candidates: [], isComplete: false };
      const collection = collectionOf(this.#options.collection, info);
      try {
        const filter = visibleTo(tenant);
        const [points, scale, isComplete] = await Promise.all([
          this.#client.query(
            collection,
            {
              query: [...vector],
              using: vectorNames.dense,
              filter,
              limit,
              with_payload: ["owner", "rule_id", "revision", "text_digest"],
            },
            signal,
          ),
          this.#scaleOf(collection, tenant),
          this.#hasAll(collection),
        ]);
        const candidates = points.flatMap(({ payload, score }) => {
          const fields = fieldsOf(payload);
          return fields === undefined ? [] : [{ id: fields.rule_id, revision: fields.revision, score }];
        });
        return { candidates, scale, isComplete };
      } catch (error) {
        // No process has filled it yet.
        if (isMissing(error)) return { candidates: [], isComplete: false };
        throw error;
      }
    });
  }

  follow(): void {
    this.#follower.start();
  }

  fill(): Promise<void> {
    return this.#follower.run();
  }

  async rebuild(): Promise<void> {
    await this.#noting(async () => rebuild(await this.#context()));
  }

  verify(): Promise<Verification> {
    return this.#noting(async () => verify(await this.#context()));
  }

  state(): StoreState {
    return this.#state;
  }

  version(): Promise<string> {
    return this.#noting(() => this.#client.version());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#follower[Symbol.asyncDispose]();
  }

  /** Compares all rules once, since another program can have changed the collection. */
  async #fill(context: FillContext): Promise<void> {
    await fill(context);
    if (this.#isVerified) return;
    if (!(await verify(context)).isEqual) await rebuild(context);
    this.#isVerified = true;
  }

  async #context(signal?: AbortSignal): Promise<FillContext> {
    const info = await this.#options.embedder.info({ signal });
    const collection = collectionOf(this.#options.collection, info);
    return { client: this.#client, collection, info, options: this.#options, signal };
  }

  async #hasAll(collection: string): Promise<boolean> {
    const known = this.#isComplete;
    if (known !== undefined && performance.now() < known.until) return known.value;
    const value = (await readState(this.#client, collection))?.isComplete === true;
    this.#isComplete = { value, until: performance.now() + freshMs };
    return value;
  }

  /** Measured between rules that the tenant sees. */
  async #scaleOf(collection: string, tenant: Tenant): Promise<MeaningScale> {
    const key = tenantKey(tenant);
    const known = this.#scales.get(key);
    if (known !== undefined && performance.now() < known.until) return known.value;
    const { points } = await this.#client.scroll(collection, {
      filter: visibleTo(tenant),
      limit: maxSampled,
      with_payload: false,
      with_vector: [vectorNames.dense],
    });
    const value = measureScale(points.flatMap(({ vector }) => denseOf(vector)));
    if (this.#scales.size >= maxScales) this.#scales.clear();
    this.#scales.set(key, { value, until: performance.now() + freshMs });
    return value;
  }

  async #noting<Result>(call: () => Promise<Result>): Promise<Result> {
    try {
      const result = await call();
      this.#state = { status: "ready" };
      return result;
    } catch (error) {
      this.#state = { status: "failed", error };
      throw error;
    }
  }
}

/** Only the rules of owners that a tenant sees. */
function visibleTo(tenant: Tenant): Filter {
  return { must: [{ key: "owner", match: { any: visibleOwners(tenant).map(tenantKey) } }] };
}

function denseOf(vector: unknown): readonly Float32Array[] {
  if (typeof vector !== "object" || vector === null || !(vectorNames.dense in vector)) return [];
  const dense: unknown = vector[vectorNames.dense];
  return Array.isArray(dense) ? [Float32Array.from(dense as number[])] : [];
}

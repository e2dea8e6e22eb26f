import type { CancelSignal } from "@precept/core";
import type { Schemas } from "@qdrant/js-client-rest";
import { failed, failedStatus } from "./failure.ts";
import type { CompleteOptions } from "./options.ts";

type ClientOptions = Pick<CompleteOptions, "url" | "apiKey" | "timeoutMs">;

type Method = "GET" | "PUT" | "POST" | "DELETE";

export type Filter = Schemas["Filter"];
export type Point = Schemas["PointStruct"];
export type FoundPoint = Schemas["Record"];
export type ScoredPoint = Schemas["ScoredPoint"];

/** The requests of Qdrant's REST API that are used. Errors are `STORE_FAILED`. */
export class QdrantClient {
  readonly #options: ClientOptions;

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  /** The version of the server. */
  async version(): Promise<string> {
    const { version } = (await this.#send("GET", "/")) as Schemas["VersionInfo"];
    return version;
  }

  async exists(collection: string): Promise<boolean> {
    const { exists } = await this.#call<Schemas["CollectionExistence"]>("GET", `${at(collection)}/exists`);
    return exists;
  }

  async info(collection: string): Promise<Schemas["CollectionInfo"]> {
    return this.#call("GET", at(collection));
  }

  async create(collection: string, config: Schemas["CreateCollection"]): Promise<void> {
    await this.#call("PUT", at(collection), config);
  }

  async deleteCollection(collection: string): Promise<void> {
    await this.#call("DELETE", at(collection));
  }

  async createIndex(collection: string, index: Schemas["CreateFieldIndex"]): Promise<void> {
    await this.#call("PUT", `${at(collection)}/index?wait=true`, index);
  }

  /** The aliases of all collections: the collection of each alias. */
  async aliases(): Promise<ReadonlyMap<string, string>> {
    const { aliases } = await this.#call<Schemas["CollectionsAliasesResponse"]>("GET", "/aliases");
    return new Map(aliases.map(({ alias_name: alias, collection_name: name }) => [alias, name]));
  }

  async changeAliases(change: Schemas["ChangeAliasesOperation"]): Promise<void> {
    await this.#call("POST", "/collections/aliases", change);
  }

  async upsert(collection: string, points: readonly Point[]): Promise<void> {
    if (points.length === 0) return;
    await this.#call("PUT", `${at(collection)}/points?wait=true`, { points: [...points] } satisfies Schemas["PointsList"]);
  }

  /** Replaces the payloads of points, and leaves their vectors. */
  async setPayloads(collection: string, payloads: ReadonlyMap<string, Payload>): Promise<void> {
    if (payloads.size === 0) return;
    const operations = Array.from(payloads, ([id, payload]) => ({ overwrite_payload: { points: [id], payload } }));
    await this.#call("POST", `${at(collection)}/points/batch?wait=true`, { operations } satisfies Schemas["UpdateOperations"]);
  }

  async delete(collection: string, points: readonly string[]): Promise<void> {
    if (points.length === 0) return;
    await this.#call("POST", `${at(collection)}/points/delete?wait=true`, {
      points: [...points],
    } satisfies Schemas["PointsSelector"]);
  }

  async retrieve(collection: string, ids: readonly string[], signal?: CancelSignal): Promise<readonly FoundPoint[]> {
    const request = { ids: [...ids], with_payload: true, with_vector: false } satisfies Schemas["PointRequest"];
    return this.#call("POST", `${at(collection)}/points`, request, signal);
  }

  async scroll(collection: string, request: Schemas["ScrollRequest"], signal?: CancelSignal): Promise<Schemas["ScrollResult"]> {
    return this.#call("POST", `${at(collection)}/points/scroll`, request, signal);
  }

  async count(collection: string, filter: Filter, signal?: CancelSignal): Promise<number> {
    const request = { filter, exact: true } satisfies Schemas["CountRequest"];
    return (await this.#call<Schemas["CountResult"]>("POST", `${at(collection)}/points/count`, request, signal)).count;
  }

  async query(collection: string, request: Schemas["QueryRequest"], signal?: CancelSignal): Promise<readonly ScoredPoint[]> {
    return (await this.#call<Schemas["QueryResponse"]>("POST", `${at(collection)}/points/query`, request, signal)).points;
  }

  async #call<Result>(method: Method, path: string, body?: unknown, signal?: CancelSignal): Promise<Result> {
    const answer = (await this.#send(method, path, body, signal)) as { readonly result?: Result };
    if (answer.result === undefined) throw failed("its answer has no result", { retryable: true });
    return answer.result;
  }

  async #send(method: Method, path: string, body?: unknown, signal?: CancelSignal): Promise<unknown> {
    signal?.throwIfAborted();
    const { url, apiKey, timeoutMs } = this.#options;
    const limit = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(new URL(path.slice(1), url.endsWith("/") ? url : `${url}/`), {
        method,
        headers: {
          ...(body !== undefined && { "content-type": "application/json" }),
          ...(apiKey !== undefined && { "api-key": apiKey }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        // A redirect would get the key.
        redirect: "error",
        signal: signal instanceof AbortSignal ? AbortSignal.any([limit, signal]) : limit,
      });
      const text = await response.text();
      if (!response.ok) throw failedStatus(response.status, messageIn(text));
      return JSON.parse(text) as unknown;
    } catch (error) {
      signal?.throwIfAborted();
      if (limit.aborted) throw failed(`it did not answer within ${timeoutMs} ms`, { retryable: true, cause: error });
      if (error instanceof SyntaxError) throw failed("its answer is no JSON", { retryable: false, cause: error });
      if (error instanceof TypeError) throw failed(`it cannot be reached${causeOf(error)}`, { retryable: true, cause: error });
      throw error;
    }
  }
}

export type Payload = NonNullable<Exclude<Point["payload"], null>>;

function at(collection: string): string {
  return `/collections/${encodeURIComponent(collection)}`;
}

/** What an answer with an error says: `{ status: { error } }`. */
function messageIn(text: string): string {
  try {
    const { status } = JSON.parse(text) as { readonly status?: { readonly error?: unknown } };
    return typeof status?.error === "string" ? status.error : "";
  } catch {
    return text.slice(0, 200);
  }
}

function causeOf({ cause }: TypeError): string {
  return cause instanceof Error && cause.message !== "" ? ` (${cause.message})` : "";
}

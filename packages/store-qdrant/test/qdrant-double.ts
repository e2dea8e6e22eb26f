import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { Schemas } from "@qdrant/js-client-rest";
import { matches, type StoredPoint } from "./filter.ts";

interface Collection {
  readonly config: Schemas["CreateCollection"];
  readonly points: Map<string, StoredPoint>;
  /** The type of each indexed field. */
  readonly indexes: Map<string, Schemas["PayloadSchemaType"]>;
}

/** A request and its answer, for a comparison with the published description of the API. */
export interface Exchange {
  readonly method: string;
  /** The path with its parameters as in the description, such as `/collections/{collection_name}`. */
  readonly route: string;
  readonly status: number;
  readonly request: unknown;
  readonly response: unknown;
}

/** A server with the part of Qdrant's REST API that is used, in memory. It does not show how Qdrant ranks or scales. */
export interface QdrantDouble extends AsyncDisposable {
  readonly url: string;
  readonly collections: ReadonlyMap<string, Collection>;
  readonly aliases: ReadonlyMap<string, string>;
  readonly exchanges: readonly Exchange[];
  /** What happens to the next requests: a status instead of the answer, or no answer at all. */
  readonly faults: (number | "hang")[];
}

/** An error of the API: `{ status: { error } }`. */
class Refused extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

type Handler = (parameter: string, body: never) => unknown;

/** @param apiKey requests without it are refused. */
export async function startQdrantDouble({ apiKey }: { readonly apiKey?: string } = {}): Promise<QdrantDouble> {
  const collections = new Map<string, Collection>();
  const aliases = new Map<string, string>();
  const exchanges: Exchange[] = [];
  const faults: (number | "hang")[] = [];

  const find = (name: string): Collection => {
    const found = collections.get(aliases.get(name) ?? name);
    if (found === undefined) throw new Refused(404, `Not found: Collection \`${name}\` doesn't exist!`);
    return found;
  };
  const done = { operation_id: 0, status: "completed" } satisfies Schemas["UpdateResult"];

  const collection = "/collections/{collection_name}";
  const handlers: Readonly<Record<string, Handler>> = {
    [`GET ${collection}/exists`]: (name): Schemas["CollectionExistence"] => ({
      exists: collections.has(aliases.get(name) ?? name),
    }),
    [`GET ${collection}`]: (name): Schemas["CollectionInfo"] => describeCollection(find(name)),
    [`PUT ${collection}`]: (name, config: Schemas["CreateCollection"]) => {
      if (collections.has(name) || aliases.has(name))
        throw new Refused(409, `Wrong input: Collection \`${name}\` already exists!`);
      collections.set(name, { config, points: new Map(), indexes: new Map() });
      return true;
    },
    [`DELETE ${collection}`]: (name) => collections.delete(name),
    [`PUT ${collection}/index`]: (name, { field_name: field, field_schema: schema }: Schemas["CreateFieldIndex"]) => {
      if (schema === undefined || schema === null) throw new Refused(400, "Bad request: the double needs a schema");
      find(name).indexes.set(field, (typeof schema === "string" ? schema : schema.type) as Schemas["PayloadSchemaType"]);
      return done;
    },
    "GET /aliases": (): Schemas["CollectionsAliasesResponse"] => ({
      aliases: Array.from(aliases, ([alias, name]) => ({ alias_name: alias, collection_name: name })),
    }),
    "POST /collections/aliases": (_, { actions }: Schemas["ChangeAliasesOperation"]) => {
      for (const action of actions) {
        if ("delete_alias" in action) aliases.delete(action.delete_alias.alias_name);
        if (!("create_alias" in action)) continue;
        const { alias_name: alias, collection_name: name } = action.create_alias;
        if (collections.has(alias)) throw new Refused(409, `Wrong input: Collection \`${alias}\` already exists!`);
        find(name);
        aliases.set(alias, name);
      }
      return true;
    },
    [`PUT ${collection}/points`]: (name, { points }: Schemas["PointsList"]) => {
      const { points: all, config } = find(name);
      for (const { id, vector, payload } of points) {
        if (!/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(String(id))) {
          throw new Refused(400, `Format error in JSON body: value ${id} is not a valid point ID`);
        }
        const vectors = vector as StoredPoint["vector"];
        checkVectors(vectors, config);
        all.set(String(id), { id: String(id), vector: normalised(vectors), payload: payload ?? {} });
      }
      return done;
    },
    [`POST ${collection}/points/batch`]: (name, { operations }: Schemas["UpdateOperations"]) => {
      const { points: all } = find(name);
      return operations.map((operation) => {
        if (!("overwrite_payload" in operation)) throw new Refused(400, "Bad request: the double does not know this operation");
        const { points = [], payload } = operation.overwrite_payload;
        for (const id of points ?? []) {
          const point = all.get(String(id));
          if (point !== undefined) all.set(String(id), { ...point, payload });
        }
        return done;
      });
    },
    [`POST ${collection}/points/delete`]: (name, selector: Schemas["PointsSelector"]) => {
      if (!("points" in selector)) throw new Refused(400, "Bad request: the double does not know this selector");
      for (const id of selector.points) find(name).points.delete(String(id));
      return done;
    },
    [`POST ${collection}/points`]: (name, { ids }: Schemas["PointRequest"]) => {
      const { points } = find(name);
      return ids.flatMap((id) => {
        const point = points.get(String(id));
        return point === undefined ? [] : [{ id: point.id, payload: point.payload }];
      });
    },
    [`POST ${collection}/points/scroll`]: (name, request: Schemas["ScrollRequest"]): Schemas["ScrollResult"] => {
      const { filter, limit, offset, with_payload: withPayload = true, with_vector: withVector = false } = request;
      const all = [...find(name).points.values()]
        .filter((point) => matches(point, filter))
        .toSorted((left, right) => (left.id < right.id ? -1 : 1));
      const from = all.filter(({ id }) => typeof offset !== "string" || id >= offset);
      const page = from.slice(0, limit ?? 10);
      const next = from[page.length];
      return {
        points: page.map(({ id, payload, vector }) => ({
          id,
          ...(withPayload === true && { payload }),
          ...(withVector !== false && { vector: selectVectors(vector, withVector) }),
        })),
        next_page_offset: next?.id ?? null,
      };
    },
    [`POST ${collection}/points/count`]: (name, { filter }: Schemas["CountRequest"]): Schemas["CountResult"] => ({
      count: [...find(name).points.values()].filter((point) => matches(point, filter)).length,
    }),
    [`POST ${collection}/points/query`]: (name, request: Schemas["QueryRequest"]): Schemas["QueryResponse"] => {
      const { query, using, filter, limit, with_payload: selected } = request;
      const wanted = normalise(query as number[]);
      const scored = [...find(name).points.values()].flatMap((point) => {
        const vector = point.vector[using ?? ""];
        return Array.isArray(vector) && matches(point, filter) ? [{ point, score: dot(wanted, vector) }] : [];
      });
      const best = scored.toSorted((left, right) => right.score - left.score).slice(0, limit ?? 10);
      return {
        points: best.map(({ point: { id, payload }, score }) => ({
          id,
          version: 0,
          score,
          payload: Array.isArray(selected)
            ? Object.fromEntries(selected.filter((key) => key in payload).map((key) => [key, payload[key]]))
            : payload,
        })),
      };
    },
  };

  const answer = (method: string, path: string, body: unknown): { readonly route: string; readonly result: unknown } => {
    for (const [key, handle] of Object.entries(handlers)) {
      const [wanted = "", route = ""] = key.split(" ");
      const pattern = new RegExp(`^${route.replace("{collection_name}", "([^/]+)")}$`);
      const found = wanted === method ? pattern.exec(path) : null;
      if (found !== null) return { route, result: handle(decodeURIComponent(found[1] ?? ""), body as never) };
    }
    throw new Refused(404, `the double does not know ${method} ${path}`);
  };

  const server = createServer((request, response) => {
    void (async () => {
      const method = request.method ?? "";
      const path = new URL(request.url ?? "", "http://localhost").pathname;
      const body = await readBody(request);
      const fault = faults.shift();
      if (fault === "hang") {
        await wait(5000, undefined, { ref: false });
        response.destroy();
        return;
      }
      if (path === "/") {
        send(response, 200, { title: "qdrant - vector search engine", version: "1.19.0" });
        return;
      }
      try {
        if (fault !== undefined) throw new Refused(fault, "a fault of the test");
        if (apiKey !== undefined && request.headers["api-key"] !== apiKey) throw new Refused(401, "Must provide an API key");
        const { route, result } = answer(method, path, body);
        const value = { result, status: "ok", time: 0.001 };
        exchanges.push({ method, route, status: 200, request: body, response: value });
        send(response, 200, value);
      } catch (error) {
        const status = error instanceof Refused ? error.status : 500;
        send(response, status, { status: { error: error instanceof Error ? error.message : String(error) }, time: 0.001 });
      }
    })();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    collections,
    aliases,
    exchanges,
    faults,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function send(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += String(chunk);
  return text === "" ? undefined : (JSON.parse(text) as unknown);
}

function describeCollection({ config, indexes, points }: Collection): Schemas["CollectionInfo"] {
  return {
    status: "green",
    optimizer_status: "ok",
    points_count: points.size,
    segments_count: 1,
    config: {
      params: { vectors: config.vectors ?? {}, ...(config.sparse_vectors && { sparse_vectors: config.sparse_vectors }) },
      hnsw_config: { m: 0, ef_construct: 100, full_scan_threshold: 10_000, payload_m: 16 },
      optimizer_config: {
        deleted_threshold: 0.2,
        vacuum_min_vector_number: 1000,
        default_segment_number: 0,
        flush_interval_sec: 5,
      },
    },
    payload_schema: Object.fromEntries(
      Array.from(indexes, ([field, schema]) => [
        field,
        { data_type: schema, points: points.size } satisfies Schemas["PayloadIndexInfo"],
      ]),
    ),
  };
}

function checkVectors(
  vectors: StoredPoint["vector"],
  { vectors: dense, sparse_vectors: sparse }: Schemas["CreateCollection"],
): void {
  for (const [name, vector] of Object.entries(vectors)) {
    if (!Array.isArray(vector)) {
      if (sparse?.[name] === undefined) throw new Refused(400, `Wrong input: Not existing vector name error: ${name}`);
      if (new Set(vector.indices).size !== vector.indices.length)
        throw new Refused(422, "Validation error: indices must be unique");
      continue;
    }
    const params = typeof dense === "object" && name in dense ? (dense as Record<string, { size: number }>)[name] : undefined;
    if (params === undefined) throw new Refused(400, `Wrong input: Not existing vector name error: ${name}`);
    if (vector.length !== params.size) throw new Refused(400, `Wrong input: Vector dimension error: ${vector.length}`);
  }
}

/** Qdrant stores vectors for cosines with the length 1. */
function normalised(vectors: StoredPoint["vector"]): StoredPoint["vector"] {
  return Object.fromEntries(
    Object.entries(vectors).map(([name, vector]) => [name, Array.isArray(vector) ? normalise(vector) : vector]),
  );
}

function normalise(vector: readonly number[]): number[] {
  const length = Math.sqrt(dot(vector, vector)) || 1;
  return vector.map((value) => Math.fround(value / length));
}

function dot(left: readonly number[], right: readonly number[]): number {
  return left.reduce((sum, value, at) => sum + value * (right[at] ?? 0), 0);
}

function selectVectors(vectors: StoredPoint["vector"], selected: Schemas["WithVector"]): Schemas["VectorStructOutput"] {
  const names = Array.isArray(selected) ? selected : Object.keys(vectors);
  return Object.fromEntries(names.flatMap((name) => (vectors[name] === undefined ? [] : [[name, vectors[name]]])));
}

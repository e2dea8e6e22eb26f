import { projectRoutes, type Route } from "@precept/contract";
import { anyCodePoint } from "@precept/testing";
import * as fc from "fast-check";
import { arbitraryOf } from "./arbitrary-of-schema.ts";
import { mcpHeaders, mcpMessages } from "./mcp-messages.ts";

/** A request as it is sent. */
export interface SentRequest {
  readonly method: string;
  /** Absolute, with the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** A request before its parts are put together. */
interface Draft {
  readonly method: string;
  readonly base: string;
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined: the request has no body. */
  readonly body: unknown;
  /** The text of the body. Default: the body as JSON. */
  readonly bodyText?: string;
}

/** Changes a part of a request so that it is likely not valid any more. */
type Damage = (draft: Draft) => Draft;

const oddTexts = fc.oneof(
  fc.string({ unit: anyCodePoint, maxLength: 20 }),
  fc.constantFrom(
    "",
    " ",
    "..",
    "../../../etc/passwd",
    "..\\..\\x",
    "\0",
    "\uD800",
    "\uFFFE",
    "\u202Etxt",
    "e\u0301".repeat(50),
    "a".repeat(10_000),
    "__proto__",
    "constructor",
    "${7*7}",
    "'; DROP TABLE rules; --",
    "(a+)+$",
    "*".repeat(200),
    "NaN",
    "-0",
    "1e999",
  ),
);

const oddValues: fc.Arbitrary<unknown> = fc.oneof(
  oddTexts,
  fc.constantFrom(null, true, -1, 0.5, 1e308, -1e308, 2 ** 53, 2 ** 31, [], {}, [[]], [null], { a: { b: [] } }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.integer({ min: 1, max: 200 }).map((depth) => JSON.parse("[".repeat(depth) + "]".repeat(depth)) as unknown),
);

/** Text as a raw part of a path: percent-encoded, badly encoded, or not encoded. */
const oddSegments = fc.oneof(
  oddTexts.map((text) => encodeURIComponent(text.toWellFormed())),
  fc.constantFrom(
    "%",
    "%zz",
    "%E0%A4%A",
    "%00",
    "%2e%2e%2f",
    "..%2f..%2fx",
    "%C0%AE",
    "%ff",
    "a%2Fb",
    ";x=1",
    "@",
    "*",
    ":",
    "{rule}",
  ),
);

const oddNames = fc.oneof(
  fc.constantFrom("__proto__", "constructor", "prototype", "toString", "", "a.b", "$ref", "then"),
  oddTexts,
);

/** Header values can only have some characters. */
const headerText = fc.stringMatching(/^[!-~ ]{0,30}$/).map((text) => text.trim());

const damages: fc.Arbitrary<Damage> = fc.oneof(
  fc.tuple(fc.nat(), oddValues).map(([at, value]): Damage => (draft) => ({
    ...draft,
    body: replaceField(draft.body, at, value),
  })),
  fc.nat().map((at): Damage => (draft) => ({ ...draft, body: removeField(draft.body, at) })),
  fc.tuple(oddNames, oddValues).map(([name, value]): Damage => (draft) => ({
    ...draft,
    body: addField(draft.body, name, value),
  })),
  oddValues.map((body): Damage => (draft) => ({ ...draft, body })),
  fc
    .oneof(
      oddTexts,
      fc.constantFrom("{", '{"a":', "[1,]", "nul", "\u{FEFF}{}", "{}{}", '{"__proto__":{"role":"admin"}}', "1".repeat(5_000)),
    )
    .map((bodyText): Damage => (draft) => ({ ...draft, bodyText })),
  fc.integer({ min: 65, max: 20_000 }).map((depth): Damage => (draft) => ({
    ...draft,
    bodyText: '{"a":'.repeat(depth) + "1" + "}".repeat(depth),
  })),
  fc.tuple(fc.nat(), oddSegments).map(([at, segment]): Damage => (draft) => ({
    ...draft,
    params: mapEntry(draft.params, at, () => segment),
  })),
  oddSegments.map((segment): Damage => (draft) => ({ ...draft, path: `${draft.path}/${segment}` })),
  oddSegments.map((project): Damage => (draft) => ({ ...draft, base: `/api/v1/projects/${project}` })),
  fc.tuple(oddNames, oddSegments).map(([name, value]): Damage => (draft) => ({
    ...draft,
    query: [...draft.query, [name, value]],
  })),
  fc.tuple(fc.nat(), oddSegments).map(([at, value]): Damage => (draft) => ({
    ...draft,
    query: draft.query.map(([name, old], index) => [name, index === at % draft.query.length ? value : old]),
  })),
  fc.constant<Damage>((draft) => ({ ...draft, query: [...draft.query, ...draft.query] })),
  fc
    .constantFrom("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "PROPFIND", "QUERY", "get", "X")
    .map((method): Damage => (draft) => ({ ...draft, method })),
  fc
    .tuple(
      fc.constantFrom(
        "accept",
        "authorization",
        "content-encoding",
        "content-type",
        "host",
        "if-match",
        "if-none-match",
        "last-event-id",
        "mcp-method",
        "mcp-protocol-version",
        "mcp-session-id",
        "origin",
        "transfer-encoding",
        "x-request-id",
      ),
      fc.oneof(
        headerText,
        fc.constantFrom(
          "null",
          "*",
          '"',
          'W/"x"',
          "gzip",
          "text/plain",
          "application/json; charset=latin1",
          "Bearer ",
          "-1",
          "{}",
        ),
      ),
    )
    .map(([name, value]): Damage => (draft) => ({ ...draft, headers: { ...draft.headers, [name]: value } })),
);

/**
 * Generates requests to the routes of the server: valid ones, with up to three parts that are damaged.
 *
 * @param authorizations values of the header. Each request has one of them.
 */
export function brokenRequests(authorizations: readonly string[]): fc.Arbitrary<SentRequest> {
  const drafts = (Object.values(projectRoutes) as Route[]).map((route) => draftsOf(route, authorizations));
  return fc
    .tuple(fc.oneof(...drafts), fc.array(damages, { maxLength: 3 }))
    .map(([draft, applied]) => send(applied.reduce((damaged, damage) => damage(damaged), draft)));
}

/**
 * Generates requests of MCP clients in both generations of the protocol: valid ones, with up to three parts that are
 * damaged.
 */
export function brokenMcpRequests(authorizations: readonly string[]): fc.Arbitrary<SentRequest> {
  const drafts = fc
    .record({
      authorization: fc.constantFrom(...authorizations),
      base: fc.constantFrom("/api/v1", "/api/v1/projects/shop"),
      method: fc.constantFrom("POST", "POST", "POST", "POST", "GET", "DELETE"),
      query: fc.constantFrom([], [["phase", "REVIEW"]], [["session", "s"]], [["tool", "claude"]]),
      body: mcpMessages,
    })
    .map(({ authorization, base, method, query, body }): Draft => ({
      method,
      base,
      path: "/mcp",
      params: {},
      query: query as Draft["query"],
      headers: { authorization, ...mcpHeaders(body) },
      body: method === "POST" ? body : undefined,
    }));
  // Damage within the parameters of a message, too.
  const inside = fc.tuple(fc.nat(), oddValues).map(([at, value]): Damage => (draft) => ({
    ...draft,
    body: isObject(draft.body) ? { ...draft.body, params: replaceField(draft.body["params"], at, value) } : draft.body,
  }));
  const deeper = fc.tuple(fc.nat(), oddValues).map(([at, value]): Damage => (draft) => {
    const params = isObject(draft.body) ? draft.body["params"] : undefined;
    if (!isObject(draft.body) || !isObject(params)) return draft;
    return { ...draft, body: { ...draft.body, params: { ...params, arguments: replaceField(params["arguments"], at, value) } } };
  });
  const batched = fc.integer({ min: 0, max: 200 }).map((length): Damage => (draft) => ({
    ...draft,
    body: Array.from({ length }, () => draft.body),
  }));
  const all = fc.oneof(
    { weight: 4, arbitrary: damages },
    { weight: 3, arbitrary: inside },
    { weight: 3, arbitrary: deeper },
    batched,
  );
  return fc
    .tuple(drafts, fc.array(all, { maxLength: 3 }))
    .map(([draft, applied]) => send(applied.reduce((damaged, damage) => damage(damaged), draft)));
}

function draftsOf({ method, path, params, query, body }: Route, authorizations: readonly string[]): fc.Arbitrary<Draft> {
  return fc
    .record({
      authorization: fc.constantFrom(...authorizations),
      base: fc.constantFrom("/api/v1", "/api/v1/projects/shop"),
      params: params === undefined ? fc.constant({}) : arbitraryOf(params),
      query: query === undefined ? fc.constant({}) : arbitraryOf(query),
      body: body === undefined ? fc.constant(undefined) : arbitraryOf(body),
    })
    .map((parts) => ({
      method: method.toUpperCase(),
      path,
      base: parts.base,
      params: mapValues(parts.params as object, (value) => encode(value) || "x"),
      query: Object.entries(parts.query as object).map(([name, value]) => [name, encode(value)] as const),
      headers: { authorization: parts.authorization, ...(parts.body !== undefined && { "content-type": "application/json" }) },
      body: parts.body,
    }));
}

function send({ method, base, path, params, query, headers, body, bodyText }: Draft): SentRequest {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? "x");
  const search = query.map(([name, value]) => `${encode(name)}=${value}`).join("&");
  return {
    method,
    path: `${base}${filled}${search === "" ? "" : `?${search}`}`,
    headers,
    // Requests of these methods cannot have one.
    body: /^(?:get|head)$/i.test(method) ? undefined : (bodyText ?? (body === undefined ? undefined : JSON.stringify(body))),
  };
}

function encode(value: unknown): string {
  return encodeURIComponent(String(value).toWellFormed());
}

function mapValues(values: object, change: (value: unknown) => string): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}

function mapEntry<Value>(
  values: Readonly<Record<string, Value>>,
  at: number,
  change: () => Value,
): Readonly<Record<string, Value>> {
  const names = Object.keys(values);
  const name = names[at % names.length];
  return name === undefined ? values : { ...values, [name]: change() };
}

function replaceField(body: unknown, at: number, value: unknown): unknown {
  return isObject(body) ? mapEntry(body, at, () => value) : value;
}

function removeField(body: unknown, at: number): unknown {
  if (!isObject(body)) return undefined;
  const names = Object.keys(body);
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== names[at % names.length]));
}

function addField(body: unknown, name: string, value: unknown): unknown {
  // Also creates a field named `__proto__`.
  return isObject(body) ? Object.fromEntries([...Object.entries(body), [name, value]]) : { [name]: value };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

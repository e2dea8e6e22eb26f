import { anyCodePoint, startLoopback } from "@precept/testing";
import * as fc from "fast-check";
import { describe, expect, expectTypeOf, it } from "vitest";
import { createClient, type PreceptClient } from "../create-client.ts";
import type { CallOptions } from "../transport/options.ts";
import { ServerError } from "../server-error.ts";
import { buildPath } from "./build-path.ts";
import { methodNames } from "./method-names.ts";

/** A server that answers with what it received. */
async function startEcho(): Promise<string> {
  const { url } = await startLoopback((response, _, { method, url: path, headers }) => {
    response.writeHead(200, { "content-type": "application/json", etag: '"7"', "x-request-id": "r1" });
    response.end(JSON.stringify({ method, path, headers }));
  });
  return new URL(url).origin;
}

async function startAnswer(
  status: number,
  type: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<PreceptClient> {
  const { url } = await startLoopback((response) => response.writeHead(status, { "content-type": type, ...headers }).end(body));
  return createClient({ url: new URL(url).origin, retry: false });
}

describe("the methods of routes", () => {
  it("take the parameters of the path, the body, the query and the options", async () => {
    const url = await startEcho();
    const client = createClient({ url, token: "pct_1" });
    expect(await client.traces.get("a/b")).toMatchObject({ method: "GET", path: "/api/v1/traces/a%2Fb" });
    expect(await client.traces.list({ limit: 5 })).toMatchObject({
      path: "/api/v1/traces?limit=5",
      headers: { authorization: "Bearer pct_1" },
    });
    expect(await client.traces.list()).toMatchObject({ path: "/api/v1/traces" });
    expect(await client.rules.update("a", { priority: 80 }, { ifMatch: '"6"', query: { user_id: "ann" } })).toMatchObject({
      method: "PUT",
      path: "/api/v1/rules/a?user_id=ann",
      headers: { "if-match": '"6"' },
    });
    expect(await client.rules.delete("a", { query: { user_id: "ann" } })).toMatchObject({ path: "/api/v1/rules/a?user_id=ann" });
    expect(await client.rules.reload()).toMatchObject({ method: "POST", path: "/api/v1/rules/reload" });
    const resolved = await client.resolve({ prompt: "fix" }, { headers: { "x-team": "a" } });
    expect(resolved).toMatchObject({
      method: "POST",
      path: "/api/v1/resolve",
      headers: { "content-type": "application/json", "x-team": "a" },
    });
    const other = createClient({ url: `${url}/precept/`, project: "my shop", token: () => "pct_2" });
    expect(await other.resolve()).toMatchObject({
      path: "/precept/api/v1/projects/my%20shop/resolve",
      headers: { authorization: "Bearer pct_2" },
    });
  });

  it("have the types of their routes", () => {
    expectTypeOf<Parameters<PreceptClient["traces"]["get"]>>().toEqualTypeOf<[string, options?: CallOptions]>();
    expectTypeOf<Parameters<PreceptClient["traces"]["list"]>[0]>().toEqualTypeOf<{ limit?: unknown } | undefined>();
    const calls = (client: PreceptClient) => [
      client.rules.get("a", { query: { scope: "project" } }),
      // @ts-expect-error -- The query has no such field.
      client.rules.get("a", { query: { colour: "red" } }),
      // @ts-expect-error -- A route without a query.
      client.traces.get("a", { query: {} }),
      // @ts-expect-error -- The priority is a number.
      client.rules.update("a", { priority: "high" }),
      // @ts-expect-error -- The parameter is missing.
      client.rules.delete(),
    ];
    expect(calls).toBeTypeOf("function");
    expectTypeOf<Parameters<PreceptClient["resolve"]>[0]>().not.toBeAny();
    expectTypeOf<Awaited<ReturnType<PreceptClient["resolve"]>>["prompt"]>().toEqualTypeOf<string>();
  });

  it("have unique, valid names", () => {
    const names = Object.values(methodNames);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => /^(?:memory|events|send)\b/.test(name) || !/^[a-z]\w*(?:\.[a-z]\w*)?$/i.test(name))).toEqual(
      [],
    );
  });

  it("send the positions of earlier writes", async () => {
    const client = createClient({ url: await startEcho() });
    for (const [position, header] of [
      ["a", "a"],
      [["a", "b"], "a,b"],
      [[], undefined],
    ] as const) {
      const answer: unknown = await client.resolve({}, { position });
      expect((answer as { headers: Record<string, string> }).headers["precept-position"]).toBe(header);
    }
  });

  it("`send` also returns the revision and the id of the request", async () => {
    const client = createClient({ url: await startEcho() });
    const answer = await client.send("getTrace", { params: { id: "x" } }, { ifMatch: '"6"' });
    expect(answer).toMatchObject({ status: 200, etag: '"7"', requestId: "r1", body: { headers: { "if-match": '"6"' } } });
  });
});

describe("paths", () => {
  it("have every parameter as one segment", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCodePoint, minLength: 1 }), (value) => {
        fc.pre(value !== "." && value !== "..");
        const { pathname, search, hash } = new URL(
          `http://127.0.0.1${buildPath("/rules/{rule}/history", { params: { rule: value } })}`,
        );
        expect([search, hash]).toEqual(["", ""]);
        const [, rules, segment = "", history, ...rest] = pathname.split("/");
        expect([rules, decodeURIComponent(segment), history, rest]).toEqual(["rules", value, "history", []]);
      }),
    );
  });

  it.each(["", ".", "..", undefined, null])("cannot have the parameter %j", (rule) => {
    expect(() => buildPath("/rules/{rule}", { params: { rule } })).toThrow(TypeError);
  });

  it("have no query fields without a value", () => {
    const query = { scope: "project", tags: ["a b", "c&d"], limit: 5, all: false, none: undefined, empty: null };
    expect(buildPath("/rules", { query })).toBe("/rules?scope=project&tags=a+b&tags=c%26d&limit=5&all=false");
  });
});

describe("errors", () => {
  it("of the server have the code, the status, the problem and the id of the request", async () => {
    const problem = {
      type: "about:blank",
      title: "Invalid",
      status: 400,
      detail: "The request is not valid.",
      code: "REQUEST_INVALID",
      request_id: "r7",
      errors: [{ pointer: "/prompt", detail: "must be a text" }],
    };
    const client = await startAnswer(400, "application/problem+json", JSON.stringify(problem));
    const error: unknown = await client.resolve().catch((caught: unknown) => caught);
    expect(ServerError.is(error, "REQUEST_INVALID")).toBe(true);
    expect(ServerError.is(error, "RULE_NOT_FOUND")).toBe(false);
    expect(error).toMatchObject({
      status: 400,
      requestId: "r7",
      problem,
      reasons: ["/prompt: must be a text"],
      message: problem.detail,
    });
  });

  it.each([
    [
      502,
      "text/html",
      "<html>Bad gateway</html>",
      { code: "UNEXPECTED_ANSWER", status: 502, problem: undefined, requestId: "p" },
    ],
    [500, "application/json", '{"error":"x"}', { code: "UNEXPECTED_ANSWER" }],
    [500, "application/json", "null", { code: "UNEXPECTED_ANSWER" }],
    [200, "text/html", "<html>Sign in</html>", { code: "ANSWER_INVALID" }],
    [200, "application/json", '{"prompt":', { code: "ANSWER_INVALID" }],
  ])("of something else have a code, too: %i %s", async (status, type, body, expected) => {
    const client = await startAnswer(status, type, body, { "x-request-id": "p" });
    await expect(client.resolve()).rejects.toMatchObject(expected);
  });
});

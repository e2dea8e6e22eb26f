import { toBinary } from "@bufbuild/protobuf";
import { MemoryRulesResponseSchema, toResponseMessage, UpdateRuleUsageResponseSchema } from "@precept/contract/memory";
import type { MemoryService } from "@precept/core";
import { describe, expect, expectTypeOf, it } from "vitest";
import { createClient, type PreceptClient } from "../create-client.ts";
import type { ClientOptions } from "../transport/options.ts";
import { createTestRuntime } from "../../test/runtime.ts";

const page = { rules: [], total_count: 0, stores: [] };
const binary = { "content-type": "application/proto" };
const pageAnswer = () =>
  new Response(toBinary(MemoryRulesResponseSchema, toResponseMessage(MemoryRulesResponseSchema, page)), { headers: binary });
const usageAnswer = () =>
  new Response(
    toBinary(
      UpdateRuleUsageResponseSchema,
      toResponseMessage(UpdateRuleUsageResponseSchema, { updated_count: 1, success: true }),
    ),
    { headers: binary },
  );
const unavailable = () => Response.json({ code: "unavailable", message: "Stopping." }, { status: 503 });

/** A client whose server gives these answers. */
function open(answers: readonly (() => Response)[], options: Partial<ClientOptions> = {}) {
  const requests: Request[] = [];
  const client = createClient({
    url: "http://127.0.0.1:1/precept",
    runtime: createTestRuntime(),
    fetch: async (input, init) => {
      requests.push(new Request(input, init));
      const answer = answers[requests.length - 1];
      if (answer === undefined) throw new TypeError("fetch failed");
      return answer();
    },
    ...options,
  });
  return { memory: client.memory, requests };
}

describe("the memory client", () => {
  it("has the calls of the memory service", () => {
    expectTypeOf<PreceptClient["memory"]["getMemoryRules"]>().returns.toEqualTypeOf<
      ReturnType<MemoryService["getMemoryRules"]>
    >();
    const { memory } = open([]);
    expect(Object.keys(memory satisfies Record<keyof MemoryService, unknown>)).toHaveLength(4);
  });

  it("sends the token, the project and the time limit", async () => {
    const { memory, requests } = open([pageAnswer], { token: "pct_1", project: "shop", timeoutMs: 5000 });
    expect(await memory.getMemoryRules({ limit: 5 }, { headers: { "x-team": "a" } })).toEqual(page);
    expect(requests[0]?.url).toBe("http://127.0.0.1:1/precept/precept.memory.v1.MemoryRulesService/GetMemoryRules");
    expect(Object.fromEntries(requests[0]?.headers ?? [])).toMatchObject({
      authorization: "Bearer pct_1",
      "precept-project": "shop",
      "connect-timeout-ms": "5000",
      "x-team": "a",
    });
  });

  it("repeats reads", async () => {
    const broken = () =>
      new Response(new ReadableStream({ pull: (stream) => stream.error(new Error("reset")) }), { headers: binary });
    const { memory, requests } = open([unavailable, broken, pageAnswer]);
    expect(await memory.searchMemoryRules({ query: "tests" })).toEqual(page);
    expect(requests).toHaveLength(3);
  });

  it("never repeats the counting of a use", async () => {
    const lost = open([]);
    await expect(lost.memory.updateRuleUsage({ rule_ids: ["a"] })).rejects.toMatchObject({
      code: "UNREACHABLE",
      isOutcomeUnknown: true,
    });
    const refused = open([unavailable, usageAnswer]);
    await expect(refused.memory.updateRuleUsage({ rule_ids: ["a"] })).rejects.toMatchObject({ status: 503 });
    expect([lost.requests.length, refused.requests.length]).toEqual([1, 1]);
    const { memory } = open([usageAnswer]);
    expect(await memory.updateRuleUsage({ rule_ids: ["a"] })).toEqual({ updated_count: 1, success: true, not_updated: [] });
  });

  it("does not repeat a message that is too large", async () => {
    const { memory, requests } = open([() => Response.json({ code: "resource_exhausted" }, { status: 429 }), pageAnswer]);
    await expect(memory.getMemoryRules({})).rejects.toMatchObject({ code: "BODY_TOO_LARGE" });
    expect(requests).toHaveLength(1);
  });

  it.each([
    [{ project: "shop" }, 'key "project" is unknown'],
    [{ limit: "many" }, "limit"],
    [{ scope: "git" }, "scope"],
    [{ cursor: "\ud800" }, "cursor"],
  ])("does not send an invalid request: %j", async (request, reason) => {
    const { memory, requests } = open([pageAnswer]);
    const call = memory.getMemoryRules(request as never);
    await expect(call).rejects.toMatchObject({ code: "REQUEST_INVALID", reasons: [expect.stringContaining(reason)] });
    expect(requests).toHaveLength(0);
  });

  it.each([
    [404, "text/html", "<html>"],
    [200, "text/html", "<html>"],
    [500, "application/json", "7"],
  ])("says that an answer is not of Precept: %i %s %s", async (status, type, body) => {
    const { memory } = open([() => new Response(body, { status, headers: { "content-type": type } })]);
    await expect(memory.getMemoryRules({})).rejects.toMatchObject({ name: "ServerError", code: "UNEXPECTED_ANSWER", status });
  });

  it("ends when it is aborted", async () => {
    const { memory } = open([pageAnswer]);
    const signal = AbortSignal.abort(new Error("enough"));
    await expect(memory.getMemoryRules({}, { signal })).rejects.toThrow("enough");
  });
});

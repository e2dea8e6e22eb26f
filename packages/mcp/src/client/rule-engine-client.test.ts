import { PreceptError } from "@precept/core";
import { expect, it, vi } from "vitest";
import { RuleEngineClient, type McpClient } from "./rule-engine-client.ts";
import { connected, forbids, hostWith, snakeCase } from "../../test/engine.ts";

it("reads all pages of a long list", async () => {
  const words = Array.from({ length: 7 }, (_, at) => `w${at}`);
  const client = await connected(await hostWith(...words.map((word) => forbids(word, { phase: "IMPLEMENTATION" }))), "modern", {
    pageSize: 3,
  });
  expect((await client.listTools("IMPLEMENTATION")).map(({ name }) => name)).toEqual([
    "rule_engine",
    ...words.map((word) => `rule_engine.NO-${word.toUpperCase()}`),
  ]);
});

it("returns the diagnostics of a rejected policy, and throws for an unknown policy", async () => {
  const client = await connected(await hostWith(), "modern");
  expect(await client.registerRule({ id: "A" })).toMatchObject({
    accepted: false,
    diagnostics: [{ code: "policy/missing-field" }, {}],
  });
  const failure: unknown = await client.execute("x", { ruleId: "A" }).catch((error: unknown) => error);
  expect(PreceptError.is(failure, "RULE_ENGINE_REFUSED")).toBe(true);
  expect(failure).toMatchObject({ message: expect.stringContaining("`A`") as string });
});

it("throws if registering is switched off", async () => {
  const client = await connected({ ...(await hostWith()), register: undefined }, "modern");
  await expect(client.registerRule(snakeCase)).rejects.toMatchObject({ code: "RULE_ENGINE_REFUSED" });
});

it.each([
  ["violations: ", { action: "PASS", violations: "none" }],
  ["action: ", {}],
])("refuses a reply with a wrong field: %s", async (field, structuredContent) => {
  const replies: McpClient = {
    request: async () => ({ content: [], structuredContent }) as never,
    setNotificationHandler: () => undefined,
    close: async () => undefined,
  };
  const failure: unknown = await new RuleEngineClient(replies).checkViolation("x").catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: "RULE_ENGINE_REPLY_INVALID", message: expect.stringContaining(field) as string });
});

it("refuses a queue of notifications that is not one", async () => {
  const replies: McpClient = {
    request: async () => ({ contents: [{ text: '{"notifications":[{"seq":"one"}]}' }] }) as never,
    setNotificationHandler: () => undefined,
    close: async () => undefined,
  };
  await expect(new RuleEngineClient(replies).notifications()).rejects.toMatchObject({ code: "RULE_ENGINE_REPLY_INVALID" });
});

it("notifies every listener until it unsubscribes", async () => {
  const client = await connected(await hostWith(snakeCase), "legacy");
  const one = vi.fn<() => void>();
  const other = vi.fn<() => void>();
  const end = client.onPriority(one);
  client.onPriority(other);
  await client.execute("def a_B():", { file: "a.py" });
  end();
  await client.execute("def a_B():", { file: "a.py" });
  await vi.waitFor(() => expect(other).toHaveBeenCalledTimes(2));
  expect(one).toHaveBeenCalledOnce();
});

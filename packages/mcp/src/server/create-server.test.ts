import type { Client } from "@modelcontextprotocol/client";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { RuleEngineHost } from "../host/rule-engine-host.ts";
import { metaKeys, priorityExtension } from "../names.ts";
import { connected, forbids, hostWith, rawClient, snakeCase } from "../../test/engine.ts";

const eras = ["legacy", "modern"] as const;

async function namesOf(client: Client): Promise<readonly string[]> {
  return (await client.listTools()).tools.map(({ name }) => name);
}

async function call(
  client: Client,
  args: Record<string, unknown>,
  name = "rule_engine",
): Promise<{ isError: boolean; text: string }> {
  const { isError = false, content } = await client.callTool({ name, arguments: args });
  const [first] = content;
  return { isError, text: first?.type === "text" ? first.text : "" };
}

describe.each(eras)("a rule engine server, %s", (era) => {
  it("declares its capabilities and instructions", async () => {
    const client = await rawClient(await hostWith(), era, { version: "3.2.1" });
    expect(client.getServerCapabilities()).toMatchObject({
      tools: { listChanged: true },
      resources: { subscribe: true },
      extensions: { [priorityExtension]: {} },
    });
    expect(client.getServerVersion()).toMatchObject({ name: "precept", version: "3.2.1" });
    expect(client.getInstructions()?.length).toBeLessThan(2048);
  });

  it("returns a copy as text, for clients that only read text", async () => {
    const client = await rawClient(await hostWith(snakeCase), era);
    const { content, structuredContent } = await client.callTool({
      name: "rule_engine",
      arguments: { action: "check_violation", context: { code: "def a_B():", file: "a.py" } },
    });
    expect(content).toHaveLength(1);
    expect(JSON.parse(content[0]?.type === "text" ? content[0].text : "")).toEqual(structuredContent);
  });

  it.each([
    ["no action", {}, "`action` must be one of register, execute, check_violation,"],
    ["another action", { action: "delete" }, "`action` must be one of register, execute, check_violation,"],
    ["another phase", { action: "execute", phase: "LUNCH", context: { code: "" } }, "`phase` must be one of ANALYSIS, TASKS,"],
    ["no text", { action: "execute", context: { file: "a.py" } }, "`context.code` is missing"],
    ["no context", { action: "check_violation" }, "`context.code` is missing"],
    ["an invalid text", { action: "execute", context: { code: 7 } }, "`context.code` must be a string."],
    [
      "another subject",
      { action: "execute", context: { code: "", subject: "song" } },
      "`context.subject` must be one of text, file",
    ],
    ["no rule", { action: "register" }, "`rule` is missing"],
    ["an invalid rule", { action: "register", rule: 7 }, "`rule` must be an object or YAML."],
    ["an unknown rule", { action: "execute", rule_id: "NO", context: { code: "" } }, "Unknown policy `NO`"],
  ])("returns an error that the caller can fix for %s", async (_, args, text) => {
    const client = await rawClient(await hostWith(), era);
    expect(await call(client, args)).toEqual({ isError: true, text: expect.stringContaining(text) as string });
  });

  it("returns an error for invalid arguments of a policy tool", async () => {
    const client = await rawClient(await hostWith(snakeCase), era);
    expect(await call(client, { file: "a.py" }, "rule_engine.JCODE-001")).toEqual({
      isError: true,
      text: "`code` must be a string.",
    });
  });

  it("accepts all names of the tools of policies, and rejects unknown tools", async () => {
    const client = await rawClient(await hostWith(snakeCase), era);
    for (const name of ["rule_engine:JCODE-001", "rule_engine.JCODE-001", "rule_engine-JCODE-001"]) {
      expect((await call(client, { code: "def a_B():", file: "a.py" }, name)).text).toContain('"action":"QUICK_FIX"');
    }
    for (const name of ["rule_engine:NO", "rule_engine:", "rule_engine-", "rule_engine-NO", "rule_engineJCODE-001", "other"]) {
      await expect(client.callTool({ name, arguments: {} })).rejects.toMatchObject({
        code: -32_602,
        message: expect.stringContaining(name) as string,
      });
    }
  });

  it("lists tools by id, in pages", async () => {
    const host = await hostWith(...["delta", "alpha", "charlie", "bravo"].map((word) => forbids(word)));
    const client = await rawClient(host, era, { pageSize: 3, policyTools: true });
    const first = await client.request({ method: "tools/list" });
    const second = await client.request({ method: "tools/list", params: { cursor: first.nextCursor } });
    const names = [first, second].map(({ tools }) => tools.map(({ name }) => name.replace(/^rule_engine.NO-/, "")));
    expect(names).toEqual([["rule_engine", "ALPHA", "BRAVO", "CHARLIE"], ["DELTA"]]);
    expect(second.nextCursor).toBeUndefined();
    const empty = await client.request({ method: "tools/list", params: { cursor: "" } });
    expect(empty.tools).toEqual(first.tools);
  });

  it.each([
    [99, 100, false],
    [100, 101, false],
    [101, 101, true],
  ])("of %i policies lists at most 100 on the first page", async (count, listed, hasMore) => {
    const host = await hostWith(...Array.from({ length: count }, (_, at) => forbids(`word${at}`)));
    const client = await rawClient(host, era, { policyTools: true });
    const { tools, nextCursor } = await client.request({ method: "tools/list" });
    expect(tools).toHaveLength(listed);
    expect(nextCursor !== undefined).toBe(hasMore);
  });

  it("continues after policies that were added or removed between two pages", async () => {
    const host = await hostWith(forbids("alpha"), forbids("bravo"), forbids("delta"));
    const client = await rawClient(host, era, { pageSize: 2, policyTools: true });
    const { nextCursor } = await client.request({ method: "tools/list" });
    await host.register(forbids("aardvark"));
    await host.register(forbids("charlie"));
    const { tools } = await client.request({ method: "tools/list", params: { cursor: nextCursor } });
    expect(tools.map(({ name }) => name.slice(-7))).toEqual(["CHARLIE", "O-DELTA"]);
  });

  it("uses the phase of the server for requests without one", async () => {
    const host = await hostWith(snakeCase, forbids("x", { phase: "REVIEW" }));
    const client = await connected(host, era, { phase: "REVIEW", policyTools: true });
    expect((await client.listTools()).map(({ name }) => name.slice(12))).toEqual(["", "NO-X"]);
    expect((await client.listTools("IMPLEMENTATION")).map(({ name }) => name.slice(12))).toEqual(["", "JCODE-001"]);
    expect(await client.checkViolation("def x_X():", { file: "a.py", explain: true })).toMatchObject({
      violations: [{ rule_id: "NO-X" }],
      skipped: [{ rule_id: "JCODE-001", reason: "phase" }],
    });
  });

  it("lists all skipped policies on request, and otherwise only those that may be violated", async () => {
    const host = await hostWith(snakeCase, forbids("x", { mode: "shadow" }), forbids("y"));
    const client = await connected(host, era);
    const reasonsOf = async (explain: boolean) =>
      (await client.execute("x", { file: "a.js", explain })).skipped.map(({ rule_id: id, reason }) => `${id} ${reason}`);
    expect(await reasonsOf(true)).toEqual(["JCODE-001 glob", "NO-X shadow"]);
    expect(await reasonsOf(false)).toEqual(["NO-X shadow"]);
    const { skipped } = await client.checkViolation("x", { file: "a.js", ruleId: "JCODE-001" });
    expect(skipped).toMatchObject([{ rule_id: "JCODE-001", reason: "glob" }]);
  });

  it("accepts the phase of a call in `_meta`, and rejects an unknown one", async () => {
    const client = await rawClient(await hostWith(snakeCase), era);
    const callIn = (phase: string) =>
      client.callTool({
        name: "rule_engine:JCODE-001",
        arguments: { code: "def a_B():", file: "a.py" },
        _meta: { [metaKeys.phase]: phase },
      });
    expect((await callIn("TEST")).structuredContent).toMatchObject({ action: "PASS", skipped: [{ reason: "phase" }] });
    await expect(callIn("LUNCH")).rejects.toMatchObject({
      code: -32_602,
      message: expect.stringContaining(metaKeys.phase) as string,
    });
    await expect(client.request({ method: "tools/list", params: { phase: "LUNCH" } })).rejects.toMatchObject({ code: -32_602 });
  });

  it("passes the context to policies, including the kind of subject", async () => {
    const host = await hostWith(
      forbids("x", { match: { pattern: "x", context_filter: { subject: "command", agent_type: "Implementer" } } }),
    );
    const client = await connected(host, era);
    const actionWith = async (context: object): Promise<string> =>
      (await client.checkViolation("x", { context: { ...context } })).action;
    expect(await actionWith({ subject: "command", agent_type: "Implementer" })).toBe("SOFT_HOOK");
    expect(await actionWith({ subject: "command", agent_type: "Reviewer" })).toBe("PASS");
    expect(await actionWith({ subject: "prompt", agent_type: "Implementer" })).toBe("PASS");
  });

  it("checks a text as everything that it could be, unless the client says what it is", async () => {
    const onCommand = { pattern: "x", context_filter: { subject: "command" } };
    const host = await hostWith(
      forbids("x", { severity: "CRITICAL", match: onCommand }),
      forbids("y", { match: { pattern: "x" } }),
    );
    const client = await connected(host, era);
    for (const method of ["checkViolation", "execute"] as const) {
      expect(await client[method]("x")).toMatchObject({
        action: "TERMINATE",
        violations: [{ subject: "command" }, { rule_id: "NO-Y" }],
      });
      expect(await client[method]("x", { context: { subject: "text" } })).toMatchObject({ action: "SOFT_HOOK" });
      expect(await client[method]("x", { context: { file: "a.ts" } })).toMatchObject({ action: "SOFT_HOOK" });
    }
  });

  it("notifies clients when the policies change, until they disconnect", async () => {
    const host = await hostWith();
    const ended = vi.fn<() => void>();
    const watched: RuleEngineHost = {
      ...host,
      subscribe(listener) {
        const end = host.subscribe(listener);
        return () => {
          ended();
          end();
        };
      },
    };
    const client = await rawClient(watched, era, { policyTools: true });
    const changed = vi.fn<() => void>();
    client.setNotificationHandler("notifications/tools/list_changed", () => changed());
    if (era === "modern") await client.listen({ toolsListChanged: true });
    expect(await namesOf(client)).toHaveLength(1);
    await host.register(snakeCase);
    await vi.waitFor(() => expect(changed).toHaveBeenCalledOnce());
    expect(await namesOf(client)).toHaveLength(2);
    const before = ended.mock.calls.length;
    await client.close();
    await vi.waitFor(() => expect(ended).toHaveBeenCalledTimes(before + 1));
  });

  it("rejects registrations if they are switched off", async () => {
    const host = await hostWith();
    const client = await rawClient({ ...host, register: undefined }, era);
    expect(await call(client, { action: "register", rule: snakeCase })).toMatchObject({ isError: true });
    expect(await host.policies()).toEqual([]);
  });
});

it("lists no tool for a policy whose name is too long for the protocol, but checks it", async () => {
  const id = `X${"y".repeat(127)}`;
  const host = await hostWith(forbids("x", { id, phase: "REVIEW" }));
  const [legacy, modern] = [await connected(host, "legacy"), await connected(host, "modern")];
  expect(await legacy.listTools("REVIEW")).toHaveLength(2);
  expect(await modern.listTools("REVIEW")).toHaveLength(1);
  expect(await modern.execute("x", { ruleId: id })).toMatchObject({ violations: [{ rule_id: id }] });
});

it("lists policies without a phase only under names of letters, digits, _ and -, of at most 64 characters", async () => {
  const long = `Y${"y".repeat(51)}`;
  const host = await hostWith(...["a_B-1", long, `${long}y`, "a.b"].map((id) => forbids("x", { id, phase: "REVIEW" })));
  const client = await connected(host, "legacy", { policyTools: true });
  expect((await client.listTools()).map(({ name }) => name)).toEqual(["rule_engine", `rule_engine-${long}`, "rule_engine-a_B-1"]);
  expect((await client.listTools("REVIEW")).map(({ name }) => name)).toContain("rule_engine:a.b");
  expect(await client.checkViolation("x", { ruleId: "a.b" })).toMatchObject({ violations: [{ rule_id: "a.b" }] });
  expect(await namesOf(await rawClient(host, "legacy"))).toEqual(["rule_engine"]);
});

it("lets a client cancel its request", async () => {
  const host = await hostWith(snakeCase);
  const seen: AbortSignal[] = [];
  const slow: RuleEngineHost = {
    ...host,
    check: (_, { signal }) => {
      if (signal !== undefined) seen.push(signal);
      return new Promise((_resolve, reject) => {
        signal?.addEventListener("abort", () => reject(new Error("aborted")));
      });
    },
  };
  const client = await rawClient(slow, "legacy");
  const requested = new AbortController();
  onTestFinished(() => requested.abort());
  const answered = client.callTool(
    { name: "rule_engine", arguments: { action: "check_violation", context: { code: "" } } },
    { signal: requested.signal },
  );
  await vi.waitFor(() => expect(seen).toHaveLength(1));
  requested.abort("no longer needed");
  await expect(answered).rejects.toThrow("no longer needed");
  await vi.waitFor(() => expect(seen[0]?.aborted).toBe(true));
});

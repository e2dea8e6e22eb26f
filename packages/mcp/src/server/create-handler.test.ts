import { Client, type StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { connectRuleEngine } from "../client/rule-engine-client.ts";
import type { PreceptHost } from "../host/precept-host.ts";
import type { RuleEngineHost } from "../host/rule-engine-host.ts";
import { notificationsUri } from "../names.ts";
import { createPriorityQueue } from "../queue/priority-queue.ts";
import { forbids, hostWith, snakeCase } from "../../test/engine.ts";
import { transportTo } from "../../test/http.ts";
import { createPreceptHandler, type PreceptHandlerOptions } from "./create-handler.ts";

// A client over HTTP whose requests go directly to the handler, without a socket.
function served(policies: RuleEngineHost, query = "", options: PreceptHandlerOptions = {}): StreamableHTTPClientTransport {
  const handler = createPreceptHandler(options);
  onTestFinished(() => handler.close());
  return transportTo(handler, { policies, violations: createPriorityQueue() }, query);
}

describe.each(["legacy", "modern"] as const)("a rule engine over HTTP, %s", (era) => {
  it("registers, lists by phase and executes, and sends the notification on the stream of the request", async () => {
    const client = await connectRuleEngine(served(await hostWith()), { modern: era === "modern" });
    const heard: string[] = [];
    client.onPriority(({ rule_id: id }) => heard.push(id));
    expect(await client.registerRule(snakeCase)).toMatchObject({ accepted: true });
    expect(await client.listTools("IMPLEMENTATION")).toHaveLength(2);
    expect(await client.listTools("REVIEW")).toHaveLength(1);
    expect(await client.execute("def a_B():", { file: "a.py" })).toMatchObject({ action: "QUICK_FIX" });
    expect(heard).toEqual(["JCODE-001"]);
  });

  it("retains notifications between requests", async () => {
    const client = await connectRuleEngine(served(await hostWith(snakeCase)), { modern: era === "modern" });
    for (const file of ["a.py", "b.py"]) await client.execute("def a_B():", { file });
    expect(client.notificationsHead).toMatchObject({ seq: 2, count: 2 });
    expect((await client.notifications()).map(({ violation }) => violation.location)).toEqual(["b.py:1", "a.py:1"]);
  });

  it("takes the phase from the URL", async () => {
    const host = await hostWith(snakeCase, forbids("x", { phase: "REVIEW" }));
    const client = await connectRuleEngine(served(host, "?phase=REVIEW", { policyTools: true }), { modern: era === "modern" });
    expect((await client.listTools()).map(({ name }) => name.slice(12))).toEqual(["", "NO-X"]);
  });
});

it("notifies subscribers of changed policies and notifications, and sends nothing else", async () => {
  const host = await hostWith();
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
  await client.connect(served(host));
  const heard: string[] = [];
  client.setNotificationHandler("notifications/tools/list_changed", () => void heard.push("tools"));
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => void heard.push(params.uri));
  const subscription = await client.listen({ toolsListChanged: true, resourceSubscriptions: [notificationsUri] });
  onTestFinished(() => subscription.close());
  await host.register(snakeCase);
  await vi.waitFor(() => expect(heard).toEqual(["tools"]));
  await client.callTool({ name: "rule_engine.JCODE-001", arguments: { code: "def a_B():", file: "a.py" } });
  await vi.waitFor(() => expect(heard).toEqual(["tools", notificationsUri]));
});

it("sends a client only the changes of its own host, until the client closes its stream", async () => {
  const handler = createPreceptHandler();
  onTestFinished(() => handler.close());
  const hosts = [await hostWith(snakeCase), await hostWith(snakeCase)].map((policies) => {
    const ended = vi.fn<() => void>();
    const subscribe: RuleEngineHost["subscribe"] = (listener) => {
      const end = policies.subscribe(listener);
      return () => {
        ended();
        end();
      };
    };
    return { policies: { ...policies, subscribe }, violations: createPriorityQueue(), ended };
  });
  const followed = await Promise.all(hosts.map((host) => follow(host)));
  const [alice, bob] = followed;
  await alice?.client.callTool({ name: "rule_engine.JCODE-001", arguments: { code: "def a_B():", file: "a.py" } });
  await hosts[0]?.policies.register(forbids("x"));
  await vi.waitFor(() => expect(alice?.heard).toEqual([notificationsUri, "tools"]));
  expect(bob?.heard).toEqual([]);
  const { contents = [] } = (await bob?.client.readResource({ uri: notificationsUri })) ?? {};
  expect(contents).toMatchObject([{ text: expect.stringContaining('"notifications":[]') as string }]);
  await alice?.subscription.close();
  await vi.waitFor(() => expect(hosts[0]?.ended).toHaveBeenCalledOnce());
  expect(hosts[1]?.ended).not.toHaveBeenCalled();

  async function follow(host: PreceptHost) {
    const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
    await client.connect(transportTo(handler, host));
    const heard: string[] = [];
    client.setNotificationHandler("notifications/tools/list_changed", () => void heard.push("tools"));
    client.setNotificationHandler("notifications/resources/updated", ({ params }) => void heard.push(params.uri));
    const subscription = await client.listen({ toolsListChanged: true, resourceSubscriptions: [notificationsUri] });
    return { client, heard, subscription };
  }
});

it("rejects a URL with an unknown phase", async () => {
  const handler = createPreceptHandler();
  onTestFinished(() => handler.close());
  const request = new Request("http://127.0.0.1/mcp?phase=LUNCH", { method: "POST" });
  const response = await handler.fetch(request, { policies: await hostWith() });
  expect(response.status).toBe(400);
  expect(await response.text()).toContain("IMPLEMENTATION");
});

import { Client } from "@modelcontextprotocol/client";
import { createRule, type Tenant } from "@precept/core";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { ruleEngineHostOf } from "../host/rule-engine-host.ts";
import type { PreceptHost } from "../host/precept-host.ts";
import { hostOfWorkspace } from "../host/workspace-host.ts";
import { ruleHostOf } from "../host/rule-host.ts";
import { notificationsUri } from "../names.ts";
import { createPriorityQueue } from "../queue/priority-queue.ts";
import { clientOf, forbids } from "../../test/engine.ts";
import { transportTo } from "../../test/http.ts";
import { openProject, ruleFile } from "../../test/workspace.ts";
import { createPreceptHandler } from "./create-handler.ts";

const shared = { ".precept/rules/shared.md": ruleFile("shared", "For all.") };

/** Every text that a client can get about a name. */
async function everything(client: Client, name: string): Promise<string> {
  const calls = await Promise.all(
    [
      ["rules_for_files", { names: [name, "*"], prompt: `@${name}` }],
      ["request_rules", { names: [name, "*"] }],
      ["get_rule", { name }],
      ["explain_rule", { name, names: [name] }],
      ["search_rules", { query: "secret" }],
    ].map(([tool, args]) => client.callTool({ name: tool as string, arguments: args as Record<string, unknown> })),
  );
  const completions = [
    { type: "ref/prompt", name: "rule" } as const,
    { type: "ref/resource", uri: "rules://rule/{name}" } as const,
  ].map((ref) => client.complete({ ref, argument: { name: "name", value: name.slice(0, 3) } }));
  const read = client.readResource({ uri: `rules://rule/${name}` }).catch(() => "not found");
  const prompt = client.getPrompt({ name: "rule", arguments: { name } }).catch(() => "not found");
  return JSON.stringify([
    ...calls,
    ...(await Promise.all(completions)),
    await read,
    await prompt,
    await client.listResources(),
    client.getInstructions(),
  ]);
}

describe.each(["legacy", "modern"] as const)("two sessions of one workspace, %s", (era) => {
  it("never see each other's rules, which end with their session", async () => {
    const { workspace } = await openProject(shared);
    const hosts = [hostOfWorkspace(workspace), hostOfWorkspace(workspace)] as const;
    const [alice, bob] = await Promise.all(hosts.map((host) => clientOf(host, era)));
    if (alice === undefined || bob === undefined) throw new Error("Both have to be there.");
    const changed = vi.fn<() => void>();
    bob.setNotificationHandler("notifications/resources/list_changed", changed);
    bob.setNotificationHandler("notifications/resources/updated", changed);
    if (era === "modern") await bob.listen({ resourcesListChanged: true, resourceSubscriptions: ["rules://rule/plan"] });
    await alice.callTool({
      name: "remember_rule",
      arguments: { name: "plan", content: "The secret plan.", inclusion: "agentRequested" },
    });
    expect(await everything(alice, "plan")).toContain("The secret plan.");
    expect(await everything(bob, "plan")).not.toMatch(/secret plan|session:|"plan"[^}]*"session"/);
    // The name is free in each session.
    const again = await bob.callTool({ name: "remember_rule", arguments: { name: "plan", content: "Another plan." } });
    expect(again.isError).toBeUndefined();
    expect(await everything(alice, "plan")).not.toContain("Another plan.");
    await hosts[0][Symbol.asyncDispose]();
    expect((await workspace.list({ scope: "session" })).map(({ content }) => content)).toEqual(["Another plan."]);
  });

  it("never see each other's violations", async () => {
    const { workspace } = await openProject(shared);
    await workspace.policies.register(forbids("x"));
    const [alice, bob] = await Promise.all([workspace, workspace].map((one) => clientOf(hostOfWorkspace(one), era)));
    const result = await alice?.callTool({ name: "rule_engine", arguments: { action: "execute", context: { code: "x" } } });
    expect(JSON.stringify(result?._meta)).toContain("NO-X");
    expect(JSON.stringify(await bob?.readResource({ uri: notificationsUri }))).not.toContain("NO-X");
    expect(JSON.stringify((await bob?.listTools())?._meta)).not.toContain("NO-X.");
  });
});

describe.each(["legacy", "modern"] as const)("users of one HTTP handler, %s", (era) => {
  it("see only their own rules, and get changes of only these", async () => {
    const { workspace } = await openProject(shared, { sqlite: true });
    const handler = createPreceptHandler();
    onTestFinished(() => handler.close());
    const store = workspace.stores.find(({ id }) => id === "sqlite");
    const save = (tenant: Tenant, content: string) =>
      store?.save(createRule({ id: `user:${tenant.userId}/secret`, name: "secret", content, scope: "user", ...tenant }), {
        upsert: true,
      });
    await save({ userId: "alice" }, "The word of alice is secret.");
    await save({ userId: "bob" }, "The word of bob is secret.");
    await workspace.reload();
    const hostOf = (userId: string): PreceptHost => ({
      rules: ruleHostOf(workspace, { tenant: { userId }, session: "same", scopes: ["session", "user"] }),
      policies: ruleEngineHostOf(workspace),
      violations: createPriorityQueue(),
    });
    const [alice, bob] = [await connect(hostOf("alice")), await connect(hostOf("bob"))];
    expect(await everything(alice.client, "secret")).toContain("word of alice");
    expect(await everything(alice.client, "secret")).not.toContain("bob");
    expect(await everything(bob.client, "secret")).not.toContain("alice");
    await alice.client.callTool({ name: "remember_rule", arguments: { name: "mine", content: "Of alice in a session." } });
    expect(await everything(bob.client, "mine")).not.toContain("alice");
    if (era === "legacy") return;
    alice.heard.length = 0;
    await save({ userId: "alice" }, "The new word of alice.");
    await vi.waitFor(() => expect(alice.heard).toContain("rules://rule/secret"));
    expect(bob.heard).toEqual([]);

    async function connect(host: PreceptHost) {
      const mode = era === "modern" ? "auto" : "legacy";
      const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } });
      await client.connect(transportTo(handler, host));
      const heard: string[] = [];
      client.setNotificationHandler("notifications/resources/updated", ({ params }) => void heard.push(params.uri));
      if (era === "modern") await client.listen({ resourceSubscriptions: ["rules://rule/secret", "rules://rule/mine"] });
      return { client, heard };
    }
  });
});

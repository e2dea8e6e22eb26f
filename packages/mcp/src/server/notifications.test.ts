import { describe, expect, it, vi } from "vitest";
import { metaKeys, notificationsUri } from "../names.ts";
import { connected, forbids, hostWith, rawClient, snakeCase } from "../../test/engine.ts";

describe.each(["legacy", "modern"] as const)("notifications of violations, %s", (era) => {
  it("are not sent for `check_violation`", async () => {
    const client = await connected(await hostWith(snakeCase), era);
    const heard = vi.fn<() => void>();
    client.onPriority(heard);
    await client.checkViolation("def a_B():", { file: "a.py" });
    expect(await client.notifications()).toEqual([]);
    expect(client.notificationsHead).toEqual({ seq: 0, count: 0, head: null });
    expect(heard).not.toHaveBeenCalled();
  });

  it("are sent for at most 20 violations of one text, most urgent first", async () => {
    const client = await connected(await hostWith(forbids("a"), forbids("z", { severity: "CRITICAL" })), era);
    const heard: string[] = [];
    client.onPriority(({ rule_id: id }) => heard.push(id));
    const { violations } = await client.execute(`${"a\n".repeat(30)}z`);
    expect(violations).toHaveLength(31);
    await vi.waitFor(() => expect(heard).toHaveLength(20));
    expect(heard.slice(0, 2)).toEqual(["NO-Z", "NO-A"]);
  });

  it("are available as a resource, with the head of the queue in every result", async () => {
    const client = await rawClient(await hostWith(snakeCase), era);
    const { resources } = await client.listResources();
    expect(resources).toMatchObject([{ uri: notificationsUri, mimeType: "application/json" }]);
    const { _meta } = await client.callTool({ name: "rule_engine:JCODE-001", arguments: { code: "def a_B():", file: "a.py" } });
    const head = { seq: 1, count: 1, head: { seq: 1, rule_id: "JCODE-001", priority: "P1" } };
    expect(_meta?.[metaKeys.notifications]).toMatchObject(head);
    expect((await client.listTools())._meta?.[metaKeys.notifications]).toMatchObject(head);
    const { contents } = await client.readResource({ uri: notificationsUri });
    const [content] = contents;
    expect(JSON.parse(content !== undefined && "text" in content ? content.text : "")).toMatchObject({
      ...head,
      notifications: [{ seq: 1, rule_id: "JCODE-001", violation: { location: "a.py:1" } }],
    });
    await expect(client.readResource({ uri: "rule-engine://other" })).rejects.toThrow(/rule-engine:\/\/other/);
  });

  it("are announced to subscribers of the resource", async () => {
    const client = await rawClient(await hostWith(snakeCase), era);
    const updated: string[] = [];
    client.setNotificationHandler("notifications/resources/updated", ({ params }) => void updated.push(params.uri));
    const execute = () => client.callTool({ name: "rule_engine:JCODE-001", arguments: { code: "def a_B():", file: "a.py" } });
    await execute();
    const subscription = era === "modern" ? await client.listen({ resourceSubscriptions: [notificationsUri] }) : undefined;
    if (era === "legacy") await client.subscribeResource({ uri: notificationsUri });
    await execute();
    await vi.waitFor(() => expect(updated).toEqual([notificationsUri]));
    await subscription?.close();
    if (era === "legacy") await client.unsubscribeResource({ uri: notificationsUri });
    await execute();
    expect(updated).toHaveLength(1);
  });
});

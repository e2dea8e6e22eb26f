import { createMemoryState, type SharedState } from "@precept/core";
import { policyFile } from "@precept/testing";
import { describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import { testTokens } from "../../../test/test-tokens.ts";

const files = {
  "shop/.precept/policies/a.yaml": policyFile({ id: "A-1", severity: "MEDIUM" }),
  "shop/.precept/policies/b.yaml": policyFile({ id: "B-1", severity: "LOW", pattern: "soso" }),
};

/** Starts servers of a project that share their state, each in another directory. */
async function startServers(count: number, state: SharedState = createMemoryState({ now: () => performance.now() })) {
  const open = { shared: { state, project: "shop" } };
  const servers = await Promise.all(
    Array.from({ length: count }, () => startTestServer(files, { authenticator: testTokens, state, open })),
  );
  return servers as [TestServer, TestServer, ...TestServer[]];
}

const token = "reader:ana";

const resolve = ({ request }: TestServer, file: string, as = token) =>
  request("/resolve", { body: { files: [file] }, token: as });

describe("servers that share their state", () => {
  it("show what any of them resolves, in one order, and continue a stream of another one without gap or repeat", async () => {
    const [one, other] = await startServers(2);
    const first = await one.openEvents("/events?types=rules_applied", { token });
    expect(await first.next()).toMatchObject({ event: "connected" });
    for (const file of ["a", "b"]) await resolve(other, file);
    await resolve(one, "c");
    const seen = [await first.next(), await first.next()];
    await resolve(other, "of-bob", "reader:bob");
    const second = await other.openEvents("/events?types=rules_applied", { token, lastId: first.lastId });
    await resolve(one, "d");
    seen.push(await second.next(), await second.next());
    // What another server resolves at the same time can come before or after.
    const resolved = seen.map(({ data }) => (data as unknown as { files: string[] }).files[0]);
    expect(new Set(resolved)).toEqual(new Set(["a", "b", "c", "d"]));
    expect(resolved.filter((file) => file === "a" || file === "b")).toEqual(["a", "b"]);
    expect(await second.readNow()).toBe("nothing");
  });

  it("continue the stream of a server that has ended", async () => {
    const state = createMemoryState({ now: () => performance.now() });
    const [one, other] = await startServers(2, state);
    const first = await one.openEvents("/events?types=rules_applied", { token });
    await first.next();
    await resolve(other, "a");
    await first.next();
    await one.server[Symbol.asyncDispose]();
    await resolve(other, "b");
    // A server that starts later has what happened before.
    const [third] = await startServers(1, state);
    const again = await third.openEvents("/events?types=rules_applied", { token, lastId: first.lastId });
    expect(await again.next()).toMatchObject({ event: "rules_applied", data: { files: ["b"] } });
    expect(await again.readNow()).toBe("nothing");
  });

  it("say that events are missing if the log of a client is another one", async () => {
    const [one] = await startServers(1);
    const events = await one.openEvents("/events", { token, lastId: "other-3" });
    expect(await events.next()).toMatchObject({ event: "reset", data: { reason: "unknown_id" } });
  });

  it("show each violation once, to its user and to admins: the entries of the audit log, and advice", async () => {
    const [one, other] = await startServers(2);
    const own = await other.openEvents("/events?types=violation", { token });
    const all = await other.openEvents("/events?all=true&types=violation", { token: "admin:eve" });
    const bob = await other.openEvents("/events?types=violation", { token: "reader:bob" });
    for (const events of [own, all, bob]) await events.next();
    const { body } = await one.request("/policies/enforce", { body: { subjects: [{ text: "bad and soso" }] }, token });
    const { log_ids: ids } = body as { log_ids: string[] };
    for (const events of [own, all]) {
      const found = [await events.next(), await events.next()];
      expect(new Set(found.map(({ data }) => (data as { log_id: string | null }).log_id))).toEqual(new Set([ids[0], null]));
      expect(await events.readNow()).toBe("nothing");
    }
    expect(await bob.readNow()).toBe("nothing");
  });

  it("publish changes of rule files, which each server sees in its directory", async () => {
    const [one, other] = await startServers(2);
    const events = await other.openEvents("/events?types=rules_changed", { token });
    await events.next();
    await one.request("/rules", {
      body: { name: "money", description: "Amounts.", content: "In cents.", scope: "project" },
      token: "editor:ed",
    });
    expect(await events.next()).toMatchObject({ event: "rules_changed", data: { store: "fs", saved: [{ name: "money" }] } });
  });

  it("count together how often advice was ignored, and have one audit log", async () => {
    const [one, other] = await startServers(2);
    const enforce = ({ request }: TestServer, toolUse: string) =>
      request("/policies/enforce", {
        body: { subjects: [{ text: "soso", file: "a.ts" }], session: "s", tool_use: toolUse },
        token,
      });
    await enforce(one, "1");
    await enforce(other, "2");
    await enforce(one, "3");
    const { body } = await other.request("/policies/soft-hooks", { token });
    expect(body).toMatchObject({ soft_hooks: [{ rule_id: "B-1", ignore_count: 2 }] });
    expect(await other.request("/policies/audit/verify", { token: "admin:eve" })).toMatchObject({ body: { intact: true } });
  });

  it("list the traces of all servers, to their users", async () => {
    const [one, other] = await startServers(2);
    const { body } = await resolve(one, "a.ts");
    await resolve(other, "b.ts");
    const listed = async (as: string) => ((await other.request("/traces", { token: as })).body as { traces: object[] }).traces;
    await expect.poll(() => listed(token)).toMatchObject([{ files: ["b.ts"] }, { files: ["a.ts"] }]);
    expect(await listed("reader:bob")).toEqual([]);
    const { request_id: id } = body as { request_id: string };
    expect(await other.request(`/traces/${id}`, { token })).toMatchObject({ status: 200, body: { request_id: id } });
    expect((await other.request(`/traces/${id}`, { token: "reader:bob" })).status).toBe(404);
  });

  it("enforce a policy that a client registered at any of them, and let no other client claim its id", async () => {
    const state = createMemoryState({ now: () => performance.now() });
    const [one, other] = await startServers(2, state);
    const check = async ({ request }: TestServer) =>
      (await request("/policies/check", { body: { subjects: [{ text: "foul" }] }, token })).body as {
        violations: { rule_id: string }[];
      };
    expect((await check(other)).violations).toEqual([]);
    const register = ({ request }: TestServer, as: string) =>
      request("/policies", { body: { rule: policyFile({ id: "R-1", pattern: "foul" }) }, token: as });
    const [first, second] = await Promise.all([register(one, "editor:ana"), register(other, "editor:ben")]);
    expect([first.status, second.status].toSorted((left, right) => left - right)).toEqual([200, 400]);
    for (const server of [one, other, (await startServers(1, state))[0]]) {
      await expect.poll(async () => (await check(server)).violations.map(({ rule_id: id }) => id)).toEqual(["R-1"]);
    }
  });
});

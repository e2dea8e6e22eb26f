import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { policyFile, propertyRuns } from "@precept/testing";
import { startTestServer } from "../../../test/test-server.ts";
import { testTokens } from "../../../test/test-tokens.ts";

const rule = (name: string, text: string): string => `---\nname: ${name}\ndescription: About ${name}.\n---\n${text}\n`;

const files = {
  "shop/.precept/rules/style.md": rule("style", "Use named exports."),
  "home/users/ana/rules/mine.md": rule("anas", "Ana."),
  "home/users/bob/rules/mine.md": rule("bobs", "Bob."),
  "shop/.precept/policies/a.yaml": policyFile({ id: "A-1", severity: "MEDIUM" }),
  "shop/.precept/policies/b.yaml": policyFile({ id: "B-1", severity: "LOW", pattern: "soso" }),
};

describe("GET /events", () => {
  it("begins with an event that carries an id, and streams what happens from then on", async () => {
    const { openEvents, request } = await startTestServer(files);
    const events = await openEvents("/events");
    expect(await events.next()).toMatchObject({
      event: "connected",
      data: { types: ["rules_changed", "rules_applied", "violation", "context_changed"] },
    });
    await request("/resolve", { body: { id: "r-1", files: ["a.ts"], session_id: "s-1" } });
    expect(await events.next()).toMatchObject({
      event: "rules_applied",
      data: {
        request_id: "r-1",
        files: ["a.ts"],
        event_type: "rules_applied",
        session_id: "s-1",
        triggered_rules: [{ name: "style", scope: "project", inclusion: "always", reason: "always included" }],
        skipped_count: 0,
        conflicts: [],
        total_size: 19,
        totals: { evaluated: 1, applied: 1 },
        error: null,
      },
    });
  });

  it("streams traces only on request", async () => {
    const { openEvents, request } = await startTestServer(files);
    const events = await openEvents("/events?types=rule_debug");
    await request("/resolve", { body: { id: "r-1" } });
    expect(await events.nextOf("rule_debug")).toMatchObject({
      data: { event_type: "rule_debug", request_id: "r-1", session_id: null, trace: { final_rules: ["style"] } },
    });
    expect(await events.readNow()).toBe("nothing");
  });

  it("streams changes of rules, with references to them", async () => {
    const { openEvents, project, workspace } = await startTestServer(files);
    const events = await openEvents("/events?types=rules_changed");
    await project.write("shop/.precept/rules/new.md", rule("new", "New."));
    await workspace.reload();
    const { data } = await events.nextOf("rules_changed");
    expect(data).toMatchObject({
      store: "fs",
      saved: [{ name: "new", scope: "project" }],
      deleted: [],
      omitted: 0,
      diagnostics: 0,
    });
    await project.remove("shop/.precept/rules/new.md");
    await project.write("shop/.precept/rules/broken.md", "---\nname: [\n---\n");
    await workspace.reload();
    expect(await events.nextOf("rules_changed")).toMatchObject({
      data: { saved: [], deleted: [data.saved[0]?.id], diagnostics: 1 },
    });
  });

  it("counts the rules that an event leaves out", async () => {
    const { openEvents, project, workspace } = await startTestServer(files);
    const events = await openEvents("/events");
    const names = Array.from({ length: 230 }, (_, number) => `rule-${number}`);
    await Promise.all(names.map((name) => project.write(`shop/.precept/rules/${name}.md`, rule(name, "New."))));
    await workspace.reload();
    const { data } = await events.nextOf("rules_changed");
    expect(data.saved).toHaveLength(200);
    expect(data.omitted).toBe(30);
  });

  it("resumes after Last-Event-ID without losing or repeating an event, even directly after `connected`", async () => {
    const { openEvents, request } = await startTestServer(files);
    const first = await openEvents("/events");
    const { id } = await first.next();
    await first.close();
    await request("/resolve", { body: { id: "r-1" } });
    await request("/resolve", { body: { id: "r-2" } });
    const second = await openEvents("/events", { lastId: id });
    expect(await second.next()).toMatchObject({ data: { request_id: "r-1" } });
    await second.close();
    const third = await openEvents("/events", { lastId: second.lastId });
    expect(await third.next()).toMatchObject({ data: { request_id: "r-2" } });
    expect(await third.readNow()).toBe("nothing");
  });

  it("says `reset` if the server was restarted, or no longer has the events", async () => {
    const { openEvents, request } = await startTestServer(files, { events: { maxEvents: 2 } });
    const events = await openEvents("/events", { lastId: "hNf0u0mPqWlL-17" });
    expect(await events.next()).toMatchObject({ event: "reset", data: { reason: "unknown_id" } });
    await events.close();
    for (const id of ["r-1", "r-2", "r-3"]) await request("/resolve", { body: { id } });
    const late = await openEvents("/events", { lastId: events.lastId });
    expect(await late.next()).toMatchObject({ event: "reset", data: { reason: "expired" } });
    await request("/resolve", { body: { id: "r-4" } });
    expect(await late.next()).toMatchObject({ data: { request_id: "r-4" } });
    // Events of other types that were dropped do not matter.
    const other = await openEvents("/events?types=violation", { lastId: events.lastId });
    expect(await other.readNow()).toBe("nothing");
  });

  it("says `reset` after no client was connected for a while", async () => {
    const { openEvents } = await startTestServer(files, { events: { idleMs: 1 } });
    const events = await openEvents("/events");
    const { id } = await events.next();
    await events.close();
    await expect
      .poll(async () => {
        const again = await openEvents("/events", { lastId: id });
        const first = await again.readNow();
        await again.close();
        return first;
      })
      .toMatchObject({ event: "reset", data: { reason: "unknown_id" } });
  });

  it("sends a comment if nothing happens", async () => {
    const { openEvents } = await startTestServer(files, { events: { heartbeatMs: 1 } });
    const events = await openEvents("/events");
    await events.next();
    expect(await events.read()).toEqual({ comment: "heartbeat" });
    expect(await events.read()).toEqual({ comment: "heartbeat" });
  });

  it("ends the stream of a client that reads too slowly, which then receives the rest or `reset`", async () => {
    const { openEvents, request } = await startTestServer(files, { events: { maxEvents: 3 } });
    const slow = await openEvents("/events");
    await slow.next();
    for (let number = 0; number < 10; number += 1) await request("/resolve", { body: { id: `r-${number}` } });
    expect(await slow.read()).toEqual({ comment: "the client reads too slowly" });
    expect(await slow.read()).toBeUndefined();
    const again = await openEvents("/events", { lastId: slow.lastId });
    expect(await again.next()).toMatchObject({ event: "reset", data: { reason: "expired" } });
  });

  it("delivers an event that is larger than all that are retained", async () => {
    const { openEvents, request } = await startTestServer(files, { events: { maxBytes: 10 } });
    const events = await openEvents("/events?types=rules_applied,rule_debug");
    await events.next();
    const read = events.next();
    await request("/resolve", { body: { id: "r-1" } });
    expect(await read).toMatchObject({ event: "rules_applied" });
    expect(await events.next()).toMatchObject({ event: "rule_debug" });
  });

  it("refuses HEAD, since nothing would read the stream", async () => {
    const { server, openEvents } = await startTestServer(files, { events: { maxStreams: 1 } });
    const { status, headers } = await server.fetch(new Request("http://127.0.0.1/api/v1/events", { method: "HEAD" }));
    expect([status, headers.get("allow")]).toEqual([405, "GET"]);
    await openEvents("/events");
  });

  it("limits the streams of a token, and of all clients", async () => {
    const options = { authenticator: testTokens, events: { maxStreams: 3, maxStreamsPerToken: 2 } };
    const { openEvents, request } = await startTestServer(files, options);
    const first = await openEvents("/events", { token: "reader:ana" });
    await openEvents("/events", { token: "reader:ana" });
    const refused = await request("/events", { token: "reader:ana" });
    expect(refused).toMatchObject({ status: 429, body: { code: "RATE_LIMITED" } });
    expect(refused.headers.get("retry-after")).toBe("10");
    await openEvents("/events", { token: "reader:bob" });
    expect(await request("/events", { token: "reader:eve" })).toMatchObject({ status: 429 });
    await first.close();
    await openEvents("/events", { token: "reader:eve" });
  });

  it("ends the stream when the request is aborted, as for a revoked token", async () => {
    const { openEvents } = await startTestServer(files, { events: { maxStreams: 1 } });
    const revoked = new AbortController();
    const events = await openEvents("/events", { signal: revoked.signal });
    await events.next();
    revoked.abort("the token was revoked");
    expect(await events.read()).toEqual({ comment: "the token was revoked" });
    expect(await events.read()).toBeUndefined();
    await openEvents("/events");
  });

  it("ends all streams with a comment when the server stops, and refuses new ones", async () => {
    const { openEvents, request, server } = await startTestServer(files);
    const streams = await Promise.all(Array.from({ length: 20 }, () => openEvents("/events")));
    server.stop();
    for (const events of streams) {
      await events.next();
      expect(await events.read()).toEqual({ comment: "the server is stopping" });
      expect(await events.read()).toBeUndefined();
    }
    expect(await request("/events")).toMatchObject({ status: 503, body: { code: "SERVER_STOPPING" } });
  });

  it.each([
    ["types=", "?types"],
    ["types=rules", "?types"],
    ["types=violation,,violation", "?types"],
    ["types=reset", "?types"],
    ["all=1", "?all"],
  ])("rejects %s", async (query, pointer) => {
    const { request } = await startTestServer(files);
    expect(await request(`/events?${query}`)).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
  });
});

describe("the visibility of events", () => {
  const tokens = { authenticator: testTokens };

  it("is that of the client's own user", async () => {
    const { openEvents, request, project, workspace } = await startTestServer(files, tokens);
    const ana = await openEvents("/events", { token: "reader:ana" });
    const bob = await openEvents("/events", { token: "reader:bob" });
    await ana.next();
    await bob.next();
    await request("/resolve", { body: { id: "of-bob" }, token: "reader:bob" });
    await project.write("home/users/bob/rules/mine.md", rule("bobs", "Bob again."));
    await workspace.reload();
    await request("/policies/enforce", { body: { subjects: [{ text: "bad" }] }, token: "reader:bob" });
    await request("/resolve", { body: { id: "of-ana" }, token: "reader:ana" });
    const { id, data } = await ana.next();
    expect(data).toMatchObject({ request_id: "of-ana", user_id: "ana" });
    // The ids do not show how many events of others there were.
    expect(id).toMatch(/-1$/);
    expect(await bob.next()).toMatchObject({ data: { request_id: "of-bob", user_id: "bob" } });
    expect(await bob.next()).toMatchObject({ event: "rules_changed", data: { user_id: "bob", saved: [{ name: "bobs" }] } });
    expect(await bob.next()).toMatchObject({ event: "violation", data: { rule_id: "A-1", user_id: "bob" } });
    expect(await bob.readNow()).toBe("nothing");
  });

  it("does not extend to streams of others by their ids", async () => {
    const { openEvents, request } = await startTestServer(files, tokens);
    const ana = await openEvents("/events", { token: "reader:ana" });
    const { id } = await ana.next();
    await request("/resolve", { body: {}, token: "reader:ana" });
    const bob = await openEvents("/events", { token: "reader:bob", lastId: id });
    expect(await bob.next()).toMatchObject({ event: "reset", data: { reason: "unknown_id" } });
    expect(await bob.readNow()).toBe("nothing");
  });

  it("extends to other users for admins only", async () => {
    const { openEvents, request } = await startTestServer(files, tokens);
    for (const query of ["user_id=bob", "all=true"]) {
      expect(await request(`/events?${query}`, { token: "editor:ana" })).toMatchObject({
        status: 403,
        body: { code: "FORBIDDEN" },
      });
    }
    const ofBob = await openEvents("/events?user_id=bob", { token: "admin:eve" });
    const ofAll = await openEvents("/events?all=true", { token: "admin:eve" });
    await request("/resolve", { body: { id: "of-ana" }, token: "reader:ana" });
    await request("/resolve", { body: { id: "of-bob" }, token: "reader:bob" });
    expect(await ofBob.nextOf("rules_applied")).toMatchObject({ data: { request_id: "of-bob" } });
    expect(await ofAll.nextOf("rules_applied")).toMatchObject({ data: { request_id: "of-ana", user_id: "ana" } });
    expect(await ofAll.nextOf("rules_applied")).toMatchObject({ data: { request_id: "of-bob", user_id: "bob" } });
  });

  it("does not extend to the number of problems in another user's files", async () => {
    const config = "user: bob\n";
    const { openEvents, project, workspace } = await startTestServer({ ...files, "shop/.precept/config.yaml": config }, tokens);
    const ana = await openEvents("/events", { token: "reader:ana" });
    const bob = await openEvents("/events", { token: "reader:bob" });
    await project.write("home/users/bob/rules/broken.md", "---\nname: [\n---\n");
    await project.write("shop/.precept/rules/style.md", rule("style", "Changed."));
    await workspace.reload();
    expect(await ana.nextOf("rules_changed")).toMatchObject({ data: { saved: [{ name: "style" }], diagnostics: 0 } });
    expect(await bob.nextOf("rules_changed")).toMatchObject({ data: { saved: [{ name: "style" }], diagnostics: 1 } });
  });

  it("never mixes two users, whatever they do", async () => {
    const { openEvents, request } = await startTestServer(files, tokens);
    const users = ["ana", "bob"] as const;
    const action = fc.record({ user: fc.constantFrom(...users), kind: fc.constantFrom("resolve", "enforce", "report") });
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 6 }), async (actions) => {
        const readers = await Promise.all(users.map((user) => openEvents("/events", { token: `reader:${user}` })));
        for (const { user, kind } of actions) {
          const token = `reader:${user}`;
          if (kind === "resolve") await request("/resolve", { body: {}, token });
          else if (kind === "enforce") await request("/policies/enforce", { body: { subjects: [{ text: "bad" }] }, token });
          else await request("/policies/report", { body: { rule_id: "A-1" }, token });
        }
        for (const [at, reader] of readers.entries()) {
          const { id } = await reader.next();
          const first = Number(id.split("-").at(-1));
          const own = actions.filter(({ user }) => user === users[at]);
          for (const [offset, { kind }] of own.entries()) {
            const event = await reader.next();
            expect(event).toMatchObject({
              event: kind === "resolve" ? "rules_applied" : "violation",
              data: { user_id: users[at] },
            });
            expect(event.id.endsWith(`-${first + offset + 1}`)).toBe(true);
          }
          expect(await reader.readNow()).toBe("nothing");
          await reader.close();
        }
      }),
      { numRuns: propertyRuns({ sample: 30, full: 100 }) },
    );
  });
});

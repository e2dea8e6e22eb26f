import * as fc from "fast-check";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { McpSessions, type McpSession, type McpSessionLimits } from "./sessions.ts";

const ann = { project: "shop", client: "ann" };
const bob = { project: "shop", client: "bob" };

function open(limits: McpSessionLimits = {}) {
  const ended: McpSession[] = [];
  const sessions = new McpSessions(limits, (session) => ended.push(session));
  onTestFinished(() => sessions.close());
  return { sessions, ended };
}

describe("a session of an MCP client", () => {
  it("is only found by its client, in its project", () => {
    const { sessions } = open();
    const session = sessions.create(ann);
    expect(sessions.find(session.id, ann)).toBe(session);
    expect(sessions.find(session.id, bob)).toBeUndefined();
    expect(sessions.find(session.id, { ...ann, project: "blog" })).toBeUndefined();
    expect(sessions.find(session.name, ann)).toBeUndefined();
  });

  it("has an id of 256 random bits, which is not its name", () => {
    const { sessions } = open();
    const ids = Array.from({ length: 100 }, () => sessions.create(ann)).flatMap(({ id, name }) => [id, name]);
    expect(new Set(ids).size).toBe(200);
    expect(Buffer.from((ids[0] ?? "").slice(0, 43), "base64url")).toHaveLength(32);
  });

  it("continues at another server with the same name, but not for other clients or with another id", () => {
    const [{ sessions: first }, { sessions: second }] = [open(), open()];
    const { id, name } = first.create(ann);
    const owners = [bob, { ...ann, project: "blog" }, { project: "sh", client: "opann" }];
    for (const owner of owners) expect(second.find(id, owner)).toBeUndefined();
    const forged = ["", "x", id.slice(1), `${id}x`, `A${id}`, id.slice(0, 43), `${"A".repeat(43)}${id.slice(43)}`, "__proto__"];
    for (const other of forged) expect(second.find(other, ann)).toBeUndefined();
    expect(second.size).toBe(0);
    expect(second.find(id, ann)).toMatchObject({ ...ann, id, name });
    expect(second.find(id, ann)).toBe(second.find(id, ann));
    expect(second.size).toBe(1);
  });

  it("does not begin again at a server that has ended it", () => {
    const { sessions } = open({ maxSessionsPerClient: 1 });
    const [first, second] = [sessions.create(ann), sessions.create(ann)];
    expect(sessions.find(first.id, ann)).toBeUndefined();
    sessions.end(second);
    expect(sessions.find(second.id, ann)).toBeUndefined();
    for (let count = 0; count < 10_000; count += 1) sessions.create(ann);
    expect(sessions.find(first.id, ann)?.name).toBe(first.name);
  });

  it("ends when it was not used for a while, unless its stream is open", () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const { sessions, ended } = open({ idleMs: 1000 });
    const [idle, used, streaming] = [sessions.create(ann), sessions.create(ann), sessions.create(ann)];
    const stream = Promise.withResolvers<void>();
    sessions.attach(streaming, new AbortController(), stream.promise);
    vi.advanceTimersByTime(800);
    sessions.find(used.id, ann);
    vi.advanceTimersByTime(700);
    expect(ended).toEqual([idle]);
    vi.advanceTimersByTime(5000);
    expect(ended).toEqual([idle, used]);
    sessions.end(streaming);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("ends its previous stream when another is opened", () => {
    const { sessions } = open();
    const session = sessions.create(ann);
    const [first, second] = [new AbortController(), new AbortController()];
    for (const stream of [first, second]) sessions.attach(session, stream, new Promise(() => undefined));
    expect([first.signal.aborted, second.signal.aborted]).toEqual([true, false]);
    sessions.end(session);
    expect(second.signal.reason).toBe("the session has ended");
  });
});

it("never exceeds the limits, and ends the least recently used sessions of the same client first", () => {
  const step = fc.tuple(fc.constantFrom("create", "find", "end"), fc.constantFrom(ann, bob), fc.nat({ max: 20 }));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const { sessions, ended } = open({ maxSessions: 5, maxSessionsPerClient: 3 });
      const created: McpSession[] = [];
      for (const [kind, owner, at] of steps) {
        const one = created[at];
        const wasAlive = one !== undefined && !ended.includes(one);
        const found = kind === "find" && one !== undefined ? sessions.find(one.id, one) : undefined;
        expect(found).toBe(kind === "find" && wasAlive ? one : undefined);
        if (kind === "create") created.push(sessions.create(owner));
        if (kind === "end" && one !== undefined) sessions.end(one);
        const alive = created.filter((session) => !ended.includes(session));
        expect(alive).toHaveLength(sessions.size);
        expect(sessions.size).toBeLessThanOrEqual(5);
        for (const { client } of [ann, bob])
          expect(alive.filter((session) => session.client === client).length).toBeLessThanOrEqual(3);
        expect(kind !== "create" || alive.at(-1) === created.at(-1)).toBe(true);
      }
      expect(new Set(ended).size).toBe(ended.length);
      sessions.close();
      expect(sessions.size).toBe(0);
    }),
  );
});

import { createProject } from "@precept/testing";
import { openWorkspace } from "@precept/workspace";
import { describe, expect, it, onTestFinished } from "vitest";
import { EventReader } from "../../test/event-reader.ts";
import type { EventOptions } from "./options.ts";
import { ProjectEvents, type Subscription } from "./project-events.ts";

async function start(options: EventOptions = {}) {
  const { dir } = await createProject();
  const workspace = await openWorkspace(dir, { home: dir });
  const events = new ProjectEvents(workspace, options);
  onTestFinished(async () => {
    events.close();
    await workspace[Symbol.asyncDispose]();
  });
  const open = async (subscription: Partial<Subscription> = {}) => {
    const types = new Set(["rules_applied"] as const);
    return events.open({ reader: {}, types, signal: new AbortController().signal, ...subscription });
  };
  return { workspace, events, open };
}

describe("the events of a project", () => {
  it("of 500 clients of one user come from one channel", async () => {
    const { workspace, events, open } = await start();
    const readers = await Promise.all(Array.from({ length: 500 }, async () => new EventReader((await open()).body)));
    expect(events.channels).toBe(1);
    await workspace.resolve({ id: "r-1" });
    const ids = new Set<string>();
    for (const reader of readers) {
      await reader.next();
      ids.add((await reader.next()).id);
    }
    expect(ids.size).toBe(1);
  });

  it("of different users, and with traces, come from different channels", async () => {
    const { events, open } = await start();
    await open();
    await open({ reader: { userId: "ana" } });
    await open({ reader: { userId: "bob" } });
    await open({ reader: { userId: "bob" }, types: new Set(["rule_debug"]) });
    expect(events.channels).toBe(4);
  });

  it("are retained for some clients that left, those that left last", async () => {
    const { events, open } = await start({ maxIdleChannels: 2 });
    const ids = new Map<string, string>();
    for (const userId of ["a", "b", "c", "d"]) {
      const stream = await open({ reader: { userId } });
      const reader = new EventReader(stream.body);
      ids.set(userId, (await reader.next()).id);
      await reader.close();
      await stream.closed;
    }
    expect(events.channels).toBe(2);
    const firstOf = async (userId: string) =>
      new EventReader((await open({ reader: { userId }, lastId: ids.get(userId) })).body).readNow();
    expect(await firstOf("d")).toBe("nothing");
    expect(await firstOf("c")).toBe("nothing");
    expect(await firstOf("a")).toMatchObject({ event: "reset" });
  });

  it("are refused to requests that were aborted before or meanwhile, without leaving a stream", async () => {
    const { events, open } = await start({ idleMs: 0 });
    const reason = new Error("gone");
    await expect(open({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const controller = new AbortController();
    const opening = open({ signal: controller.signal });
    controller.abort(reason);
    await expect(opening).rejects.toBe(reason);
    await expect.poll(() => events.channels).toBe(0);
  });

  it("are refused when the project is closed, also while a stream is being opened", async () => {
    const { events, open } = await start();
    const opening = [open(), open({ reader: "all" })];
    events.close();
    for (const one of opening) await expect(one).rejects.toMatchObject({ code: "SERVER_STOPPING" });
    await expect(open()).rejects.toMatchObject({ code: "SERVER_STOPPING" });
    expect(events.channels).toBe(0);
  });

  it("are refused if the audit log cannot be followed, and the next client tries again", async () => {
    const { workspace, events, open } = await start();
    await workspace[Symbol.asyncDispose]();
    await expect(open({ reader: "all" })).rejects.toMatchObject({ code: "RULEBOOK_CLOSED" });
    expect(events.channels).toBe(0);
  });
});

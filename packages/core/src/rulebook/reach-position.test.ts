import { describe, expect, it } from "vitest";
import { createFaultyStore } from "../../test/faulty-store.ts";
import { ManualTimers, finishPending } from "../../test/manual-timers.ts";
import { buildRule, namesOf } from "../../test/rules.ts";
import { wrapStore } from "../../test/wrap-store.ts";
import { createMemoryStore } from "../memory-store/store.ts";
import { createRulebook } from "./rulebook.ts";

/** A rulebook that reads a store through a network, which can lose events, and perhaps from a replica that is behind. */
function open() {
  const timers = new ManualTimers();
  const server = createMemoryStore({ epoch: "server", rules: [buildRule({ name: "old" })] });
  const { store: remote, network } = createFaultyStore(server);
  const calls = { hasReached: 0, changesSince: 0 };
  const replica = { isBehind: false };
  const store = wrapStore(remote, {
    hasReached: async (position, options) => {
      calls.hasReached += 1;
      return (await remote.hasReached(position, options)) && !replica.isBehind;
    },
    changesSince: async (token, options) => {
      calls.changesSince += 1;
      return remote.changesSince(token, options);
    },
  });
  const near = createMemoryStore({ id: "near" });
  const rulebook = createRulebook({ stores: [near, store], timers });
  const names = async () => namesOf(await rulebook.list());
  return { timers, server, network, calls, replica, rulebook, names };
}

describe("a position", () => {
  it("makes answers include a write whose event was lost", async () => {
    const { server, network, rulebook, names } = open();
    expect(await names()).toEqual(["old"]);
    for (const name of ["one", "two", "three"]) {
      network.events.push("lost");
      await server.save(buildRule({ id: name, name }));
      expect(await names()).not.toContain(name);
      await rulebook.reachPosition(await server.etag());
      expect(await names()).toContain(name);
    }
  });

  it("costs no call of the store if its event has arrived", async () => {
    const { server, calls, rulebook, names } = open();
    await names();
    await server.save(buildRule({ id: "one", name: "one" }));
    await rulebook.reachPosition(await server.etag());
    expect([await names(), calls]).toEqual([["old", "one"], { hasReached: 0, changesSince: 0 }]);
  });

  it("is waited for by the first request, too", async () => {
    const { server, rulebook, names } = open();
    await rulebook.reachPosition(await server.etag());
    expect(await names()).toEqual(["old"]);
  });

  it("is waited for while a replica is behind for a limited time", async () => {
    const { server, network, replica, timers, rulebook, names } = open();
    await names();
    replica.isBehind = true;
    network.events.push("lost");
    await server.save(buildRule({ id: "one", name: "one" }));
    const position = await server.etag();
    const reached = rulebook.reachPosition(position);
    await timers.advance(1000);
    replica.isBehind = false;
    await timers.advance(100);
    await reached;
    expect(await names()).toContain("one");
    replica.isBehind = true;
    network.events.push("lost");
    await server.save(buildRule({ id: "two", name: "two" }));
    const late = rulebook.reachPosition(await server.etag()).catch((error: unknown) => error);
    await timers.advance(5000);
    expect(await late).toMatchObject({ code: "POSITION_NOT_REACHED", details: { waitMs: 5000 } });
  });

  it("is not waited for if the store does not answer, or fails", async () => {
    const { server, network, timers, rulebook, names } = open();
    await names();
    const position = await server.etag();
    network.events.push("lost");
    await server.save(buildRule({ id: "one", name: "one" }));
    const next = await server.etag();
    network.calls = "hang";
    const late = rulebook.reachPosition(next).catch((error: unknown) => error);
    await finishPending();
    await timers.advance(5000);
    expect(await late).toMatchObject({ code: "POSITION_NOT_REACHED" });
    network.calls = "fail";
    network.release();
    await expect(rulebook.reachPosition(next)).rejects.toThrow("no route");
    expect(position).not.toBe(next);
  });

  it("is refused if it is of another store, or if no store has positions", async () => {
    const { rulebook } = open();
    await expect(rulebook.reachPosition("server:9")).rejects.toMatchObject({
      code: "POSITION_UNKNOWN",
      details: { stores: ["memory"] },
    });
    await using files = createRulebook({ stores: [createMemoryStore({ id: "files" })] });
    await expect(files.reachPosition("files:0")).rejects.toMatchObject({
      code: "STORE_CAPABILITY_MISSING",
      details: { store: "files", capability: "positions" },
    });
  });

  it("is not waited for after the signal was aborted, or the rulebook closed", async () => {
    const { server, rulebook } = open();
    const position = await server.etag();
    await expect(rulebook.reachPosition(position, { signal: AbortSignal.abort(new Error("left")) })).rejects.toThrow("left");
    await rulebook[Symbol.asyncDispose]();
    await expect(rulebook.reachPosition(position)).rejects.toMatchObject({ code: "RULEBOOK_CLOSED" });
  });
});

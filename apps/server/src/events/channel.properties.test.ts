import type { SubscribableEvent } from "@precept/contract";
import * as fc from "fast-check";
import { assert, expect, it } from "vitest";
import { EventReader } from "../../test/event-reader.ts";
import { Channel, type Publish } from "./channel.ts";

const types = ["rules_changed", "violation"] as const satisfies readonly SubscribableEvent[];

/** What happens in one step: an event is published, or a client reads, disconnects or reconnects. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("publish"), type: fc.constantFrom(...types) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("read"), client: fc.nat(2), count: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom("disconnect", "heartbeat"), client: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("connect"), client: fc.nat(2) }) },
) as fc.Arbitrary<
  | { kind: "publish"; type: (typeof types)[number] }
  | { kind: "read"; client: number; count: number }
  | { kind: "disconnect"; client: number }
  | { kind: "heartbeat"; client: number }
  | { kind: "connect"; client: number }
>;

const maxEvents = 4;

/** A client that reconnects with its last id, and checks what it receives. */
class Client {
  readonly types: ReadonlySet<SubscribableEvent>;
  readonly #channel: Channel;
  readonly #published: readonly SubscribableEvent[];
  #reader: EventReader | undefined;
  #lastId: string | undefined;
  /** The number of published events that it received, or need not receive. */
  #position = 0;
  #connectedAt = 0;

  constructor(channel: Channel, published: readonly SubscribableEvent[], subscribed: readonly SubscribableEvent[]) {
    this.#channel = channel;
    this.#published = published;
    this.types = new Set(subscribed);
  }

  connect(): void {
    this.#connectedAt = this.#published.length;
    this.#reader ??= new EventReader(this.#channel.open(this.types, this.#lastId).body);
  }

  async disconnect(): Promise<void> {
    await this.#reader?.close();
    this.#reader = undefined;
  }

  async read(count: number): Promise<void> {
    for (let left = count; left > 0 && this.#reader !== undefined; left -= 1) {
      const found = await this.#reader.readNow();
      if (found === "nothing") return;
      if (found === undefined) this.#reader = undefined;
      else if ("comment" in found) {
        if (found.comment === "the client reads too slowly") this.#assertDropped(this.#published.length);
      } else this.#receive(found.id, found.event, found.data);
    }
  }

  /** Reads until it has received everything. */
  async finish(): Promise<void> {
    for (let rounds = 0; rounds < 3; rounds += 1) {
      this.connect();
      await this.read(1_000);
    }
    assert.isUndefined(this.#nextOf(this.#position));
  }

  #receive(id: string, event: string, data: object): void {
    this.#lastId = id;
    const sequence = Number(id.slice(this.#channel.id.length + 1));
    if (event === "connected") {
      assert.equal(this.#position, 0);
      this.#position = sequence;
      return;
    }
    if (event === "reset") {
      assert.propertyVal(data, "reason", "expired");
      this.#assertDropped(this.#connectedAt);
      this.#position = sequence;
      return;
    }
    // Exactly the next event: none is missing, repeated or in another order.
    assert.equal(sequence, this.#nextOf(this.#position));
    assert.equal(event, this.#published[sequence - 1]);
    this.#position = sequence;
  }

  #nextOf(position: number): number | undefined {
    const at = this.#published.findIndex((type, index) => index >= position && this.types.has(type));
    return at < 0 ? undefined : at + 1;
  }

  /**
   * Checks that the channel no longer had an event that the client lacks. @param published the number of events at that
   * time.
   */
  #assertDropped(published: number): void {
    assert.isAtMost(this.#nextOf(this.#position) ?? Infinity, published - maxEvents);
  }
}

it("delivers each event exactly once and in order to clients that reconnect, unless it says `reset`", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 80 }), async (steps) => {
      const published: SubscribableEvent[] = [];
      const channel = openChannel();
      const clients = [["rules_changed"], ["violation"], types].map(
        (subscribed) => new Client(channel, published, subscribed as readonly SubscribableEvent[]),
      );
      for (const one of steps) {
        if (one.kind === "publish") {
          published.push(one.type);
          publishAny(channel.publish, one.type, published.length);
        } else if (one.kind === "connect") clients[one.client]?.connect();
        else if (one.kind === "disconnect") await clients[one.client]?.disconnect();
        else if (one.kind === "read") await clients[one.client]?.read(one.count);
        else channel.sendHeartbeat();
      }
      for (const client of clients) await client.finish();
      for (const client of clients) await client.disconnect();
      expect(channel.size).toBe(0);
    }),
  );
});

it("answers any unknown Last-Event-ID with `reset`, and never with events of another channel", async () => {
  const ids = fc.oneof(
    fc.string(),
    fc.stringMatching(/^[\w-]{12}-\d{1,20}$/),
    fc.integer().map((number) => `OWN-${number}`),
    fc.constantFrom(
      "OWN-",
      "OWN-01",
      "OWN-1.5",
      "OWN-1e0",
      "OWN--1",
      "OWN-99999999999999999999",
      "OWN-0",
      "OWN-1",
      "OWN-2",
      "OWN-3",
    ),
  );
  await fc.assert(
    fc.asyncProperty(ids, async (id) => {
      const channel = openChannel();
      publishAny(channel.publish, "violation", 1);
      publishAny(channel.publish, "violation", 2);
      const lastId = id.replace(/^OWN/, channel.id);
      const reader = new EventReader(channel.open(new Set(types), lastId).body);
      publishAny(channel.publish, "violation", 3);
      const known = [0, 1, 2].find((sequence) => lastId === `${channel.id}-${sequence}`);
      const first = await reader.next();
      expect(first).toMatchObject(
        known === undefined
          ? { id: `${channel.id}-2`, event: "reset", data: { reason: "unknown_id" } }
          : { id: `${channel.id}-${known + 1}`, event: "violation" },
      );
      await reader.close();
    }),
  );
});

function openChannel(): Channel {
  return new Channel({
    maxEvents,
    maxBytes: 1_000_000,
    connect: () => ({ ready: Promise.resolve(), close: () => undefined }),
    onFailed: () => undefined,
  });
}

function publishAny(publish: Publish, type: (typeof types)[number], number: number): void {
  if (type === "rules_changed") {
    publish(type, { store: "fs", project_id: null, user_id: null, saved: [], deleted: [], omitted: 0, diagnostics: number });
    return;
  }
  publish(type, {
    log_id: null,
    timestamp: "",
    user_id: null,
    session: null,
    agent: null,
    rule_id: "A-1",
    severity: null,
    priority: "P2",
    handler: "LOG_ONLY",
    phase: null,
    file: null,
    line: number,
    message: "one\ntwo\r\n\nthree",
    suggestion: null,
    fingerprint: null,
    shadow: false,
  });
}

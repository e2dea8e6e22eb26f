import type { SubscribableEvent } from "@precept/contract";
import { PreceptError, tenantKey, type Tenant } from "@precept/core";
import type { Workspace } from "@precept/workspace";
import { Channel } from "./channel.ts";
import { connectSources, type SourceOptions } from "./connect-sources.ts";
import { connectFeed } from "./shared/connect-feed.ts";
import type { SharedEvents } from "./shared/shared-events.ts";
import type { EventStream } from "./event-stream.ts";
import { eventDefaults, type EventOptions } from "./options.ts";
import type { ViolationData } from "./violation-events.ts";

/** What a client subscribes to. */
export interface Subscription {
  /** Whose events; `all` for those of all users of the project. */
  readonly reader: Tenant | "all";
  readonly types: ReadonlySet<SubscribableEvent>;
  /** Whether it may know of changes of MEMORY.md. Default false. */
  readonly mainSession?: boolean;
  /** The id of the last event that the client received. */
  readonly lastId?: string | undefined;
  /** Ends the stream. Its reason, if it is a text, is the final comment. */
  readonly signal: AbortSignal;
}

interface OpenChannel {
  readonly key: string;
  readonly reader: Tenant | "all";
  readonly channel: Channel;
  /** The number of open streams, and of clients that wait for one. */
  users: number;
  timer?: NodeJS.Timeout;
}

/** A project's events. Clients that see the same events share a channel, which stays open a while for reconnects. */
export class ProjectEvents {
  readonly #workspace: Workspace;
  readonly #options: Required<EventOptions>;
  readonly #shared: SharedEvents | undefined;
  /** By key, in the order of last use. */
  readonly #channels = new Map<string, OpenChannel>();
  readonly #closed = new AbortController();
  #heartbeat: NodeJS.Timeout | undefined;

  /** @param shared the events of all servers of the project. Default: only this server's events. */
  constructor(workspace: Workspace, options: EventOptions = {}, shared?: SharedEvents) {
    this.#workspace = workspace;
    this.#options = { ...eventDefaults, ...options };
    this.#shared = shared;
  }

  /** Aborted when the project is closed, for streams that are not opened here. Its reason is a text. */
  get closed(): AbortSignal {
    return this.#closed.signal;
  }

  get channels(): number {
    return this.#channels.size;
  }

  /** Opens a stream of all events from now on. @throws PreceptError `SERVER_STOPPING`, `STORE_FAILED`; the reason of the signal */
  async open({ reader, types, mainSession = false, lastId, signal }: Subscription): Promise<EventStream> {
    signal.throwIfAborted();
    if (this.closed.aborted) throw new PreceptError("SERVER_STOPPING", {});
    await this.#shared?.start();
    // Another server may have sent events that this one does not know yet.
    if (lastId !== undefined) await this.#shared?.feed.catchUp();
    signal.throwIfAborted();
    if (this.closed.aborted) throw new PreceptError("SERVER_STOPPING", {});
    const open = this.#use(reader, types.has("rule_debug"), mainSession);
    try {
      await this.#untilReady(open);
      signal.throwIfAborted();
    } catch (error) {
      this.#release(open);
      throw error;
    }
    const stream = open.channel.open(types, lastId);
    const end = (): void => stream.end(typeof signal.reason === "string" ? signal.reason : "the request was ended");
    signal.addEventListener("abort", end, { once: true });
    const release = (): void => {
      signal.removeEventListener("abort", end);
      this.#release(open);
    };
    void stream.closed.then(release);
    return stream;
  }

  /** Publishes violations to their user. Readers of all events follow the audit log, and get only what is not in it. */
  publishViolations(user: string | undefined, violations: readonly ViolationData[]): void {
    if (this.#shared !== undefined) {
      this.#shared.publishUnlogged(user, violations);
      return;
    }
    for (const { reader, channel } of this.#channels.values()) {
      if (reader !== "all" && reader.userId !== user) continue;
      for (const violation of violations) {
        if (reader !== "all" || violation.log_id === null) channel.publish("violation", violation);
      }
    }
  }

  /** Ends all streams, and refuses new ones. */
  close(reason = "the project was closed"): void {
    this.#closed.abort(reason);
    clearInterval(this.#heartbeat);
    for (const open of this.#channels.values()) this.#discard(open, reason);
    this.#shared?.close();
  }

  async #untilReady(open: OpenChannel): Promise<void> {
    try {
      await open.channel.ready;
    } catch (error) {
      // The next client tries again.
      this.#discard(open, "the channel could not be opened");
      if (!this.closed.aborted) throw error;
    }
    if (open.channel.isClosed) throw new PreceptError("SERVER_STOPPING", {});
  }

  #use(reader: Tenant | "all", withTraces: boolean, mainSession: boolean): OpenChannel {
    const key = JSON.stringify([reader === "all" ? null : tenantKey(reader), withTraces, mainSession]);
    const open = this.#channels.get(key) ?? this.#create(key, { reader, withTraces, mainSession });
    open.users += 1;
    clearTimeout(open.timer);
    this.#heartbeat ??= setInterval(() => {
      for (const { channel } of this.#channels.values()) channel.sendHeartbeat();
    }, this.#options.heartbeatMs).unref();
    return open;
  }

  #create(key: string, source: Pick<SourceOptions, "reader" | "withTraces" | "mainSession">): OpenChannel {
    const { maxEvents, maxBytes } = this.#options;
    const [workspace, shared] = [this.#workspace, this.#shared];
    const channel = new Channel({
      maxEvents,
      maxBytes,
      ...(shared !== undefined && { feed: shared.feed }),
      connect: (publish, fail, publishAt) =>
        shared === undefined
          ? connectSources(workspace, { ...source, publish, fail })
          : connectFeed(workspace, shared, { ...source, publishAt }),
      onFailed: () => this.#forget(open),
    });
    const open: OpenChannel = { key, reader: source.reader, channel, users: 0 };
    this.#channels.set(key, open);
    return open;
  }

  #release(open: OpenChannel): void {
    open.users -= 1;
    if (open.users > 0 || this.#channels.get(open.key) !== open) return;
    // Moved to the end: it was used last.
    this.#channels.delete(open.key);
    this.#channels.set(open.key, open);
    open.timer = setTimeout(() => this.#discard(open, "the channel was closed"), this.#options.idleMs).unref();
    const idle = [...this.#channels.values()].filter(({ users }) => users === 0);
    for (const oldest of idle.slice(0, -this.#options.maxIdleChannels)) this.#discard(oldest, "the channel was closed");
  }

  #discard(open: OpenChannel, reason: string): void {
    this.#forget(open);
    open.channel.close(reason);
  }

  #forget(open: OpenChannel): void {
    clearTimeout(open.timer);
    if (this.#channels.get(open.key) === open) this.#channels.delete(open.key);
    if (this.#channels.size > 0) return;
    clearInterval(this.#heartbeat);
    this.#heartbeat = undefined;
  }
}

import {
  buildTrace,
  OpenOnce,
  pushAll,
  toRuleDebug,
  toRulesApplied,
  type ProjectState,
  type RulesChange,
  type RuleStore,
} from "@precept/core";
import type { EventData } from "@precept/contract";
import type { Workspace } from "@precept/workspace";
import { toRulesChanged } from "../connect-sources.ts";
import type { ViolationData } from "../violation-events.ts";
import { EventFeed, type FeedAppend, type FeedState } from "./event-feed.ts";
import { publishRules } from "./publish-rules.ts";
import { publishViolations } from "./publish-violations.ts";
import { Pump } from "./pump.ts";

/** How long what is resolved is published after a client of some server has subscribed, in milliseconds. */
const interestMs = 600_000;

/** How often a server with streams says that it has some. */
const renewMs = 120_000;

/** What clients of some server want to know about resolutions, until a time of `performance.now()`. */
interface Interest {
  applied: number;
  traces: number;
}

/** Publishes the events of a project to the log that its servers share, and reads the events of all servers. */
export class SharedEvents {
  readonly feed: EventFeed;
  readonly #workspace: Workspace;
  readonly #project: ProjectState;
  readonly #interest: Interest = { applied: 0, traces: 0 };
  readonly #renewals = new Set<NodeJS.Timeout>();
  readonly #ends: (() => void)[] = [];
  /** The stores whose changes are published, each with the function that ends it. */
  readonly #stores = new Map<RuleStore, () => void>();
  readonly #starting = new OpenOnce(() => this.#start());

  constructor(workspace: Workspace, project: ProjectState, onLost: (count: number) => void) {
    this.#workspace = workspace;
    this.#project = project;
    this.feed = new EventFeed(project.state.log("events", project.project), onLost);
  }

  /** Starts to publish and to read. If it fails, the next call tries again. @throws PreceptError `STORE_FAILED` */
  start(): Promise<void> {
    return this.#starting.get();
  }

  /** Tells all servers that a client wants to know what is resolved, as long as the function that it returns is not called. */
  async want(withTraces: boolean): Promise<() => void> {
    const announce = async (): Promise<void> => {
      await this.feed.append(() => ({ events: [{ type: "subscribed", withTraces }] }));
      await this.feed.catchUp();
    };
    await announce();
    const timer = setInterval(() => void announce().catch(() => undefined), renewMs).unref();
    this.#renewals.add(timer);
    return () => {
      clearInterval(timer);
      this.#renewals.delete(timer);
    };
  }

  /** Publishes violations that are not in the audit log. The others are published from there. */
  publishUnlogged(user: string | undefined, violations: readonly ViolationData[]): void {
    for (const data of violations) if (data.log_id === null) this.feed.publish({ type: "violation", user: user ?? null, data });
  }

  close(): void {
    for (const timer of this.#renewals) clearInterval(timer);
    for (const end of [...this.#ends, ...this.#stores.values()]) end();
    this.feed.close();
  }

  async #start(): Promise<void> {
    const note = (withTraces: boolean): void => {
      this.#interest.applied = performance.now() + interestMs;
      if (withTraces) this.#interest.traces = performance.now() + interestMs;
    };
    const endNoting = this.feed.subscribe(({ event }) => event.type === "subscribed" && note(event.withTraces));
    try {
      await this.feed.start();
    } catch (error) {
      endNoting();
      throw error;
    }
    const audit = this.#project.state.log("audit-violations", this.#project.project);
    const violations = new Pump(() => publishViolations(this.feed, audit));
    this.#ends.push(
      endNoting,
      audit.follow(() => violations.wake()),
      () => violations.stop(),
      this.#workspace.subscribe(() => this.#followStores()),
    );
    pushAll(this.#ends, this.#publishOwn());
    violations.wake();
    this.#followStores();
  }

  /** Publishes what happens at this server only. */
  #publishOwn(): readonly (() => void)[] {
    const workspace = this.#workspace;
    return [
      workspace.on("rulesChanged", (change) => this.#publishChange(change)),
      workspace.on("rulesApplied", ({ resolution, tenant, session }) => {
        if (performance.now() >= this.#interest.applied) return;
        const origin = { session, user: tenant.userId };
        this.feed.publish({ type: "rules_applied", tenant, data: toRulesApplied(resolution, origin) });
        if (performance.now() >= this.#interest.traces) return;
        this.feed.publish({ type: "rule_debug", tenant, data: toRuleDebug(buildTrace(resolution), origin) });
      }),
      ...this.#publishContexts(),
    ];
  }

  /** Publishes changes of the agent's context, each once: servers that share a directory see the same change. */
  #publishContexts(): readonly (() => void)[] {
    const waiting: EventData<"context_changed">[] = [];
    const publishing = new Pump(async () => {
      for (let data = waiting[0]; data !== undefined; data = waiting[0]) {
        await this.feed.append((state) => contextChange(state, data));
        waiting.shift();
      }
    });
    return [
      () => publishing.stop(),
      this.#workspace.subscribe(({ context }) => {
        if (context === undefined) return;
        const { sessionType, files, version, previousVersion } = context;
        waiting.push({ session_type: sessionType, files: [...files], version, previous_version: previousVersion });
        publishing.wake();
      }),
    ];
  }

  /** Changes of stores that servers share are published by their positions instead. */
  #publishChange(change: RulesChange): void {
    if (this.#workspace.stores.some((store) => store.id === change.store && isShared(store))) return;
    const data = toRulesChanged(change, this.#workspace, "all");
    this.feed.publish({ type: "rules_changed", owner: change.owner, data });
  }

  /** Follows the shared stores of the current configuration. */
  #followStores(): void {
    const current = new Set(this.#workspace.stores.filter(isShared));
    for (const [store, end] of this.#stores) {
      if (current.has(store)) continue;
      end();
      this.#stores.delete(store);
    }
    for (const store of current) {
      if (this.#stores.has(store)) continue;
      const pump = new Pump(() => publishRules(this.feed, store));
      const unsubscribe = store.subscribe(({ kind }) => kind !== "state" && pump.wake());
      this.#stores.set(store, () => {
        unsubscribe();
        pump.stop();
      });
      pump.wake();
    }
  }
}

/** Whether all servers have the rules of a store, so that each of its changes must be published once. */
function isShared({ id }: RuleStore): boolean {
  return id === "postgres";
}

function contextChange(state: FeedState, data: EventData<"context_changed">): FeedAppend {
  const { session_type: sessionType, version } = data;
  if (state.contexts[sessionType] === version) return { events: [] };
  return {
    events: [{ type: "context_changed", isMain: sessionType !== "shared", data }],
    state: { ...state, contexts: { ...state.contexts, [sessionType]: version } },
  };
}

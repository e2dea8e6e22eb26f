import { buildTrace, toWireTrace, type Resolution, type StateLog, type Tenant, type WireTrace } from "@precept/core";

/** A recent resolution, and for whom it was resolved. */
export interface TracedResolution {
  readonly tenant: Tenant;
  readonly requestId: string;
  readonly timestamp: string | null;
  readonly files: readonly string[];
  /** The names of the rules that apply. */
  readonly applied: readonly string[];
  /** Builds the trace, which takes longer than the resolution. */
  readonly trace: () => WireTrace;
}

/** How many resolutions are remembered. A resolution refers to all rules of its time, which may have changed since. */
const maxResolutions = 200;

/** How many traces a server shares with others at a time, and the pause afterwards, in milliseconds. */
const sharing = { count: 20, pauseMs: 500 };

/** A trace as servers share it. */
type StoredTrace = Omit<TracedResolution, "trace"> & { readonly trace: WireTrace };

/**
 * The most recent resolutions of a project. Servers of a project share theirs, as far as their number allows: under load, only the
 * newest ones of other servers are known.
 */
export class TraceLog {
  readonly #resolutions: TracedResolution[] = [];
  readonly #shared: StateLog | undefined;
  /** Where the next resolution goes. */
  #next = 0;
  #waiting: TracedResolution[] = [];
  #sharing: NodeJS.Timeout | undefined;

  constructor(shared?: StateLog) {
    this.#shared = shared;
  }

  add({ resolution, tenant }: { readonly resolution: Resolution; readonly tenant: Tenant }): void {
    const { requestId, timestamp = null, request, applied } = resolution;
    const traced: TracedResolution = {
      tenant,
      requestId,
      timestamp,
      files: request.files,
      applied: applied.map(({ rule }) => rule.name),
      trace: () => toWireTrace(buildTrace(resolution)),
    };
    this.#resolutions[this.#next] = traced;
    this.#next = (this.#next + 1) % maxResolutions;
    if (this.#shared === undefined) return;
    this.#waiting.push(traced);
    if (this.#waiting.length > sharing.count) this.#waiting.shift();
    this.#sharing ??= setTimeout(() => void this.#share(), sharing.pauseMs).unref();
  }

  /** Newest first. Only this server's traces while the others cannot be read. */
  async list(): Promise<readonly TracedResolution[]> {
    const own = [...this.#resolutions.slice(this.#next), ...this.#resolutions.slice(0, this.#next)].toReversed();
    const known = new Set(own.map(({ requestId }) => requestId));
    const others = (await this.#readShared().catch(() => [])).filter(({ requestId }) => !known.has(requestId));
    if (others.length === 0) return own;
    const all = [...own, ...others].toSorted((left, right) => (right.timestamp ?? "").localeCompare(left.timestamp ?? ""));
    return all.slice(0, maxResolutions);
  }

  close(): void {
    clearTimeout(this.#sharing);
  }

  async #readShared(): Promise<readonly TracedResolution[]> {
    if (this.#shared === undefined) return [];
    const { last } = await this.#shared.read({ after: 0, limit: 0 });
    const { entries } = await this.#shared.read({ after: Math.max(0, last - maxResolutions), limit: maxResolutions });
    return entries.map(({ value }) => {
      const { trace, ...stored } = JSON.parse(value) as StoredTrace;
      return { ...stored, trace: () => trace };
    });
  }

  async #share(): Promise<void> {
    const traces = this.#waiting.map((traced): StoredTrace => ({ ...traced, trace: traced.trace() }));
    this.#waiting = [];
    this.#sharing = undefined;
    // What cannot be shared is still known here.
    await this.#shared?.append({ entries: traces.map((trace) => JSON.stringify(trace)) }).catch(() => undefined);
  }
}

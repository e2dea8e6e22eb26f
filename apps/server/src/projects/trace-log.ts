import type { Resolution, Tenant } from "@precept/core";

/** A recent resolution, and for whom it was resolved. */
export interface TracedResolution {
  readonly resolution: Resolution;
  readonly tenant: Tenant;
}

/** How many resolutions are kept. A resolution refers to all rules of its time, which may have changed since. */
const maxResolutions = 200;

/** The most recent resolutions of a project. Their traces are built when they are read. */
export class TraceLog {
  /** By user and id, because clients choose ids. */
  readonly #resolutions = new Map<string, TracedResolution>();

  add(traced: TracedResolution): void {
    const key = JSON.stringify([traced.tenant.userId ?? null, traced.resolution.requestId]);
    this.#resolutions.delete(key);
    this.#resolutions.set(key, traced);
    if (this.#resolutions.size <= maxResolutions) return;
    for (const oldest of this.#resolutions.keys()) {
      this.#resolutions.delete(oldest);
      return;
    }
  }

  /** Newest first. */
  list(): readonly TracedResolution[] {
    return [...this.#resolutions.values()].toReversed();
  }
}

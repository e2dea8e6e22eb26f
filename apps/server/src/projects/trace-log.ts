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
  readonly #resolutions: TracedResolution[] = [];
  /** Where the next resolution goes. */
  #next = 0;

  add(traced: TracedResolution): void {
    this.#resolutions[this.#next] = traced;
    this.#next = (this.#next + 1) % maxResolutions;
  }

  /** Newest first. */
  list(): readonly TracedResolution[] {
    return [...this.#resolutions.slice(this.#next), ...this.#resolutions.slice(0, this.#next)].toReversed();
  }
}

import { PreceptError } from "@precept/core";
import { identityOf, messageOf } from "@precept/files";
import type { OpenProject } from "./open-project.ts";
import type { ProjectLease, ProjectState } from "./projects.ts";
import type { NamedProjectDir } from "./project-dirs.ts";

export interface HostedProjectOptions {
  readonly open: (project: NamedProjectDir) => Promise<OpenProject>;
  /** How long an unused project stays open, in milliseconds. */
  readonly idleMs: number;
  /** How long a project that could not be opened is not tried again, in milliseconds. */
  readonly retryMs: number;
  /** Called with errors of closing a project. */
  readonly onCloseError: (id: string, error: unknown) => void;
}

interface Opened {
  readonly project: OpenProject;
  /** The directory that was opened, see `identityOf`. */
  readonly identity: string;
}

/** A project that is open while it is used, and for a while afterwards. At most one workspace is open at a time. */
export class HostedProject {
  readonly source: NamedProjectDir;
  readonly #options: HostedProjectOptions;
  #opening: Promise<Opened> | undefined;
  #opened: Opened | undefined;
  #closing: Promise<void> | undefined;
  #failure: { readonly error: unknown; readonly retryAt: number } | undefined;
  #leases = 0;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(source: NamedProjectDir, options: HostedProjectOptions) {
    this.source = source;
    this.#options = options;
  }

  get state(): ProjectState {
    const shared = { id: this.source.id, leases: this.#leases };
    if (this.#opened !== undefined) return { ...shared, status: "open", project: this.#opened.project };
    if (this.#opening !== undefined) return { ...shared, status: "opening" };
    if (this.#failure !== undefined) return { ...shared, status: "failed", error: this.#failure.error };
    return { ...shared, status: "closed" };
  }

  /** @throws PreceptError `PROJECT_UNAVAILABLE` */
  async lease(): Promise<ProjectLease> {
    // Counted before the project is open, so that it is not closed in between.
    this.#leases += 1;
    clearTimeout(this.#idleTimer);
    let isReleased = false;
    const release = (): void => {
      if (isReleased) return;
      isReleased = true;
      this.#leases -= 1;
      if (this.#leases === 0) this.#closeWhenIdle();
    };
    try {
      const { project } = await this.#ensureOpen();
      return { project, release };
    } catch (error) {
      release();
      throw error;
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#idleTimer);
    const opening = this.#opening;
    if (opening === undefined) return this.#closing;
    this.#opening = undefined;
    this.#opened = undefined;
    const closing = (async () => {
      const opened = await opening.catch(() => undefined);
      opened?.project.events.close();
      await opened?.project.workspace[Symbol.asyncDispose]();
    })().catch((error: unknown) => this.#options.onCloseError(this.source.id, error));
    this.#closing = closing;
    await closing;
    if (this.#closing === closing) this.#closing = undefined;
  }

  async #ensureOpen(): Promise<Opened> {
    const identity = this.#identify();
    // Another directory took the place of the one that is open, or there is none.
    if (this.#opened !== undefined && this.#opened.identity !== identity) void this.close();
    while (this.#closing !== undefined) await this.#closing;
    if (identity === undefined)
      throw this.#unavailable(new PreceptError("PATH_NOT_FOUND", { path: this.source.dir, expected: "directory" }));
    if (this.#failure !== undefined) {
      if (Date.now() < this.#failure.retryAt) throw this.#unavailable(this.#failure.error);
      this.#failure = undefined;
    }
    return (this.#opening ??= this.#open(identity));
  }

  async #open(identity: string): Promise<Opened> {
    try {
      const opened = { project: await this.#options.open(this.source), identity };
      this.#opened = opened;
      return opened;
    } catch (error) {
      this.#opening = undefined;
      this.#failure = { error, retryAt: Date.now() + this.#options.retryMs };
      throw this.#unavailable(error);
    }
  }

  #identify(): string | undefined {
    try {
      return identityOf(this.source.dir);
    } catch {
      return undefined;
    }
  }

  #unavailable(error: unknown): PreceptError {
    return new PreceptError("PROJECT_UNAVAILABLE", { project: this.source.id, reason: messageOf(error) }, { cause: error });
  }

  #closeWhenIdle(): void {
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => {
      if (this.#leases === 0) void this.close();
    }, this.#options.idleMs).unref();
  }
}

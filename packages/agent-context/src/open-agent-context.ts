import type { SessionType } from "@precept/contract/values";
import { join } from "node:path";
import { Listeners, PreceptError } from "@precept/core";
import { watchPaths, type PathWatcher, type Root, type WatchBackend } from "@precept/files";
import { compareContexts, type ContextChange } from "./context-change.ts";
import { createContextCache } from "./context-cache.ts";
import { openContextDirectory } from "./context-directory.ts";
import { contextFiles } from "./context-files.ts";
import { contextTransitions, type ContextState } from "./context-state.ts";
import { checkOptions, loadFrom, type LoadedContext } from "./load-agent-context.ts";
import type { LoadContextOptions } from "./options.ts";

/** An agent context that follows its files. */
export interface AgentContextSource<Type extends SessionType = SessionType> extends AsyncDisposable {
  /** The directory, absolute. */
  readonly dir: string;
  readonly sessionType: Type;
  readonly state: ContextState;
  /** The last context that was loaded. Undefined before the first one. */
  readonly current: LoadedContext<Type> | undefined;
  /** Returns the current context, and loads it first if there is none. */
  load(): Promise<LoadedContext<Type>>;
  /**
   * Reads all files again. The result has every change that was made before the call. Calls during a reload share the
   * next one.
   *
   * @throws PreceptError `CONTEXT_CLOSED`; `PATH_NOT_FOUND` or `NOT_A_DIRECTORY` if the directory is gone. The previous
   * context stays current.
   */
  reload(): Promise<LoadedContext<Type>>;
  /** Calls the listener after each change of the texts. Returns a function that unsubscribes. */
  subscribe(listener: (change: ContextChange) => void): () => void;
  /** Calls the listener after each change of the state. Returns a function that unsubscribes. */
  onStateChange(listener: (state: ContextState) => void): () => void;
}

export interface OpenContextOptions<Type extends SessionType = SessionType> extends Omit<LoadContextOptions<Type>, "signal"> {
  /** Whether to watch the files from the first load on, which keeps the process alive. Default false. */
  readonly watch?: boolean;
  /** How changes are noticed: by events of the system, or by polling. Default `events`. */
  readonly watchBackend?: WatchBackend;
  /** Called with errors that listeners throw. Default: they are ignored. */
  readonly onListenerError?: (error: unknown) => void;
  /** Called with errors of watching, usually a limit of the system, and of reloading. Default: they are ignored. */
  readonly onWatchError?: (error: unknown) => void;
}

/**
 * Opens the agent context of a directory. Nothing is read or created before the first `load`.
 *
 * @throws PreceptError `OPTION_VALUE_INVALID` for a session type, limit or time zone.
 * @example
 * ```ts
 * import { openAgentContext } from "@precept/agent-context";
 *
 * await using source = openAgentContext(".", { sessionType: "shared" });
 * source.subscribe(({ files }) => console.log("changed:", ...files));
 * const { context } = await source.load();
 * ```
 */
export function openAgentContext<Type extends SessionType>(
  dir: string,
  options: OpenContextOptions<Type>,
): AgentContextSource<Type> {
  checkOptions(options);
  return new OpenContext(dir, options);
}

class OpenContext<Type extends SessionType> implements AgentContextSource<Type> {
  readonly dir: string;
  readonly #options: OpenContextOptions<Type>;
  readonly #changes: Listeners<ContextChange>;
  readonly #states: Listeners<ContextState>;
  #state: ContextState = "INITIAL";
  #current: LoadedContext<Type> | undefined;
  #root: Root | undefined;
  #watcher: Promise<PathWatcher> | undefined;
  #running: Promise<LoadedContext<Type>> | undefined;
  #next: Promise<LoadedContext<Type>> | undefined;
  #isClosed = false;

  constructor(dir: string, options: OpenContextOptions<Type>) {
    const { onListenerError = () => undefined } = options;
    this.dir = dir;
    this.#options = { ...options, cache: options.cache ?? createContextCache() };
    this.#changes = new Listeners(onListenerError);
    this.#states = new Listeners(onListenerError);
  }

  get sessionType(): Type {
    return this.#options.sessionType;
  }

  get state(): ContextState {
    return this.#state;
  }

  get current(): LoadedContext<Type> | undefined {
    return this.#current;
  }

  async load(): Promise<LoadedContext<Type>> {
    this.#refuseClosed();
    return this.#current ?? this.#running ?? this.#begin();
  }

  async reload(): Promise<LoadedContext<Type>> {
    this.#refuseClosed();
    if (this.#next !== undefined) return this.#next;
    if (this.#running === undefined) return this.#begin();
    // The running load may have read a file before it changed.
    const begin = async (): Promise<LoadedContext<Type>> => {
      this.#next = undefined;
      return this.#begin();
    };
    this.#next = this.#running.then(begin, begin);
    return this.#next;
  }

  subscribe(listener: (change: ContextChange) => void): () => void {
    return this.#changes.add(listener);
  }

  onStateChange(listener: (state: ContextState) => void): () => void {
    return this.#states.add(listener);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    this.#changes.clear();
    this.#states.clear();
    await Promise.allSettled([this.#next, this.#running]);
    const watcher = await this.#watcher?.catch(() => undefined);
    await watcher?.close();
  }

  async #begin(): Promise<LoadedContext<Type>> {
    const loading = this.#loadNow().finally(() => {
      this.#running = undefined;
    });
    this.#running = loading;
    return loading;
  }

  async #loadNow(): Promise<LoadedContext<Type>> {
    const before = this.#current;
    this.#enter(before === undefined ? "LOADING" : "RELOADING");
    try {
      this.#refuseClosed();
      this.#root = openContextDirectory(this.dir);
      // Watch before reading, so that no change is missed in between.
      await this.#watch(this.#root);
      const loaded = await loadFrom(this.#root, this.#options);
      this.#current = loaded;
      this.#enter("READY");
      const change = before === undefined ? undefined : compareContexts(before.context, loaded.context);
      if (change !== undefined) this.#changes.emit(change);
      return loaded;
    } catch (error) {
      this.#enter(before === undefined ? "INITIAL" : "READY");
      throw error;
    }
  }

  #enter(next: ContextState): void {
    const possible: readonly ContextState[] = contextTransitions[this.#state];
    if (!possible.includes(next)) throw new Error(`No transition from ${this.#state} to ${next}`);
    this.#state = next;
    this.#states.emit(next);
  }

  async #watch(root: Root): Promise<void> {
    if (this.#options.watch !== true || this.#watcher !== undefined) return;
    const { onWatchError = () => undefined, watchBackend } = this.#options;
    this.#watcher = watchPaths(
      watchedPaths(this.sessionType).map((path) => ({ root, path: join(root.dir, path) })),
      async () => {
        if (!this.#isClosed) await this.reload().catch(onWatchError);
      },
      () => watchBackend,
    );
    try {
      const { failure } = await this.#watcher;
      if (failure !== undefined) onWatchError(failure);
    } catch (error) {
      this.#watcher = undefined;
      onWatchError(error);
    }
  }

  #refuseClosed(): void {
    if (this.#isClosed) throw new PreceptError("CONTEXT_CLOSED", {});
  }
}

/** The paths that a context is read from, relative to its directory, and `memory` for the notes of all days. */
function watchedPaths(sessionType: SessionType): readonly string[] {
  const files = contextFiles.filter(
    ({ id, mainSessionOnly, offeredOnce }) =>
      id !== "today" && id !== "yesterday" && !offeredOnce && (sessionType === "main" || !mainSessionOnly),
  );
  return [...files.flatMap(({ name, aliases }) => [name, ...aliases]), "memory"];
}

import type { LeasedWorkspace } from "@precept/agent-hooks";
import { existsAt } from "@precept/files";
import { openLazyWorkspace, type LazyWorkspace, type WorkspaceOptions } from "@precept/workspace";

/** How many directories have a prepared workspace. The one that was not used for the longest time is closed. */
const maxPrepared = 4;

/** How a workspace of a hook is opened. */
export interface WorkspaceCall {
  readonly directory: string;
  readonly options: WorkspaceOptions;
}

/**
 * The workspaces in which a server answers hooks. Each answer has a workspace of its own, as in a process of its own, so that nothing is remembered that a
 * hook would not know. The next one is prepared while no hook waits, and its files are read again before it is used.
 */
export class HookWorkspaces implements AsyncDisposable {
  readonly #prepared = new Map<string, Promise<LazyWorkspace>>();
  readonly #closing = new Set<Promise<void>>();
  #isClosed = false;

  /** Returns a workspace for one answer. @throws what `openLazyWorkspace` throws. */
  async lease(call: WorkspaceCall): Promise<LeasedWorkspace> {
    const workspace = (await this.#takePrepared(call)) ?? (await open(call));
    return {
      workspace,
      declines: describeDependence(workspace),
      release: async () => {
        if (!this.#isClosed) this.prepare(call);
        await workspace[Symbol.asyncDispose]();
      },
    };
  }

  /** Prepares a workspace for the next answer. */
  prepare(call: WorkspaceCall): void {
    const key = keyOf(call);
    if (this.#prepared.has(key)) return;
    const preparing = load(call);
    // The next hook finds the same problem and reports it.
    preparing.catch(() => this.#prepared.delete(key));
    this.#prepared.set(key, preparing);
    const [oldest] = this.#prepared.keys();
    if (this.#prepared.size > maxPrepared && oldest !== undefined) this.#close(oldest);
  }

  async #takePrepared(call: WorkspaceCall): Promise<LazyWorkspace | undefined> {
    const key = keyOf(call);
    const preparing = this.#prepared.get(key);
    this.#prepared.delete(key);
    const workspace = await preparing?.catch(() => undefined);
    if (workspace === undefined || (await workspace.refresh().catch(() => false))) return workspace;
    await workspace[Symbol.asyncDispose]();
    return undefined;
  }

  #close(key: string): void {
    const preparing = this.#prepared.get(key);
    this.#prepared.delete(key);
    const closing = (async () => (await preparing)?.[Symbol.asyncDispose]())()
      .catch(() => undefined)
      .finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    for (const key of this.#prepared.keys()) this.#close(key);
    await Promise.all(this.#closing);
  }
}

async function open({ directory, options }: WorkspaceCall): Promise<LazyWorkspace> {
  return openLazyWorkspace(directory, { ...options, remember: true });
}

async function load(call: WorkspaceCall): Promise<LazyWorkspace> {
  const workspace = await open(call);
  await workspace.policies.list();
  return workspace;
}

function keyOf(call: WorkspaceCall): string {
  return JSON.stringify(call);
}

/** Describes what of the caller's environment an answer depends on, besides the variables that are compared. */
function describeDependence({ settings }: LazyWorkspace): string | undefined {
  if (settings.policies.managedDirs.some(existsAt)) return "there are managed policies";
  if (settings.policies.rollback) return "rollbacks start the git of the hook's environment";
  if (settings.search.embedder !== undefined) return "an embedder can need the hook's environment";
  return undefined;
}

import { condition } from "../condition.ts";
import type { Database } from "../database.ts";
import { Watcher } from "../watcher.ts";

/** Which log is followed. */
interface FollowedLog {
  readonly use: string;
  readonly owner: string;
}

interface Followed extends FollowedLog {
  readonly listeners: Set<() => void>;
  /** The position that the listeners were told about. */
  position: number;
}

const positions = `
SELECT l.use, l.owner, l.position FROM jsonb_to_recordset(?::text::jsonb) AS w (use text, owner text)
JOIN state_logs l ON l.use = w.use AND l.owner = w.owner`;

/** Tells listeners that a log has new entries. One statement reads the positions of all followed logs. */
export class LogFollower {
  readonly #open: () => Promise<Database>;
  readonly #channel: string;
  readonly #pollMs: number;
  readonly #followed = new Map<string, Followed>();
  #watcher: Watcher | undefined;
  #isStopped = false;

  constructor(open: () => Promise<Database>, { channel, pollMs }: { readonly channel: string; readonly pollMs: number }) {
    this.#open = open;
    this.#channel = channel;
    this.#pollMs = pollMs;
  }

  follow({ use, owner }: FollowedLog, onChange: () => void): () => void {
    const key = JSON.stringify([use, owner]);
    // The first check tells about all entries, of which the listener may know some.
    const followed = this.#followed.get(key) ?? { use, owner, listeners: new Set(), position: 0 };
    this.#followed.set(key, followed);
    const listener = (): void => onChange();
    followed.listeners.add(listener);
    void this.#watch();
    return () => {
      followed.listeners.delete(listener);
      if (followed.listeners.size === 0 && this.#followed.get(key) === followed) this.#followed.delete(key);
    };
  }

  stop(): void {
    this.#isStopped = true;
    this.#watcher?.stop();
  }

  async #watch(): Promise<void> {
    const database = await this.#open().catch(() => undefined);
    if (this.#isStopped || this.#watcher !== undefined) return;
    if (database === undefined) {
      setTimeout(() => void this.#watch(), this.#pollMs).unref();
      return;
    }
    this.#watcher = new Watcher(database, this.#channel, this.#pollMs, () => this.#check(database));
  }

  async #check(database: Database): Promise<void> {
    const wanted = [...this.#followed.values()].map(({ use, owner }) => ({ use, owner }));
    if (wanted.length === 0) return;
    const rows = await database.query<FollowedLog & { readonly position: string }>(condition(positions, JSON.stringify(wanted)));
    for (const { use, owner, position } of rows) {
      const followed = this.#followed.get(JSON.stringify([use, owner]));
      if (followed === undefined || followed.position === Number(position)) continue;
      followed.position = Number(position);
      for (const listener of followed.listeners) listener();
    }
  }
}

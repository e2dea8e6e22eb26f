import type { SessionRecord } from "@precept/contract";
import { recordInSession } from "./record.ts";

/**
 * Collects the records of many requests, and appends them session by session, so that no request waits for a disk. A process
 * that is killed loses the records of its last requests.
 */
export class RecordQueue implements AsyncDisposable {
  readonly #root: () => string;
  #waiting: SessionRecord[] = [];
  #writing: Promise<void> | undefined;
  #problem: unknown;

  /** @param root returns the project directory. */
  constructor(root: () => string) {
    this.#root = root;
  }

  /** Why the last records could not be written. Undefined if they were. */
  get problem(): unknown {
    return this.#problem;
  }

  add(record: SessionRecord): void {
    this.#waiting.push(record);
    this.#writing ??= this.#write();
  }

  /** Resolves when all records are written, or could not be. */
  async [Symbol.asyncDispose](): Promise<void> {
    while (this.#writing !== undefined) await this.#writing;
  }

  async #write(): Promise<void> {
    // Requests that are answered at the same time are written together.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) {
      const records = this.#waiting;
      this.#waiting = [];
      for (const [session, own] of Map.groupBy(records, (record) => record.session)) {
        this.#problem = await recordInSession(this.#root(), session, own).then(
          () => undefined,
          (error: unknown) => error,
        );
      }
    }
    this.#writing = undefined;
  }
}

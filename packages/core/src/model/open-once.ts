/** Opens something once, for all callers. If that fails, the next call opens it again. */
export class OpenOnce<Result> {
  readonly #open: () => Promise<Result>;
  #opened: Promise<Result> | undefined;

  constructor(open: () => Promise<Result>) {
    this.#open = open;
  }

  get(): Promise<Result> {
    return (this.#opened ??= this.#open().catch((error: unknown) => {
      this.#opened = undefined;
      throw error;
    }));
  }

  /** What was opened, or is being opened. Undefined if nothing was, or if the last attempt failed. */
  get current(): Promise<Result> | undefined {
    return this.#opened;
  }
}

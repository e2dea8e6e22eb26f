/** The maximum number of ids. A server repeats only a few events before an id. */
const maxIds = 4096;

/** The ids of recent events, to recognise events that a server sends again. */
export class RecentIds {
  readonly #ids = new Set<string>();

  /** @returns whether the id is new. */
  add(id: string): boolean {
    if (this.#ids.has(id)) return false;
    this.#ids.add(id);
    if (this.#ids.size > maxIds) {
      for (const oldest of this.#ids) {
        this.#ids.delete(oldest);
        break;
      }
    }
    return true;
  }

  clear(): void {
    this.#ids.clear();
  }
}

interface Event {
  /** In milliseconds. */
  readonly at: number;
  readonly run: () => void;
}

/** Events in the order of their times: a binary heap. */
export class EventQueue {
  readonly #heap: Event[] = [];
  #now = 0;

  /** The time of the event that runs, in milliseconds. */
  get now(): number {
    return this.#now;
  }

  /** Adds an event. @param delay in milliseconds. */
  add(delay: number, run: () => void): void {
    const heap = this.#heap;
    let at = heap.push({ at: this.#now + delay, run }) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.#at(parent) <= this.#at(at)) return;
      this.#swap(parent, at);
      at = parent;
    }
  }

  /** Runs all events until a time, in milliseconds. */
  runUntil(end: number): void {
    for (let [first] = this.#heap; first !== undefined && first.at <= end; [first] = this.#heap) {
      this.#removeFirst();
      this.#now = first.at;
      first.run();
    }
    this.#now = end;
  }

  #removeFirst(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    heap[0] = last;
    for (let at = 0; ;) {
      let smallest = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < heap.length && this.#at(child) < this.#at(smallest)) smallest = child;
      }
      if (smallest === at) return;
      this.#swap(smallest, at);
      at = smallest;
    }
  }

  #at(index: number): number {
    return this.#heap[index]?.at ?? Infinity;
  }

  #swap(left: number, right: number): void {
    const heap = this.#heap;
    [heap[left], heap[right]] = [heap[right] as Event, heap[left] as Event];
  }
}

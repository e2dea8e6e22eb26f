/**
 * The handwritten texts of the model are sentences that each name a part, such as `Keep part p12 in order.`, so that a text is easy to find wherever it
 * is moved.
 */
export class PartCounter {
  #next = 0;

  /** Returns a sentence that no other text has. */
  write(): string {
    this.#next += 1;
    return `Keep part p${this.#next} in order.`;
  }
}

const partPattern = /\bpart (p\d+)\b/g;

/** Returns the parts that a text names, each once. */
export function findParts(text: string): ReadonlySet<string> {
  return new Set(Array.from(text.matchAll(partPattern), ([, part = ""]) => part));
}

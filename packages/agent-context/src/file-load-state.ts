import type { FileLoadState } from "@precept/contract/values";

/** The states that can follow each state. States without any are final. */
export const fileLoadTransitions = {
  CHECK: ["READ", "CREATE", "ABSENT", "REFUSED"],
  // `CHECK`: the file was deleted after it was found.
  READ: ["SUCCESS", "FALLBACK", "REFUSED", "CHECK"],
  // `CHECK`: another process created the file.
  CREATE: ["SUCCESS", "CHECK"],
  FALLBACK: ["SUCCESS", "FAILED"],
  REFUSED: ["SUCCESS", "FAILED"],
  SUCCESS: [],
  ABSENT: [],
  FAILED: [],
} as const satisfies Readonly<Record<FileLoadState, readonly FileLoadState[]>>;

/** Records the states of one file. Throws for a transition that is not in the table. */
export class FileLoadStates {
  readonly #states: [FileLoadState, ...FileLoadState[]] = ["CHECK"];

  get all(): readonly FileLoadState[] {
    return [...this.#states];
  }

  enter(next: FileLoadState): void {
    const current = this.#states.at(-1) ?? "CHECK";
    const possible: readonly FileLoadState[] = fileLoadTransitions[current];
    if (!possible.includes(next)) throw new Error(`No transition from ${current} to ${next}`);
    this.#states.push(next);
  }
}

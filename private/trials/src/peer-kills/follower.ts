import type { StoreChange, StoreReset } from "@precept/core";
import type { ClientProcess } from "./client-process.ts";
import type { Line, Revisions } from "./lines.ts";

/** A copy of the rules of a database, maintained from what a client prints. It outlives the client. */
export class Follower {
  readonly revisions = new Map<string, string>();
  /** The writes that the client reported as accepted. */
  readonly saved: (readonly [id: string, revision: string])[] = [];
  readonly failures: string[] = [];
  #position: string;
  #changes = 0;
  #gaps = 0;
  /** Events that arrived before the answer of a client. */
  #buffered: StoreChange[] | undefined;

  /** @param position that of an empty database. */
  constructor(position: string) {
    this.#position = position;
  }

  get position(): string {
    return this.#position;
  }

  /** The number of applied changes. */
  get changes(): number {
    return this.#changes;
  }

  /** The number of changes that did not start at the position, besides those before an answer. */
  get gaps(): number {
    return this.#gaps;
  }

  onLine(line: Line): void {
    if (line.kind === "saved") this.saved.push(...line.saved);
    else if (line.kind === "since") this.#continue(line.changes);
    else if (line.kind === "event" && line.event.kind === "changed") this.#onEvent(line.event);
    else if (line.kind === "event" && line.event.kind === "reset") this.failures.push(`a reset after ${this.#position}`);
  }

  /** Asks a client what happened since the position. Events that arrive before its answer are applied if they follow the answer. */
  async catchUp(client: ClientProcess): Promise<void> {
    this.#buffered ??= [];
    await client.ask({ kind: "since", token: this.#position });
  }

  /** Compares the copy with the rules of a client. */
  compare(name: string, { token, revisions }: { readonly token: string; readonly revisions: Revisions }): void {
    if (token !== this.#position) this.failures.push(`${name} is at ${token}, its subscriber at ${this.#position}`);
    const [copy, listed] = [[...this.revisions], [...revisions]].map((pairs) => JSON.stringify(pairs.toSorted(byId)));
    if (copy !== listed) this.failures.push(`the subscriber of ${name} has ${copy}, the database ${listed}`);
  }

  #onEvent(change: StoreChange): void {
    if (this.#buffered !== undefined) this.#buffered.push(change);
    else if (change.after === this.#position) this.#apply(change);
    else this.#gaps += 1;
  }

  #continue(changes: StoreChange | StoreReset): void {
    const buffered = this.#buffered ?? [];
    this.#buffered = undefined;
    if (changes.kind === "reset") this.failures.push(`a reset after ${this.#position}`);
    else this.#apply(changes);
    for (const change of buffered) if (change.after === this.#position) this.#apply(change);
  }

  #apply(change: StoreChange): void {
    for (const { rule, revision } of change.saved) this.revisions.set(rule.id, revision);
    for (const id of change.deleted) this.revisions.delete(id);
    this.#position = change.token;
    this.#changes += 1;
  }
}

function byId([left]: readonly [string, string], [right]: readonly [string, string]): number {
  return left < right ? -1 : 1;
}

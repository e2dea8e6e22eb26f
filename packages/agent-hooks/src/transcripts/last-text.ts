import type { TranscriptEvent } from "./transcript-event.ts";

/** The last text of each agent of a session: its answer, unless a call follows. */
export class LastTexts {
  readonly #texts = new Map<
    string | null,
    { readonly at: string | undefined; readonly message: string; readonly text: string }
  >();

  /** Remembers a text. Parts of the same message are joined. */
  add(subagent: string | null, at: string | undefined, message: string, text: string): void {
    const known = this.#texts.get(subagent);
    const joined = known?.message === message ? `${known.text}\n${text}` : text;
    this.#texts.set(subagent, { at, message, text: joined });
  }

  /** A call follows: the text was no answer. */
  drop(subagent: string | null): void {
    this.#texts.delete(subagent);
  }

  /** Returns the text of an agent as its answer. */
  take(subagent: string | null): readonly TranscriptEvent[] {
    const known = this.#texts.get(subagent);
    this.#texts.delete(subagent);
    return known === undefined ? [] : [{ kind: "answer", at: known.at, subagent, text: known.text }];
  }

  takeAll(): readonly TranscriptEvent[] {
    return [...this.#texts.keys()].flatMap((subagent) => this.take(subagent));
  }
}

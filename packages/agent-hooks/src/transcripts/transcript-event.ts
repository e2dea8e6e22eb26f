import type { Json } from "@precept/core";

interface EventOrigin {
  /** ISO 8601. Undefined: the entry has no time. */
  readonly at: string | undefined;
  /** The id of the subagent. Null: the main agent. */
  readonly subagent: string | null;
}

/** What happened in a session, as far as its transcript says it. */
export type TranscriptEvent = EventOrigin &
  (
    | { readonly kind: "prompt"; readonly text: string }
    | {
        readonly kind: "call";
        readonly id: string | undefined;
        /** The tool and its input, as a hook of the agent gets them. */
        readonly tool: string;
        readonly input: Json;
        readonly cwd: string | undefined;
      }
    | { readonly kind: "result"; readonly id: string; readonly isError: boolean; readonly text: string }
    | { readonly kind: "answer"; readonly text: string }
    /** A text that a hook added. `event`: the agent's name for the hook's event. */
    | { readonly kind: "context"; readonly event: string; readonly text: string }
    | { readonly kind: "compaction" }
  );

/** Facts about a session that its entries repeat. */
interface TranscriptOrigin {
  readonly session?: string | undefined;
  readonly cwd?: string | undefined;
}

/** What one entry of a transcript says. */
export interface ReadEntry {
  readonly origin: TranscriptOrigin;
  /** What identifies the entry, also in a copy of the session. Undefined: nothing. */
  readonly id?: string | undefined;
  /** The position of the entry, if the agent numbers them. */
  readonly ordinal?: number | undefined;
  readonly events: readonly TranscriptEvent[];
  /** The kind of the entry if it is not known, so that it is skipped. */
  readonly unknown?: string;
}

/** Reads the entries of one agent's transcripts. It remembers what it needs of earlier entries. */
export interface EntryReader {
  /** @returns undefined if the entry is damaged: it lacks what entries of its kind have. */
  read(entry: { readonly [key: string]: Json }): ReadEntry | undefined;
  /** The events that only show at the end. */
  end(): readonly TranscriptEvent[];
}

import type { EventName, HookEventKind } from "@precept/governance";
import type { HostId } from "../host-ids.ts";
import type { PrintAnswer } from "./answer.ts";

/** A statement about a host, and where it was read. */
export interface HostStatement<Value = string> {
  readonly value: Value;
  /** A URL, or a repository and a path in it. */
  readonly source: string;
  /** Whether the source is the host's code or its own documentation. Otherwise it is a report by others, and the reference says so. */
  readonly verified: boolean;
}

/** What the answer to an event can do. What is not listed, the host ignores. */
export interface HostEvent {
  readonly deny?: boolean;
  /** Whether the host can ask the user. */
  readonly ask?: boolean;
  /** Whether the answer can add context. */
  readonly inject?: boolean;
  /**
   * Whether no earlier event of a conversation can add context. Then the answer to a tool call gives all rules that apply, not only at files.
   */
  readonly opensContext?: true;
  /** Whether the answer can change the input of the tool. Precept does not use it. */
  readonly rewrite?: boolean;
  /** Whether the row follows from reports by others. Default: from the source of the host's facts. */
  readonly unverified?: true;
  /** What is special about the event, for the reference. */
  readonly note?: string;
}

/** What a broken or late hook does. */
export interface FailureEffect {
  readonly effect: "the call runs" | "the call is denied" | "unknown";
  /** The setting with which a failure denies. */
  readonly setting?: string;
}

/** What was seen when the host itself ran with the hooks that `precept install` writes, and a model server on the same machine. */
export interface HostTrial {
  /** The package and release that was run. */
  readonly release: string;
  /** The day, as YYYY-MM-DD. */
  readonly date: string;
  readonly seen: string;
}

/** Why the host was not run with its hooks. */
export interface MissingTrial {
  readonly notRun: string;
}

/** The hook protocol of a coding agent. */
export interface HostSpec {
  readonly id: HostId;
  readonly title: string;
  /** The name of the host in the `targets` of rules. */
  readonly tool: string;
  /** The dialects of rule files that the host reads itself, so that its hook does not repeat them. */
  readonly ownDialects: readonly string[];
  /** Where the facts of this host are from, unless a fact has a source of its own. */
  readonly source: string;
  /** How its payloads are recognised. */
  readonly recognisedBy: HostStatement;
  /** Whether a payload is one of this host and of no other. */
  readonly isMarked: (payload: { readonly [key: string]: unknown }) => boolean;
  /** Environment variables that the host sets to the project directory. The first that is set counts. */
  readonly projectVariables: HostStatement<readonly string[]>;
  /** The events by the host's own names. */
  readonly events: Readonly<Partial<Record<EventName, HostEvent>>>;
  /** The tools and their arguments, by what they do, for the reference. */
  readonly tools: Readonly<Record<"command" | "write" | "read" | "mcp", HostStatement>>;
  /** The maximum length of added context, in UTF-16 code units. */
  readonly contextLimit: HostStatement<number>;
  /** The time after which the host stops waiting by default, in milliseconds, and the unit of its setting. */
  readonly timeLimit: HostStatement<{ readonly milliseconds: number; readonly unit: "seconds" | "milliseconds" }>;
  readonly onFailure: HostStatement<FailureEffect>;
  /** How an answer without an opinion looks, so that its own rules decide. */
  readonly silence: string;
  /** What was seen when the host ran with its hooks. What was not tried is from the sources. */
  readonly trial: HostTrial | MissingTrial;
  /** Known gaps, for the reference. */
  readonly limits: readonly string[];
  readonly print: PrintAnswer;
}

/** An event of a payload, with what its answer can do. */
export interface AnsweredEvent extends HostEvent {
  readonly name: string;
  readonly kind: HookEventKind;
}

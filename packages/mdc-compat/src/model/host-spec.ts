import type { DialectId, HostId, HostOf } from "../tools.ts";

/** A statement about a host, and where it was read. */
export interface HostStatement<Value = string> {
  readonly value: Value;
  /** A URL, or a repository and a path in it. */
  readonly source: string;
  /** Whether the source is the host's code or documentation. The reference marks other sources as reports. */
  readonly verified: boolean;
}

/** What the answer to an event can do. What is not listed, the host ignores. */
export interface HostEvent {
  readonly deny?: boolean;
  /** Whether the host can ask the user. */
  readonly ask?: boolean;
  /** Whether a question waits without end if there is no terminal. In CI, the call is denied instead. Default false. */
  readonly waitsForAnswer?: true;
  /** Whether the answer can add context. */
  readonly inject?: boolean;
  /**
   * Whether no earlier event of a conversation can add context. Then the answer to a tool call gives all rules that
   * apply, not only at files.
   */
  readonly opensContext?: true;
  /**
   * Whether the answer can replace the input of the tool and the host still asks its own questions about the new call.
   * Default false: a call with a fix is denied, and the reason contains the fix.
   */
  readonly replacesCall?: true;
  /**
   * How the answer to a result replaces it. `reason`: a denial puts its reason in place of the result. `shape`: the
   * answer has a result of the same shape. Undefined: the model has seen the result, or it is not known.
   */
  readonly replacesResult?: "reason" | "shape";
  /** Whether the host does not keep what the answer adds, so that a resumed session lacks it. Default false. */
  readonly isLostOnResume?: true;
  /** Whether the first prompt can be handled before the event, which then takes nothing away. Default false. */
  readonly mayFollowPrompt?: true;
  /** Whether the event also reports results of tools, as a prompt without a text. Such a one is no prompt. Default false. */
  readonly reportsResults?: true;
  /** Whether the host gives files that were read to the agent again after a compaction, without an event. */
  readonly rereads?: true;
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

/** The results of running the host with the hooks of `precept install` and a local model server. */
export interface HostTrial {
  /** The package and release that was run. */
  readonly release: string;
  /** The day, as YYYY-MM-DD. */
  readonly date: string;
  readonly seen: string;
  /** The verdicts whose effects were seen. */
  readonly verdicts: readonly SeenVerdict[];
}

/** `deny`, `ask`: before a tool; `replaceCall`: a fixed call runs; `result`: what becomes of a denied result; `advice`: SOFT_HOOK. */
export type SeenVerdict = "deny" | "ask" | "replaceCall" | "result" | "advice";

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
  /** Whether a payload is one of this host and of no other. `isEvent` tells the names of events of any host. */
  readonly isMarked: (payload: HookFields, isEvent: (name: string) => boolean) => boolean;
  /** Whether a payload that no host marks is treated as one of this host. At most one host has this. */
  readonly isAssumed?: (payload: HookFields) => boolean;
  /** Environment variables that the host sets to the project directory. The first that is set counts. */
  readonly projectVariables: HostStatement<readonly string[]>;
  /** The events by the host's own names. */
  readonly events: Readonly<Record<string, HostEvent>>;
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
  /** How a user sees that the agent has a rule. */
  readonly ruleTest: RuleTest;
  /** Known gaps, for the reference. */
  readonly limits: readonly string[];
  readonly print: PrintAnswer;
}

export type HookFields = { readonly [key: string]: unknown };

export interface PrintedEvent {
  readonly name: string;
  /** As `hookEventKindOf` of `@precept/governance` tells it. */
  readonly kind: string;
}

/** What a hook says. `none` is no opinion: the host's own rules decide. */
export interface HookAnswer {
  readonly verdict: "none" | "deny" | "ask";
  /** Why, for the agent and the user. Required for `deny` and `ask`: some hosts ignore a denial without a reason. */
  readonly reason?: string;
  /** Context for the agent. */
  readonly context?: string;
  /** The whole input with which the tool runs instead. Only for an event that `replacesCall`. */
  readonly input?: HookFields;
  /** What the model receives instead of the result. Only for an event that `replacesResult` in its shape. */
  readonly result?: unknown;
}

/** What the process of a hook writes, and its exit code. */
export interface HookOutput {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** Writes an answer in the protocol of a host. */
export type PrintAnswer = (event: PrintedEvent, answer: HookAnswer) => HookOutput;

/**
 * How a user sees that an agent has a rule: by asking the agent; by sending the payload with which the agent asks for
 * rules to `precept hook`, for agents that were not run with their hooks; or, for agents whose hooks take no context,
 * by writing the rule to a file that the agent reads.
 */
export type RuleTest =
  | { readonly kind: "agent"; readonly command: string }
  | { readonly kind: "payload"; readonly payload: Readonly<Record<string, unknown>> }
  | { readonly kind: "export"; readonly tool: string; readonly file: string };

/** The hook protocols of the agents of one tool: `hooks.ts` in its folder. */
export type ToolHooks<Id extends DialectId> = Readonly<Record<HostOf<Id>, HostSpec>>;

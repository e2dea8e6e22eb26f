import { scopes } from "../values/rules.ts";
import { z } from "zod";
import { contextChange } from "./agent-context.ts";
import { count, objectOf, textOrNull, texts, type Wire } from "../wire-parts.ts";
import { answerShape, wireTrace } from "./resolution.ts";

/** The maximum number of saved rules, and of deleted ones, in an event. `omitted` counts the others. */
export const maxEventRules = 200;

const ruleReference = z.object({ id: z.string(), name: z.string(), scope: z.enum(scopes) });

const connected = objectOf(
  "ConnectedEvent",
  "The first event of a new stream. A client that sends its id as `Last-Event-ID` misses no event after it.",
  { types: texts.describe("The types of events that the stream has.") },
);

const reset = objectOf(
  "ResetEvent",
  "Events may be missing. Read the current state again; the events that follow are complete.",
  {
    reason: z
      .enum(["unknown_id", "expired"])
      .describe(
        "`unknown_id`: the server does not know the `Last-Event-ID`, for example because it was restarted, or because no client " +
          "was connected for a while. `expired`: the server no longer has all events since that id.",
      ),
    detail: z.string().describe("The reason as a sentence."),
  },
);

const rulesChanged = objectOf("RulesChangedEvent", "Rules of one store and owner changed. The next request uses them.", {
  store: z.string().describe("The id of the store."),
  project_id: textOrNull.describe("The project that the rules belong to."),
  user_id: textOrNull.describe("The user that the rules belong to."),
  saved: z.array(ruleReference).max(maxEventRules).describe(`New and changed rules, at most ${maxEventRules}.`),
  deleted: texts.max(maxEventRules).describe(`The ids of deleted rules, at most ${maxEventRules}.`),
  omitted: count.describe("The number of further rules that were saved or deleted."),
  diagnostics: count.describe("The number of problems in the files of the store, as far as the client may see them."),
});

const { applied, dropped, conflicts, diagnostics, stores, totals } = answerShape;

const rulesApplied = objectOf(
  "RulesAppliedEvent",
  "A request was resolved. Middlewares send the same event before each model call.",
  {
    event_type: z.literal("rules_applied"),
    request_id: textOrNull.describe("Null if the rules could not be resolved."),
    timestamp: textOrNull,
    session_id: textOrNull,
    user_id: textOrNull,
    files: texts,
    triggered_rules: applied,
    dropped_rules: dropped,
    skipped_count: count.describe("How many rules do not apply."),
    conflicts,
    total_size: count.describe("The length of the texts of the rules, in UTF-16 code units."),
    totals,
    diagnostics,
    stores,
    error: z
      .object({ code: textOrNull.describe("Null for an error without a code."), message: z.string() })
      .nullable()
      .describe("Why the rules could not be resolved. Null if they could."),
  },
);

const ruleDebug = objectOf("RuleDebugEvent", "The trace of a request that was resolved.", {
  event_type: z.literal("rule_debug"),
  request_id: z.string(),
  timestamp: textOrNull,
  session_id: textOrNull,
  trace: wireTrace,
});

export type RulesAppliedEvent = Wire<typeof rulesApplied>;

export type RuleDebugEvent = Wire<typeof ruleDebug>;

const violation = objectOf("ViolationEvent", "A policy was violated.", {
  log_id: textOrNull.describe("The id of the entry in the audit log. Null for advice, and if the entry could not be written."),
  timestamp: z.string().describe("ISO 8601."),
  user_id: textOrNull.describe(
    "The user whose agent violated the policy. Null if unknown, as for violations that other programs logged.",
  ),
  session: textOrNull,
  agent: textOrNull,
  rule_id: z.string().describe("The id of the policy."),
  severity: textOrNull,
  priority: z.string(),
  handler: z.string(),
  phase: textOrNull,
  file: textOrNull,
  line: z.int().nullable(),
  message: z.string(),
  suggestion: textOrNull,
  fingerprint: textOrNull,
  shadow: z.boolean().describe("Whether the policy is in shadow mode, so that the violation has no effect."),
});

/** The schemas of the data of all events, by type. */
export const eventSchemas = {
  connected,
  reset,
  rules_changed: rulesChanged,
  rules_applied: rulesApplied,
  rule_debug: ruleDebug,
  violation,
  context_changed: contextChange,
} as const;

export type EventType = keyof typeof eventSchemas;

/** A type of events that a client can subscribe to. `connected` and `reset` are always sent. */
export type SubscribableEvent = Exclude<EventType, "connected" | "reset">;

export const subscribableEvents: readonly SubscribableEvent[] = (Object.keys(eventSchemas) as EventType[]).filter(
  (type) => type !== "connected" && type !== "reset",
);

/** The types of a client that names none: all but `rule_debug`, whose traces take longer than the resolutions. */
export const defaultEvents: readonly SubscribableEvent[] = subscribableEvents.filter((type) => type !== "rule_debug");

/** The data of an event. */
export type EventData<Type extends EventType> = Wire<(typeof eventSchemas)[Type]>;

/** An event of the stream. */
export type ServerEvent = {
  readonly [Type in EventType]: { readonly id: string; readonly event: Type; readonly data: EventData<Type> };
}[EventType];

import { inclusions, scopes } from "../values/rules.ts";
import { promptFormats, ruleOrders } from "../values/request.ts";
import { z } from "zod";
import { wireDiagnostic } from "./diagnostic.ts";
import { count, falseByDefault, objectOf, textOrNull, texts, type Wire } from "../wire-parts.ts";
import { json, jsonObject } from "./rule.ts";

const contextVars = jsonObject.describe("The values that met the conditions of the rule, by variable.");

/** The fields that identify a rule. */
export const ruleReference = z.object({
  id: z.string(),
  name: z.string(),
  scope: z.enum(scopes),
  inclusion: z.enum(inclusions),
  source_path: textOrNull,
});

export type WireRuleReference = Wire<typeof ruleReference>;

const reference = ruleReference.shape;

const storeStatus = z.object({ store: z.string(), status: z.string(), reason: z.string() });

const budget = objectOf("ResolutionBudget", "The limits that the rules had to fit into, and how tokens were counted.", {
  token_counter: z.string().describe("The id of the token counter."),
  tokens_estimated: z.boolean().describe("Whether the numbers of tokens are estimates."),
  limits: z.array(
    z.object({
      limit: z.string().describe("`characters`, `bytes`, `tokens`, `rules` or `dialect_rules`."),
      applies_to: z
        .enum(["all_rules", "each_rule"])
        .describe("Longer rules than a limit of `each_rule` are reported, not dropped."),
      max: count,
      source: z.string().describe("`default`, `configuration`, `options`, `request`, or `limit of <tool>`."),
    }),
  ),
});

export type WireBudget = Wire<typeof budget>;

/** The parts of an answer to a request. */
export const answerShape = {
  request_id: z.string().describe("Identifies the request in traces, events and the log."),
  timestamp: textOrNull.describe("ISO 8601."),
  applied: z
    .array(
      z.object({
        ...reference,
        priority: z.int(),
        reason: z.string(),
        matched_files: texts,
        context_vars: contextVars,
        characters: count,
        tokens: count,
        cut: z.boolean().describe("Whether the budget truncated the rule's text."),
      }),
    )
    .describe("The rules that apply, in the order of the prompt."),
  conflicts: z.array(z.object({ kind: z.string(), names: texts, ids: texts, winner: textOrNull, detail: z.string() })),
  dropped: z
    .array(z.object({ ...reference, limit: z.string(), reason: z.string(), characters: count, tokens: count }))
    .describe("The rules that the budget dropped."),
  requestable: z
    .object({
      listed: z
        .array(z.object({ ...reference, description: z.string() }))
        .describe("The rules that the prompt lists, in its order."),
      left_out: z.array(ruleReference).describe("The rules that the list has no room for."),
      characters: count.describe("The length of the list, which counts in the budget."),
      tokens: count,
    })
    .describe("The rules that apply only if the agent asks for them by name."),
  diagnostics: z.array(wireDiagnostic),
  stores: z.array(storeStatus).describe("The stores whose rules are missing (`failed`) or may be out of date (`stale`)."),
  request: z.object({
    files: texts,
    requested: texts.describe("The rules that the request refers to."),
    unknown: texts.describe("The references that match no rule."),
  }),
  prompt: z.string().describe("The section for the prompt of the agent; empty if no rule applies and none can be asked for."),
  totals: z.object({
    evaluated: count,
    matched: count,
    applied: count,
    characters: count,
    tokens: count.describe("The tokens of the texts of the applied rules."),
    prompt_tokens: count.describe("The tokens of the prompt, which a budget of tokens limits: with headings and delimiters."),
  }),
  budget,
};

const wireAnswer = z.object(answerShape);

/** A resolution on the wire without the rules that do not apply, of which there may be thousands. */
export type WireAnswer = Wire<typeof wireAnswer>;

/** A trace on the wire. */
export const wireTrace = objectOf("Trace", "Everything that was evaluated for a request, and why.", {
  request_id: z.string(),
  timestamp: textOrNull,
  files: texts,
  evaluated_rules: texts.describe("The names of all rules that were evaluated."),
  matched_rules: z.array(
    z.object({
      name: z.string(),
      scope: z.string(),
      match_reason: z.string(),
      matched_files: texts,
      context_vars: contextVars,
    }),
  ),
  skipped_rules: z.array(z.object({ name: z.string(), reason: z.string() })),
  conflicts: z.array(z.object({ names: texts, kind: z.string(), detail: z.string() })),
  dropped_rules: z.array(z.object({ name: z.string(), reason: z.string(), characters: count, tokens: count })),
  requestable_rules: z
    .array(z.object({ name: z.string(), listed: z.boolean() }))
    .default([])
    .describe("The rules that the agent can ask for, and whether the prompt lists them. The others do not fit into the list."),
  stores: z.array(storeStatus),
  final_rules: texts.describe("The names of the applied rules, in order."),
  total_content_size: count,
  budget: budget.nullable(),
});

export type WireTrace = Wire<typeof wireTrace>;

const nearest = objectOf("NearestSkipped", "The rules that do not apply, but nearly do.", {
  rules: z
    .array(
      z.object({
        ...reference,
        globs: texts,
        kind: z.string().describe("The kind of the reason, such as `noFileMatched`."),
        reason: z.string(),
      }),
    )
    .describe("The nearest first: rules that lost to another one, rules whose patterns nearly match a file, then all others."),
  counts: z
    .array(z.object({ kind: z.string(), count }))
    .describe("How many rules do not apply, for each kind of reason. Includes the rules that are not in the list."),
});

export type WireNearest = Wire<typeof nearest>;

const skipped = z.array(z.object({ ...reference, reason: z.string() }));

/** A resolution on the wire. */
export type WireResolution = WireAnswer & { readonly skipped: Wire<typeof skipped> };

/** The answer to a request, with the skipped rules and the trace if it asked for them. */
export const resolveAnswer = objectOf("Resolution", "Which rules apply to a request, in what order and why.", {
  ...answerShape,
  skipped: skipped.optional().describe("The rules that do not apply, with the reasons. Only with `debug`."),
  nearest_skipped: nearest.optional().describe("Only with `max_skipped`."),
  trace: wireTrace.optional().describe("Only with `debug`."),
});

export type ResolveAnswer = Wire<typeof resolveAnswer>;

const message = z
  .looseObject({
    role: z.string().optional(),
    content: z
      .union([z.string(), z.array(z.looseObject({}))])
      .nullish()
      .describe("A text, or a list of parts of which those with a `text` count."),
    tool_calls: z
      .array(z.looseObject({ arguments: json.optional() }))
      .nullish()
      .describe("Tool calls. File paths in their arguments are files of the request."),
  })
  .describe("A message. Rule references and file references in it are resolved.");

const settingShape = {
  debug: falseByDefault("Whether to add the skipped rules and the trace to the answer."),
  format: z.enum(promptFormats).optional().describe("The format of the prompt. Default: that of the project."),
  order: z.enum(ruleOrders).optional().describe("The order of the rules. Default: the project's order."),
  max_characters: count.optional().describe("The budget in UTF-16 code units. It cannot exceed that of the project."),
  max_bytes: count
    .optional()
    .describe("The budget in UTF-8 bytes. It cannot exceed that of the project. Default: that of the tool, if it has one."),
  max_tokens: count.optional().describe("The budget in tokens. It cannot exceed that of the project."),
  model: z
    .string()
    .min(1)
    .optional()
    .describe(
      "The model that reads the rules, such as `claude-opus-4-7`, whose tokens are counted. Default: that of the project.",
    ),
  max_requestable: count
    .optional()
    .describe(
      "The maximum length of the list of the rules that the agent can ask for, in UTF-16 code units. 0: no list. It cannot exceed that of the project.",
    ),
  max_skipped: count
    .optional()
    .describe("Adds at most this many of the rules that do not apply, the nearest first, and how many there are of each kind."),
  max_rules: count.optional().describe("The maximum number of rules. It cannot exceed that of the project."),
  view: z
    .enum(["rules", "tool"])
    .optional()
    .describe(
      "`tool`: only what the tool of the request itself reads from the project's files, in its order and cut by its limits, without the budget of the " +
        "project. Default: `rules`, the rules for the tool, which the answer delivers.",
    ),
  count_use: z.boolean().default(true).describe("Whether to count the applied rules as used."),
};

/** The options of a request to resolve. The other fields are the request itself. */
export const resolveSettings = z.object(settingShape);

export type ResolveSettings = Wire<typeof resolveSettings>;

/**
 * What the agent is about to do. The fields of the request itself are only described here: `fromWireRequest` of
 * `@precept/core` reads them, under these and older names.
 */
export const resolveRequest = z
  .looseObject({
    prompt: z
      .string()
      .nullish()
      .describe("The user's prompt. Rule references (`@name`, `#name`) and file references are resolved."),
    messages: z.array(message).nullish().describe("The rest of the conversation, oldest first."),
    files: texts.nullish().describe("The files of the request: relative to the project, or absolute."),
    include: texts.nullish().describe("Rules requested outside the prompt: names, ids, or globs of rule paths."),
    tool: z
      .string()
      .nullish()
      .describe(
        "The tool that reads the answer, such as `claude`: a supported one, or a target of a rule. Default: rules for all tools.",
      ),
    user_id: z.string().nullish().describe("The user. Default: the user of the token. Only an admin may name another."),
    project_id: z.string().nullish().describe("The project in a store of several projects. Default: that of the configuration."),
    session_id: z.string().nullish().describe("The session, whose rules apply too."),
    assistant_id: z.string().nullish().describe("Conditions compare it as the variable `assistant_id`."),
    contexts: texts.nullish().describe("The contexts of the agent, such as `code-review`."),
    variables: jsonObject.nullish().describe("The values that the `conditions` of rules are compared with."),
    id: z.string().nullish().describe("The id of the request. Default: a new one."),
    timestamp: z.string().nullish().describe("When the request was made, ISO 8601. Default: now."),
    ...settingShape,
  })
  .meta({ id: "ResolveRequest", description: "What an agent is about to do. All fields are optional." });

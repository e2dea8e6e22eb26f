import { described } from "../described.ts";
import * as z from "zod/mini";
import { matchSchema } from "./match-schema.ts";
import { policyActions } from "../values/policy-action.ts";
import {
  defaultTables,
  phases,
  policyModes,
  policySeverities,
  priorities,
  subjectKinds,
  type PolicySeverity,
} from "../values/policies.ts";
import { filledText, flag, oneOf, optional, section, text, values } from "./schema-parts.ts";
import { sequenceSchema } from "./sequence-schema.ts";

const atLeastOnce = { error: "must be an integer of at least 1" };
const wrongPhase = { error: `must be one or more of ${phases.join(", ")}` };
const count = z.int(atLeastOnce).check(z.gte(1, atLeastOnce));

function defaultsOf(severity: PolicySeverity): string {
  const priority = defaultTables.severityMapping[severity];
  return `${severity}: ${priority}, ${defaultTables.priorityMapping[priority].action}`;
}

const interceptor = section({
  type: optional("What is counted. `referrer`: how often the advice was ignored.", filledText),
  config: optional(
    "When the advice escalates, and to what.",
    section({
      threshold: optional("How often the advice must be ignored. Default 3.", count),
      upgrade_to: optional("The priority after the escalation. Default P2.", oneOf(priorities)),
      handler: optional("The action after the escalation. Default: the action of the priority.", oneOf(policyActions)),
    }),
  ),
});

const softHooks = section({
  enabled: optional("Whether ignored advice is counted. Default true.", flag),
  can_be_ignored: optional("If false, the advice escalates when it is ignored for the first time. Default true.", flag),
  notify_on_ignore: optional("Whether a notification is sent each time the advice is ignored. Default false.", flag),
  priority_boost_phase: optional("The phase in which the policy has priority P2.", oneOf(phases)),
  interceptors: optional(
    "The steps of escalation. Default: after three ignores, P2 with LOG_ONLY.",
    z.array(interceptor, { error: "must be a list" }),
  ),
});

const parts = z.strictObject({ parts: described("The parts of the text, which are joined.", z.array(text)) });

/** A text, or its parts: a test may need a secret that must not appear in the file as a whole. */
const joinedText = z.union([
  text,
  z.pipe(
    parts,
    z.transform((written) => written.parts.join("")),
  ),
]);

const textTest = z.strictObject({
  text: described("The text to check.", joinedText),
  subject: optional("What the text is. Default: `file` with a file, otherwise `text`.", oneOf(subjectKinds)),
  file: optional("The path of the file.", filledText),
  context: optional("Values for `context_filter`.", values),
  fixed: optional("The text after the policy's fix.", text),
});

const hookTest = z.strictObject({
  hook: described("A hook payload of Claude Code or Cursor.", values),
  context: optional("Additional values for `context_filter`.", values),
});

const payload = z.looseObject({ hook_event_name: described("The event. This key marks a whole hook payload.", text) });

const testStep = [joinedText, textTest, hookTest, payload] as const;
const wrongTest = { error: "must be a string, a mapping with `text`, a hook payload, or a list of them" };
const testCases = z.array(z.union([...testStep, z.array(z.union(testStep, wrongTest), wrongTest)], wrongTest), {
  error: "must be a list",
});

/** Validates a policy in a file or on the wire. Also the source of the JSON Schema and the reference page. */
export const policyDocumentSchema = section({
  id: described(
    "Unique id. Letters, digits, `.`, `_` and `-`.",
    filledText.check(
      z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/, {
        error: "must consist of at most 128 letters, digits, `.`, `_` and `-`, and begin with a letter or digit",
      }),
    ),
  ),
  version: optional("The version of the policy. Default 1.0.0.", filledText),
  severity: described(
    `Decides priority and action. By default: ${policySeverities.map(defaultsOf).join("; ")}.`,
    oneOf(policySeverities),
  ),
  handler: optional("The action for violations. Default: the action that the severity maps to.", oneOf(policyActions)),
  category: optional("A name that groups policies. `security` is marked as such in SARIF. Default `general`.", filledText),
  phase: optional(
    "The phases in which the policy is checked: one, or a list. Default: those that the phase matrix allows for its priority.",
    z.union([z.enum(phases, wrongPhase), z.array(z.enum(phases, wrongPhase))], wrongPhase),
  ),
  match: optional(
    "What violates the policy. Without it, the policy is never checked: agents and programs report violations.",
    matchSchema,
  ),
  sequence: optional(
    "What must have happened earlier in the session, so that a match is a violation: another call (`after`), or the same match, `count` times.",
    sequenceSchema,
  ),
  message: described(
    "What is wrong. May contain `{match}`, `{1}`, `{name}`, `{file}`, `{line}` and keys of the metadata.",
    filledText,
  ),
  suggestion: optional("What to do instead. May contain the same placeholders as the message.", filledText),
  fix: optional(
    "How a violation is fixed automatically.",
    section({
      replacement: described("The replacement of the match. May contain `$1`, `$<name>`, `$&` and `${name:snake_case}`.", text),
      max_fixes: optional("The maximum number of fixes in one text. Default: no limit.", count),
    }),
  ),
  metadata: optional(
    "Any other values. Some keys have a meaning: `redact: true` redacts the matches, `description` and `doc_url` describe the policy, " +
      "`max_fixes` limits the fixes in one text, `human_in_loop: true` notifies a human, `priority_boost: true` raises the priority to P2 in high-quality mode.",
    values,
  ),
  soft_hooks: optional("How advice escalates when the agent ignores it.", softHooks),
  mode: optional("`enforce`, or `shadow`: violations are reported and have no effect. Default `enforce`.", oneOf(policyModes)),
  tests: optional(
    "Texts that the policy must accept (`valid`) and texts that violate it (`invalid`). A policy that fails its tests is refused.",
    section({
      valid: optional(
        "Texts or hook payloads without violations. `{text, file, subject, context}` adds details to a text; `{parts: [a, b]}` is a text " +
          "that must not appear in the file as a whole. A list is a session: its texts and payloads follow each other, and none is a violation.",
        testCases,
      ),
      invalid: optional(
        "Texts or hook payloads with violations. `fixed` is the text after the fix. Of a list, the last one is the violation.",
        testCases,
      ),
    }),
  ),
  enabled: optional("Whether the policy is checked. Default true.", flag),
});

/** A policy as a file or a wire contains it. */
export type PolicyDocument = z.infer<typeof policyDocumentSchema>;

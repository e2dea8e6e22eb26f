import { described, jsonSchema } from "../described.ts";
import * as z from "zod/mini";
import { matchSchema } from "./match-schema.ts";
import { policyActions } from "../values/policy-action.ts";
import { phases } from "../values/phase.ts";
import { policyModes } from "../values/policy-match.ts";
import { policySeverities, type PolicySeverity } from "../values/policy-severity.ts";
import { priorities } from "../values/priority.ts";
import { filledText, section, text } from "./schema-parts.ts";
import { sequenceSchema } from "./sequence-schema.ts";
import { subjectKinds } from "../values/subject-kind.ts";
import { defaultTables } from "../values/policy-tables.ts";

const flag = z.boolean({ error: "must be true or false" });
const atLeastOnce = { error: "must be an integer of at least 1" };
const count = z.int(atLeastOnce).check(z.gte(1, atLeastOnce));
const values = z.record(z.string(), jsonSchema, { error: "must be a mapping (`key: value` lines)" });
function oneOf<const Values extends readonly [string, ...string[]]>(allowed: Values) {
  return z.enum(allowed, { error: `must be one of ${allowed.join(", ")}` });
}

function defaultsOf(severity: PolicySeverity): string {
  const priority = defaultTables.severityMapping[severity];
  return `${severity}: ${priority}, ${defaultTables.priorityMapping[priority].action}`;
}

const interceptor = section({
  type: described("What is counted. `referrer`: how often the advice was ignored.", z.exactOptional(filledText)),
  config: described(
    "When the advice escalates, and to what.",
    z.exactOptional(
      section({
        threshold: described("How often the advice must be ignored. Default 3.", z.exactOptional(count)),
        upgrade_to: described("The priority after the escalation. Default P2.", z.exactOptional(oneOf(priorities))),
        handler: described(
          "The action after the escalation. Default: the action of the priority.",
          z.exactOptional(oneOf(policyActions)),
        ),
      }),
    ),
  ),
});

const softHooks = section({
  enabled: described("Whether ignored advice is counted. Default true.", z.exactOptional(flag)),
  can_be_ignored: described(
    "If false, the advice escalates when it is ignored for the first time. Default true.",
    z.exactOptional(flag),
  ),
  notify_on_ignore: described(
    "Whether a notification is sent each time the advice is ignored. Default false.",
    z.exactOptional(flag),
  ),
  priority_boost_phase: described("The phase in which the policy has priority P2.", z.exactOptional(oneOf(phases))),
  interceptors: described(
    "The steps of escalation. Default: after three ignores, P2 with LOG_ONLY.",
    z.exactOptional(z.array(interceptor, { error: "must be a list" })),
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
  subject: described("What the text is. Default: `file` with a file, otherwise `text`.", z.exactOptional(oneOf(subjectKinds))),
  file: described("The path of the file.", z.exactOptional(filledText)),
  context: described("Values for `context_filter`.", z.exactOptional(values)),
  fixed: described("The text after the policy's fix.", z.exactOptional(text)),
});

const hookTest = z.strictObject({
  hook: described("A hook payload of Claude Code or Cursor.", values),
  context: described("Additional values for `context_filter`.", z.exactOptional(values)),
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
  version: described("The version of the policy. Default 1.0.0.", z.exactOptional(filledText)),
  severity: described(
    `Decides priority and action. By default: ${policySeverities.map(defaultsOf).join("; ")}.`,
    oneOf(policySeverities),
  ),
  handler: described(
    "The action for violations. Default: the action that the severity maps to.",
    z.exactOptional(oneOf(policyActions)),
  ),
  category: described(
    "A name that groups policies. `security` is marked as such in SARIF. Default `general`.",
    z.exactOptional(filledText),
  ),
  phase: described(
    "The phases in which the policy is checked: one, or a list. Default: those that the phase matrix allows for its priority.",
    z.exactOptional(z.union([z.enum(phases), z.array(z.enum(phases))], { error: `must be one or more of ${phases.join(", ")}` })),
  ),
  match: described(
    "What violates the policy. Without it, the policy is never checked: agents and programs report violations.",
    z.exactOptional(matchSchema),
  ),
  sequence: described(
    "What must have happened earlier in the session, so that a match is a violation: another call (`after`), or the same match, `count` times.",
    z.exactOptional(sequenceSchema),
  ),
  message: described(
    "What is wrong. May contain `{match}`, `{1}`, `{name}`, `{file}`, `{line}` and keys of the metadata.",
    filledText,
  ),
  suggestion: described("What to do instead. May contain the same placeholders as the message.", z.exactOptional(filledText)),
  fix: described(
    "How a violation is fixed automatically.",
    z.exactOptional(
      section({
        replacement: described("The replacement of the match. May contain `$1`, `$<name>`, `$&` and `${name:snake_case}`.", text),
        max_fixes: described("The maximum number of fixes in one text. Default: no limit.", z.exactOptional(count)),
      }),
    ),
  ),
  metadata: described(
    "Any other values. Some keys have a meaning: `redact: true` redacts the matches, `description` and `doc_url` describe the policy, " +
      "`max_fixes` limits the fixes in one text, `human_in_loop: true` notifies a human, `priority_boost: true` raises the priority to P2 in high-quality mode.",
    z.exactOptional(values),
  ),
  soft_hooks: described("How advice escalates when the agent ignores it.", z.exactOptional(softHooks)),
  mode: described(
    "`enforce`, or `shadow`: violations are reported and have no effect. Default `enforce`.",
    z.exactOptional(oneOf(policyModes)),
  ),
  tests: described(
    "Texts that the policy must accept (`valid`) and texts that violate it (`invalid`). A policy that fails its tests is refused.",
    z.exactOptional(
      section({
        valid: described(
          "Texts or hook payloads without violations. `{text, file, subject, context}` adds details to a text; `{parts: [a, b]}` is a text " +
            "that must not appear in the file as a whole. A list is a session: its texts and payloads follow each other, and none is a violation.",
          z.exactOptional(testCases),
        ),
        invalid: described(
          "Texts or hook payloads with violations. `fixed` is the text after the fix. Of a list, the last one is the violation.",
          z.exactOptional(testCases),
        ),
      }),
    ),
  ),
  enabled: described("Whether the policy is checked. Default true.", z.exactOptional(flag)),
});

/** A policy as a file or a wire contains it. */
export type PolicyDocument = z.infer<typeof policyDocumentSchema>;

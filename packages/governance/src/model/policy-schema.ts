import { described, jsonSchema } from "@precept/core";
import * as z from "zod/mini";
import { policyActions } from "./policy-action.ts";
import { phases } from "./phase.ts";
import { policyModes } from "./policy.ts";
import { policySeverities } from "./policy-severity.ts";
import { priorities } from "./priority.ts";
import { subjectKinds } from "./subject.ts";

const text = z.string({ error: "has to be a text" });
const filledText = text.check(z.regex(/\S/, { error: "has to be a text of at least one character" }));
const flag = z.boolean({ error: "has to be true or false" });
const atLeastOnce = { error: "has to be a whole number from 1 on" };
const count = z.int(atLeastOnce).check(z.gte(1, atLeastOnce));
const values = z.record(z.string(), jsonSchema, { error: "has to hold `key: value` lines" });
const patterns = z.union([filledText, z.array(filledText).check(z.minLength(1))], {
  error: "has to be a text or a list of texts",
});
const texts = z.union([filledText, z.array(filledText)], { error: "has to be a text or a list of texts" });

function oneOf<const Values extends readonly [string, ...string[]]>(allowed: Values) {
  return z.enum(allowed, { error: `has to be one of ${allowed.join(", ")}` });
}

function section<Shape extends Record<string, z.ZodMiniType>>(shape: Shape) {
  return z.strictObject(shape, { error: "has to hold `key: value` lines" });
}

const match = section({
  pattern: described(
    "A regular expression of JavaScript, or a list of them: what any of them matches. `^` and `$` also match at line breaks. A leading `(?i)` and " +
      "Python's `(?P<name>…)` are understood; flags hold for all of a list, and its groups are counted through. Each match is a violation.",
    z.exactOptional(patterns),
  ),
  flags: described(
    "Flags of the pattern, of `i`, `m`, `s`, `u`. `m` always holds.",
    z.exactOptional(text.check(z.regex(/^[imsu]*$/, { error: "has to consist of i, m, s and u" }))),
  ),
  unless: described(
    "Expressions for what is no violation after all, with the flags of the pattern: a match that shares a character with a match of one of them does not " +
      "count. `^\\s*#.*` lets comments pass.",
    z.exactOptional(texts),
  ),
  keywords: described(
    "Beside a pattern: one of them has to be in the text before the pattern is run. Alone: each of them is a violation. Case does not matter.",
    z.exactOptional(texts),
  ),
  file_patterns: described("Globs of the files it is for. A leading `!` excludes. Default: all.", z.exactOptional(texts)),
  context_filter: described(
    "What the context has to be: a value, a list of allowed values, `{in: […]}` or `{not: value}` for each key.",
    z.exactOptional(values),
  ),
});

const interceptor = section({
  type: described("What counts: `referrer` counts how often the advice was repeated in vain.", z.exactOptional(filledText)),
  config: described(
    "When it acts, and how.",
    z.exactOptional(
      section({
        threshold: described("How often the advice has to be ignored. Default 3.", z.exactOptional(count)),
        upgrade_to: described("The priority it has from then on. Default P2.", z.exactOptional(oneOf(priorities))),
        handler: described(
          "The handler it has from then on. Default: that of the priority.",
          z.exactOptional(oneOf(policyActions)),
        ),
      }),
    ),
  ),
});

const softHooks = section({
  enabled: described("Whether it is counted how often the advice is ignored. Default true.", z.exactOptional(flag)),
  can_be_ignored: described("If not, the first time is one too many. Default true.", z.exactOptional(flag)),
  notify_on_ignore: described("Whether somebody is told each time. Default false.", z.exactOptional(flag)),
  priority_boost_phase: described("The phase in which the policy is checked as P2.", z.exactOptional(oneOf(phases))),
  interceptors: described(
    "What happens when the advice is ignored again and again. Default: after three times it becomes P2 with LOG_ONLY.",
    z.exactOptional(z.array(interceptor, { error: "has to be a list" })),
  ),
});

const parts = z.strictObject({ parts: described("What the text is put together from.", z.array(text)) });

/** A text that must not stand in a file as a whole, such as a secret, is written in parts. */
const joinedText = z.union([
  text,
  z.pipe(
    parts,
    z.transform((written) => written.parts.join("")),
  ),
]);

const textTest = z.strictObject({
  text: described("What is checked.", joinedText),
  subject: described("What the text is.", z.exactOptional(oneOf(subjectKinds))),
  file: described("The file it is in.", z.exactOptional(filledText)),
  context: described("What is known about the work under way.", z.exactOptional(values)),
  fixed: described("What the policy's fix makes of it.", z.exactOptional(text)),
});

const hookTest = z.strictObject({
  hook: described("The payload of a hook of Claude Code or Cursor.", values),
  context: described("What is known besides.", z.exactOptional(values)),
});

const payload = z.looseObject({ hook_event_name: described("The event: this is a whole hook payload.", text) });

const testCases = z.array(
  z.union([joinedText, textTest, hookTest, payload], {
    error: "has to be a text, a mapping with `text`, or the payload of a hook",
  }),
  { error: "has to be a list" },
);

/**
 * A policy as it is written, in files and on the wire: the one description of its keys, from which reading, the editor's JSON Schema and the
 * reference are made.
 */
export const policyDocumentSchema = section({
  id: described(
    "Unique. Letters, digits, `.`, `_` and `-`.",
    filledText.check(
      z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/, {
        error: "has to consist of at most 128 letters, digits, `.`, `_` and `-`, and begin with a letter or digit",
      }),
    ),
  ),
  version: described("The policy's own version. Default 1.0.0.", z.exactOptional(filledText)),
  severity: described(
    "CRITICAL, HIGH, MEDIUM and LOW stand for the priorities P0 to P3, and those for TERMINATE, QUICK_FIX, LOG_ONLY and SOFT_HOOK.",
    oneOf(policySeverities),
  ),
  handler: described(
    "What is done about a violation. Default: what the severity asks for.",
    z.exactOptional(oneOf(policyActions)),
  ),
  category: described("A name for policies of one kind. Default `general`.", z.exactOptional(filledText)),
  phase: described(
    "The phases in which it is checked: one, or a list. Default: all that the phase matrix opens to its priority.",
    z.exactOptional(
      z.union([z.enum(phases), z.array(z.enum(phases))], { error: `has to be one or more of ${phases.join(", ")}` }),
    ),
  ),
  match: described("What breaks the policy.", z.exactOptional(match)),
  message: described(
    "What is wrong, for those who broke it. `{match}`, `{1}`, `{name}`, `{file}`, `{line}` and keys of the metadata are filled in.",
    filledText,
  ),
  suggestion: described("What to do instead. Filled in like the message.", z.exactOptional(filledText)),
  fix: described(
    "How a violation is corrected on the spot.",
    z.exactOptional(
      section({
        replacement: described("What takes the place of the match: `$1`, `$<name>`, `$&`, `${name:snake_case}`.", text),
        max_fixes: described("How many violations of one text are corrected. Default: all.", z.exactOptional(count)),
      }),
    ),
  ),
  metadata: described(
    "Anything else that is known about the policy. Some keys have a meaning: `redact: true` hides what was found, `description` and `doc_url` " +
      "describe the policy, `max_fixes` is that of the fix, `human_in_loop: true` calls a person, `priority_boost: true` raises it to P2 for work " +
      "of high quality.",
    z.exactOptional(values),
  ),
  soft_hooks: described("How advice becomes more than that when it is ignored.", z.exactOptional(softHooks)),
  mode: described("`shadow` evaluates and reports, and never acts. Default `enforce`.", z.exactOptional(oneOf(policyModes))),
  tests: described(
    "What the policy has to let pass (`valid`) and what it has to find (`invalid`). A policy that fails them is refused.",
    z.exactOptional(
      section({
        valid: described(
          "Texts, or payloads of hooks, in which nothing is to be found. `{text, file, subject, context}` says more of a text; `{parts: [a, b]}` is " +
            "a text that must not stand in a file as a whole.",
          z.exactOptional(testCases),
        ),
        invalid: described(
          "The same, in which something has to be found. `fixed` is what the fix makes of the text.",
          z.exactOptional(testCases),
        ),
      }),
    ),
  ),
  enabled: described("A policy that is not enabled is never checked. Default true.", z.exactOptional(flag)),
});

/** A policy as it is written, in files and on the wire. */
export type PolicyDocument = z.infer<typeof policyDocumentSchema>;

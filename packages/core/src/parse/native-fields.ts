import { authorities, defaultPriority, inclusions, isTime, ruleCategories, type Json } from "@precept/contract/values";
import { splitGlobs } from "../glob/split-globs.ts";
import { isRecord } from "../model/json.ts";
import type { RuleDraft } from "../model/rule.ts";
import type { YamlEntry } from "./parse-yaml-header.ts";

export interface NativeHeader extends Partial<Omit<RuleDraft, "name" | "description" | "label" | "content" | "metadata">> {
  readonly name: string;
  readonly description: string;
  readonly fileMatchPattern?: readonly string[];
  readonly ruleId?: string;
  readonly createdAt?: string;
  readonly updatedAt?: string;
}

export type NativeKey = keyof NativeHeader;

interface ValueType<Value> {
  /** What a value must be, as the rest of a sentence. */
  readonly must: string;
  readonly schema: Readonly<Record<string, Json>>;
  /** Returns undefined if the value is invalid. */
  readonly read: (value: Json) => Value | undefined;
}

export interface NativeField<Value = unknown> extends ValueType<Value> {
  readonly description: string;
  /** The value of a file without the key. */
  readonly default?: Json;
}

const textSchema = { type: "string" };

const text: ValueType<string> = {
  must: "must be a text",
  schema: textSchema,
  read: (value) => (typeof value === "string" ? value : undefined),
};

const textOrNumber: ValueType<string> = {
  must: "must be a text",
  schema: { anyOf: [textSchema, { type: "number" }] },
  read: (value) => (typeof value === "number" && Number.isFinite(value) ? String(value) : text.read(value)),
};

/** Numbers are converted: a rule can have the name 404. */
const filledText: ValueType<string> = {
  must: "must be a text of at least one character",
  schema: { anyOf: [{ type: "string", pattern: String.raw`\S` }, { type: "number" }] },
  read: (value) => [textOrNumber.read(value)].find((one) => one !== undefined && /\S/.test(one)),
};

const flag: ValueType<boolean> = {
  must: "must be true or false",
  schema: { anyOf: [{ type: "boolean" }, { type: "string", enum: ["true", "false"] }] },
  read: (value) => (typeof value === "boolean" ? value : value === "true" ? true : value === "false" ? false : undefined),
};

const globs = texts(splitGlobs);
const list = texts((value) => {
  const items = value.split(",").map((item) => item.trim());
  return items.filter((item) => item !== "");
});

/** Ids of policies, and mappings with a `match`. What is wrong in a mapping is reported with the policies, and does not refuse the rule. */
const checks: ValueType<RuleDraft["checks"]> = {
  must: "must be the id of a policy, or a list of ids and of mappings with a `match`",
  schema: {
    anyOf: [
      textSchema,
      {
        type: "array",
        items: {
          anyOf: [
            textSchema,
            {
              type: "object",
              properties: { match: { type: "object" }, message: textSchema, tests: { type: "object" } },
              required: ["match"],
              additionalProperties: false,
            },
          ],
        },
      },
      { type: "null" },
    ],
  },
  read(value) {
    if (!Array.isArray(value)) return list.read(value);
    const items = (value as readonly Json[]).map((item) => (typeof item === "number" ? String(item) : item));
    return items.every((item) => typeof item === "string" || (isRecord(item) && isFiniteTree(item)))
      ? (items as RuleDraft["checks"])
      : undefined;
  },
};

const inclusion: ValueType<RuleDraft["inclusion"]> = {
  must: `must be one of ${inclusions.join(", ")}`,
  schema: { type: "string", enum: [...inclusions, "auto"] },
  read: (value) => (value === "auto" ? "agentRequested" : inclusions.find((one) => one === value)),
};

const priority: ValueType<number> = {
  must: "must be a whole number from 1 to 100",
  schema: {
    anyOf: [
      { type: "integer", minimum: 1, maximum: 100 },
      { type: "string", pattern: String.raw`^\d+$` },
    ],
  },
  read(value) {
    const number = typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
    return isWholeNumber(number) && number <= 100 ? number : undefined;
  },
};

const countFromOne: ValueType<number> = {
  must: "must be a whole number greater than 0",
  schema: { type: "integer", minimum: 1 },
  read: (value) => (isWholeNumber(value) ? value : undefined),
};

const time: ValueType<string> = {
  must: "must be an ISO 8601 date or time, such as 2026-01-31",
  schema: textSchema,
  read: (value) => (typeof value === "string" && isTime(value) ? value : undefined),
};

const mapping: ValueType<NonNullable<RuleDraft["conditions"]>> = {
  must: "must be a mapping",
  schema: { type: "object" },
  read: (value) => (isRecord(value) && isFiniteTree(value) ? value : undefined),
};

/** The keys of a native front matter, in the order of printing. Other keys are kept as metadata. */
export const nativeFields: { readonly [Key in NativeKey]-?: NativeField<NonNullable<NativeHeader[Key]>> } = {
  name: field(filledText, "The name of the rule, unique in its scope."),
  description: field(filledText, "A one-line description of the rule."),
  inclusion: field(
    inclusion,
    "When the rule applies. Default: `fileMatch` if there are globs, else `always`. `auto` means `agentRequested`.",
  ),
  globs: field(globs, "File patterns: a list, or one text with commas between them. A leading `!` excludes files.", []),
  fileMatchPattern: field(globs, "Another name for `globs`."),
  priority: field(priority, "1 to 100. Within a scope, rules of higher priority come first. Default 50.", defaultPriority),
  override: field(flag, "Whether the rule overrides a rule of the same name at a lower scope on purpose. Default false.", false),
  enabled: field(flag, "Whether the rule can apply. Default true.", true),
  pending: field(flag, "Whether the rule waits for approval. A pending rule does not apply. Default false.", false),
  authority: field(
    choice(authorities, "absolute or default"),
    "absolute: the rule applies without a search, and the budget drops it last.",
    "default",
  ),
  category: field(choice(ruleCategories, "preference, behavior or agent"), "The kind of guidance."),
  contexts: field(list, "The contexts in which the rule applies; empty for all.", []),
  targets: field(list, "The tools that the rule applies to (`claude`, `cursor`, …); empty for all.", []),
  projectId: field(text, "The only project in which the rule applies."),
  userId: field(text, "The only user for whom the rule applies."),
  tags: field(list, "Labels for filters, as `dimension:value`.", []),
  checks: field(
    checks,
    "What shows whether an agent follows the rule: ids of policies, and mappings with a `match` as in a policy, a `message` and `tests`, " +
      "which report and deny nothing. See `precept adherence`.",
    [],
  ),
  remind: field(
    countFromOne,
    "After how many prompts of a session the rule is given again. Absent: not again, except after a compaction.",
  ),
  conditions: field(mapping, "Conditions on the variables of the request."),
  validFrom: field(time, "When the rule begins to apply, ISO 8601. A date means midnight in UTC."),
  expiresAt: field(time, "When the rule stops applying, ISO 8601. A date means midnight in UTC. The file is not deleted."),
  source: field(textOrNumber, "How the rule was created, such as `user`, `import` or `cli`. It has no effect."),
  version: field(countFromOne, "The number of the revision, from 1.", 1),
  replaces: field(list, "The ids of the rules that this one supersedes.", []),
  ruleId: field(textOrNumber, "The id of the rule in the store that it was exported from. Ids of file rules are their paths."),
  createdAt: field(text, "When the rule was created in the store that it was exported from, ISO 8601.", ""),
  updatedAt: field(text, "When the rule was last changed in the store that it was exported from, ISO 8601.", ""),
};

export const nativeKeys: ReadonlySet<string> = new Set(Object.keys(nativeFields));

/** Reads a native front matter: its values, or the problems by key. Null is like a missing key. */
export function readNativeHeader(
  entries: ReadonlyMap<string, YamlEntry>,
): { readonly header: NativeHeader } | { readonly problems: readonly { readonly key: string; readonly message: string }[] } {
  const header: Record<string, unknown> = {};
  const problems: { key: string; message: string }[] = [];
  for (const [key, { must, read }] of Object.entries<NativeField>(nativeFields)) {
    const given = entries.get(key)?.value ?? null;
    const value = given === null ? undefined : read(given);
    if (value !== undefined) header[key] = value;
    else if (given !== null || key === "name" || key === "description") problems.push({ key, message: must });
  }
  return problems.length > 0 ? { problems } : { header: header as unknown as NativeHeader };
}

function field<Value>(type: ValueType<Value>, description: string, defaultValue?: Json): NativeField<Value> {
  return { ...type, description, ...(defaultValue !== undefined && { default: defaultValue }) };
}

function texts(split: (value: string) => readonly string[]): ValueType<readonly string[]> {
  return {
    must: "must be a text or a list of texts",
    schema: { anyOf: [textSchema, { type: "array", items: textSchema }, { type: "null" }] },
    read(value) {
      if (typeof value === "string") return split(value);
      try {
        return Array.isArray(value) ? value.map(String) : undefined;
      } catch {
        // A mapping with the key `toString` has no text.
        return undefined;
      }
    },
  };
}

function choice<Word extends string>(words: readonly Word[], shown: string): ValueType<Word> {
  return {
    must: `must be ${shown}`,
    schema: { type: "string", enum: words },
    read: (value) => words.find((word) => word === value),
  };
}

function isWholeNumber(value: Json): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 1;
}

/** Whether a value has no numbers that JSON cannot express. */
function isFiniteTree(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  return typeof value !== "object" || value === null || Object.values(value).every(isFiniteTree);
}

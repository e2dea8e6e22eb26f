import { pushAll } from "../model/lists.ts";
import { defaultInclusion, type Inclusion, type Scope, type RuleStatus } from "@precept/contract/values";
import { createRule } from "../model/create-rule.ts";
import { PreceptError } from "../model/error.ts";
import { isRecord, withoutUndefined } from "../model/json.ts";
import type { Rule, RuleInput } from "../model/rule.ts";
import { statusOf } from "../model/supersession.ts";
import { findUnknownFields, givenFields, readFields } from "./read-fields.ts";
import { describeValue } from "./reading.ts";
import { accompanyingFields, originFields, ruleFields } from "./rule-fields.ts";
import type { LegScores } from "../model/relevance.ts";
import type { WireUsage } from "./wire-rule.ts";
import type { WireRule } from "@precept/contract";

/** A rule from the wire, and what accompanies it. */
export interface ReadWireRule {
  readonly rule: Rule;
  /** Stores count the usage separately. `lastUsedAt` is empty if unknown. Absent: not given, or never used. */
  readonly usage?: WireUsage;
  /** The number of tokens that the sender counted. */
  readonly tokenCost?: number;
  /** The score of the search that found the rule. */
  readonly relevanceScore?: number;
  /** The scores of that search by leg. */
  readonly scores?: LegScores;
  /** What was changed, assumed or dropped. Empty if the rule is exactly what was sent. */
  readonly notes: readonly WireNote[];
}

const knownNames = new Set(
  [ruleFields, originFields, accompanyingFields].flatMap((table) => Object.values(table).flatMap(({ names }) => names)),
);

/**
 * Reads a rule from JSON: in the wire format of {@link WireRule}, in the older format for rule files
 * (`file_match_pattern`, no `id`), or in the format of memory rules (`rule` for the text, a list of contexts as
 * `scope`, `conditions` and `metadata` as objects or as their texts). Each field decides for itself, so mixed forms are
 * accepted unless they contradict each other.
 *
 * A memory rule without `inclusion` is `always` with absolute authority, else `relevant`; without `rule_scope` its
 * scope is `project` or `user` if it names one, else `global`. In such rules an empty text means that the field is
 * missing.
 *
 * @throws PreceptError `RULE_INVALID`, with every invalid field by its name on the wire.
 *
 * @example
 * ```ts
 * import { readWireRule } from "@precept/core";
 *
 * const sent = { id: "r1", name: "git", rule: "Commit often.", scope: ["git"], authority: "absolute", priority: 0 };
 * const { rule, notes } = readWireRule(sent); // rule.content, rule.contexts; notes: priority 0 was mapped to 1
 * ```
 */
export function readWireRule(value: unknown): ReadWireRule {
  if (!isRecord(value))
    throw new PreceptError("RULE_INVALID", { name: "?", reasons: [`rule: must be an object, not ${describeValue(value)}`] });
  const given = givenFields(value);
  const problems: string[] = [];
  const notes: WireNote[] = [];
  const isMemoryRule = given.has("rule") || Array.isArray(given.get("scope"));
  if (isMemoryRule) removeEmptyTexts(given, problems);
  const fields = readFields(given, ruleFields, problems) as Partial<Rule>;
  const origin = readFields(given, originFields, problems);
  const { status, ...accompanying } = readFields(given, accompanyingFields, problems) as Accompanying;
  const unknown = findUnknownFields(given, knownNames);
  if (unknown !== undefined) {
    pushAll(problems, unknown.problems);
    const message = `Unknown fields are ignored: ${unknown.names}. Put them into \`metadata\`.`;
    notes.push({ field: unknown.first, kind: "dropped", message });
  }
  for (const name of ["name", ...(isMemoryRule ? ["rule"] : ["content"])]) {
    if (!given.has(name) && !(name === "rule" && given.has("content"))) problems.push(`${name}: is missing`);
  }
  if (!isMemoryRule && !given.has("scope") && !given.has("rule_scope")) problems.push("scope: is missing");
  if (problems.length > 0) {
    throw new PreceptError("RULE_INVALID", { name: typeof fields.name === "string" ? fields.name : "?", reasons: problems });
  }
  const rule = createRule({
    ...applyStatus(fields, status, notes),
    ...complete(fields, isMemoryRule, notes),
    priority: mapPriority(fields.priority, notes),
    origin: { store: "memory", ...Object.fromEntries(Object.entries(origin).filter(([, one]) => one !== false && one !== 0)) },
  } as RuleInput);
  return { rule, ...readAccompanying(accompanying, notes), notes };
}

interface Accompanying {
  readonly status?: RuleStatus;
  readonly usageCount?: number;
  readonly lastUsed?: string;
  readonly tokenCost?: number;
  readonly relevanceScore?: number;
  readonly sparseScore?: number;
  readonly denseScore?: number;
}

/** Removes empty texts, which mean missing fields. Reports an empty project or user: the rule would apply to all. */
function removeEmptyTexts(given: Map<string, unknown>, problems: string[]): void {
  for (const [name, value] of given) {
    if (value !== "" || name === "rule" || name === "content") continue;
    given.delete(name);
    if (name === "project_id" || name === "user_id") problems.push(`${name}: is empty; omit it if the rule applies to all`);
  }
}

/** Fills in the fields that other formats lack. */
function complete(
  fields: Partial<Rule>,
  isMemoryRule: boolean,
  notes: WireNote[],
): Pick<RuleInput, "id" | "scope" | "inclusion"> {
  const assume = <Value extends string>(field: string, value: Value): Value => {
    notes.push({ field, kind: "assumed", message: `${field} is missing; ${JSON.stringify(value)} was assumed.` });
    return value;
  };
  const scope = fields.scope ?? assume(isMemoryRule ? "rule_scope" : "scope", assumedScope(fields));
  const inclusion = fields.inclusion ?? assume("inclusion", assumedInclusion(fields, isMemoryRule));
  return { id: fields.id ?? assume("id", `${scope}:${fields.name}`), scope, inclusion };
}

function assumedScope({ projectId, userId }: Partial<Rule>): Scope {
  if (projectId !== undefined) return "project";
  return userId === undefined ? "global" : "user";
}

function assumedInclusion({ globs = [], authority }: Partial<Rule>, isMemoryRule: boolean): Inclusion {
  return isMemoryRule && globs.length === 0 && authority !== "absolute" ? "relevant" : defaultInclusion(globs);
}

/** Other systems count priorities from 0. */
function mapPriority(priority: number | undefined, notes: WireNote[]): number | undefined {
  if (priority !== 0) return priority;
  notes.push({ field: "priority", kind: "mapped", message: "priority 0 was mapped to 1." });
  return 1;
}

/** Applies a status to a rule without `enabled` and `pending`. If it has them, they count. */
function applyStatus(fields: Partial<Rule>, status: RuleStatus | undefined, notes: WireNote[]): Partial<Rule> {
  const { enabled = status !== "disabled", pending = status === "pending" } = fields;
  const actual = statusOf({ enabled, pending }, status === "superseded");
  if (status !== undefined && status !== actual) {
    const message = `status ${JSON.stringify(status)} is ignored: \`enabled\` and \`pending\` say ${JSON.stringify(actual)}.`;
    notes.push({ field: "status", kind: "dropped", message });
  }
  return { ...fields, enabled, pending };
}

function readAccompanying(
  { usageCount = 0, lastUsed = "", tokenCost, relevanceScore, sparseScore, denseScore }: Accompanying,
  notes: WireNote[],
): Omit<ReadWireRule, "rule" | "notes"> {
  if (tokenCost !== undefined) {
    notes.push({
      field: "token_cost",
      kind: "dropped",
      message: `token_cost ${tokenCost} is not part of the rule; it is computed from the text.`,
    });
  }
  const isUsed = usageCount > 0 || lastUsed !== "";
  const hasScores = (sparseScore ?? denseScore) !== undefined;
  return withoutUndefined({
    usage: isUsed ? { count: usageCount, lastUsedAt: lastUsed } : undefined,
    tokenCost,
    relevanceScore,
    scores: hasScores ? withoutUndefined({ sparse: sparseScore, dense: denseScore }) : undefined,
  });
}

/** What reading a value from outside changed. */
export interface WireNote {
  /** The name of the field on the wire. */
  readonly field: string;
  /**
   * - `mapped`: the value was changed.
   * - `assumed`: the field is missing, and a value was chosen that is not simply its default.
   * - `dropped`: the value is not in the result.
   */
  readonly kind: "mapped" | "assumed" | "dropped";
  /** One sentence. */
  readonly message: string;
}

/** Converts a rule from its wire format. Throws `RULE_INVALID`, with every invalid field. See {@link readWireRule}. */
export function fromWireRule(wire: WireRule): Rule {
  const { rule, notes } = readWireRule(wire);
  const reasons = notes.filter(({ kind }) => kind !== "dropped").map(({ field, message }) => `${field}: ${message}`);
  if (reasons.length > 0) throw new PreceptError("RULE_INVALID", { name: wire.name, reasons });
  return rule;
}

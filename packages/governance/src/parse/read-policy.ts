import type { Diagnostic, YamlValue } from "@precept/core";
import { report } from "../diagnostic-catalogue.ts";
import { createPolicy } from "../model/create-policy.ts";
import { policyActions } from "../model/policy-action.ts";
import type { Policy } from "../model/policy.ts";
import { policyDocumentSchema } from "../model/policy-schema.ts";
import { checkAlternatives, checkPolicy } from "./check-policy.ts";
import type { PolicyPlaces } from "./policy-places.ts";
import { isMapping, tidyPolicy } from "./tidy.ts";
import { joinPatterns, translatePattern } from "./pattern-dialect.ts";
import { adviseOnKey } from "./unknown-key.ts";

export interface ReadPolicy {
  /** Undefined where it can't be used as it was meant: half a policy is none. */
  readonly policy: Policy | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

type Issue = NonNullable<ReturnType<typeof policyDocumentSchema.safeParse>["error"]>["issues"][number];

const nowhere: PolicyPlaces = { placeOf: () => ({}), placeOfKey: () => ({}) };

/**
 * Reads a policy as it is written in a file or on the wire. Wrong values are errors, and give no policy. An unknown key is a warning: a policy
 * that asks for more than it says still protects, and one that is refused does not.
 */
export function readPolicy(written: unknown, places: PolicyPlaces = nowhere): ReadPolicy {
  if (!isMapping(written as YamlValue))
    return { policy: undefined, diagnostics: [report("policy/not-a-policy", places.placeOf([]))] };
  const value = tidyPolicy(written as { [key: string]: YamlValue });
  const diagnostics = [...dropHandlerViolation(value, places)];
  for (;;) {
    const result = policyDocumentSchema.safeParse(value);
    if (result.success) {
      const { match = {} } = result.data;
      const pattern = joinPatterns(match.pattern ?? "", match.flags);
      const unless = [match.unless ?? []].flat().map((exception) => translatePattern(exception, pattern.flags));
      const policy = createPolicy(result.data, { pattern, unless });
      const wrong = [...checkAlternatives(match, policy.id, places)];
      diagnostics.push(...(wrong.length > 0 ? wrong : checkPolicy(policy, places)));
      const isUsable = diagnostics.every(({ severity }) => severity !== "error");
      return { policy: isUsable ? policy : undefined, diagnostics };
    }
    const { issues } = result.error;
    const unknown = issues.filter((issue) => issue.code === "unrecognized_keys");
    for (const issue of unknown) diagnostics.push(...takeOutKeys(issue, value, places));
    const wrong = issues.filter((issue) => issue.code !== "unrecognized_keys");
    if (wrong.length > 0) {
      diagnostics.push(...wrong.map((issue) => tellWrong(issue, value, places)));
      return { policy: undefined, diagnostics };
    }
  }
}

function* dropHandlerViolation(value: { [key: string]: YamlValue }, places: PolicyPlaces): Iterable<Diagnostic> {
  if (value["handler"] !== "VIOLATION") return;
  delete value["handler"];
  yield report("policy/handler-violation", places.placeOf(["handler"]));
}

function takeOutKeys(issue: Issue & { code: "unrecognized_keys" }, value: YamlValue, places: PolicyPlaces): Diagnostic[] {
  const around = issue.path.reduce(child, value);
  const where = issue.path.length === 0 ? "a policy" : `"${nameOf(issue.path)}"`;
  return issue.keys.map((key) => {
    Reflect.deleteProperty(around as object, key);
    const place = places.placeOfKey([...issue.path, key]);
    return report(
      "policy/unknown-key",
      place,
      `"${key}" is not a key of ${where}, and has no effect.`,
      adviseOnKey(key, issue.path),
    );
  });
}

function tellWrong(issue: Issue, value: YamlValue, places: PolicyPlaces): Diagnostic {
  const place = places.placeOf(issue.path);
  const name = nameOf(issue.path);
  const written = issue.path.reduce<YamlValue | undefined>(child, value);
  if (written === undefined) {
    return report(
      "policy/missing-field",
      place,
      `The policy${idOf(value)} has no "${name}".`,
      `Add "${name}": it ${issue.message}.`,
    );
  }
  const hint = name === "handler" ? `${policyActions.join(", ")} are known; without one, the severity decides.` : undefined;
  return report("policy/invalid-value", place, `"${name}"${idOf(value, "of")} ${issue.message}, not ${inWords(written)}.`, hint);
}

function idOf(value: YamlValue, word = ""): string {
  const id = isMapping(value) ? value["id"] : undefined;
  return typeof id === "string" ? `${word && ` ${word}`} ${id}` : "";
}

function nameOf(path: readonly PropertyKey[]): string {
  return path.map((key, at) => (typeof key === "number" ? `[${key}]` : `${at === 0 ? "" : "."}${String(key)}`)).join("");
}

function child(node: YamlValue | undefined, key: PropertyKey): YamlValue | undefined {
  return typeof node === "object" && node !== null ? (node as { [key: PropertyKey]: YamlValue })[key] : undefined;
}

function inWords(value: YamlValue): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return Array.isArray(value) ? "a list" : "a mapping";
}

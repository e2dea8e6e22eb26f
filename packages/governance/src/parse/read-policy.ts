import { matchExamplesOf, policyDocumentSchema } from "@precept/contract/policy";
import { contextKeys, isContextKey, policyActions } from "@precept/contract/values";
import { pushAll, type Diagnostic, type YamlValue } from "@precept/core";
import type * as z from "zod/v4/core";
import { report } from "../diagnostic-catalogue.ts";
import { createPolicy } from "../model/create-policy.ts";
import type { Policy } from "../model/policy.ts";
import { checkBlocks } from "./check-blocks.ts";
import { findTooDeepBlocks, maxBlockDepth } from "./block-depth.ts";
import { isMapping, normaliseDocument, type YamlMapping } from "./normalise-document.ts";
import type { PolicyLocations } from "./policy-locations.ts";
import { readMatch, readSequence } from "./read-match.ts";
import { suggestKey } from "./unknown-key.ts";

export interface ReadPolicy {
  /** Undefined if there is an error: a policy is never read partially. */
  readonly policy: Policy | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

type Issue = z.$ZodIssue;

const noLocations: PolicyLocations = { locationOf: () => ({}), locationOfKey: () => ({}) };

/**
 * Reads one policy from a parsed document of a file or a wire. An invalid value is an error, and there is no policy. An
 * unknown key is only a warning, because a policy without it still protects, and a refused one does not.
 *
 * @param document the parsed YAML or JSON.
 * @param locations the locations of the document's values in its file, for diagnostics.
 */
export function readPolicy(document: unknown, locations: PolicyLocations = noLocations): ReadPolicy {
  if (!isMapping(document as YamlValue)) {
    return { policy: undefined, diagnostics: [report("policy/not-a-policy", locations.locationOf([]))] };
  }
  // Check the depth before any function visits nested blocks.
  const tooDeep = findTooDeepBlocks(document as YamlMapping);
  if (tooDeep !== undefined) {
    const message = `"${nameOf(tooDeep)}"${idOf(document as YamlMapping, "of")} is nested too deeply: at most ${maxBlockDepth} blocks.`;
    return { policy: undefined, diagnostics: [report("policy/invalid-value", locations.locationOf(tooDeep), message)] };
  }
  const value = normaliseDocument(document as YamlMapping);
  const diagnostics = [...removeViolationHandler(value, locations)];
  for (;;) {
    const result = policyDocumentSchema.safeParse(value);
    if (result.success) {
      const { sequence } = result.data;
      const policy = createPolicy(result.data, readMatch(result.data.match), sequence && readSequence(sequence));
      pushAll(diagnostics, checkBlocks(policy, result.data, locations));
      const isUsable = diagnostics.every(({ severity }) => severity !== "error");
      return { policy: isUsable ? policy : undefined, diagnostics };
    }
    const issues = result.error.issues.flatMap((issue) => expandUnion(issue, value));
    const unknownKeys = issues.filter((issue) => issue.code === "unrecognized_keys");
    for (const issue of unknownKeys) pushAll(diagnostics, removeUnknownKeys(issue, value, locations));
    const invalidValues = issues.filter((issue) => issue.code !== "unrecognized_keys");
    if (invalidValues.length > 0) {
      pushAll(
        diagnostics,
        invalidValues.map((issue) => reportInvalid(issue, value, locations)),
      );
      return { policy: undefined, diagnostics };
    }
  }
}

/**
 * Replaces the issue of a union with the issues of its one member for mappings or for lists, so that they name the
 * wrong key or element. The issue of another value is unchanged: it names all members.
 */
function expandUnion(issue: Issue, document: YamlValue): readonly Issue[] {
  if (issue.code !== "invalid_union") return [issue];
  const written = issue.path.reduce<YamlValue | undefined>(child, document);
  if (!isMapping(written) && !Array.isArray(written)) return [issue];
  const fitting = issue.errors.filter(
    (issues) => !issues.some(({ code, path }) => /^invalid_(?:type|value)$/.test(code) && path.length === 0),
  );
  const [only] = fitting;
  if (only === undefined || fitting.length > 1) return [issue];
  return only.flatMap((inner) => expandUnion({ ...inner, path: [...issue.path, ...inner.path] }, document));
}

/** The example in the design of the rule engine has `handler: VIOLATION`, which is not an action. */
function* removeViolationHandler(value: YamlMapping, locations: PolicyLocations): Iterable<Diagnostic> {
  if (value["handler"] !== "VIOLATION") return;
  delete value["handler"];
  yield report("policy/handler-violation", locations.locationOf(["handler"]));
}

function removeUnknownKeys(
  issue: Issue & { code: "unrecognized_keys" },
  value: YamlValue,
  locations: PolicyLocations,
): Diagnostic[] {
  const parent = issue.path.reduce(child, value);
  const where = issue.path.length === 0 ? "a policy" : `"${nameOf(issue.path)}"`;
  return issue.keys.map((key) => {
    Reflect.deleteProperty(parent as object, key);
    const location = locations.locationOfKey([...issue.path, key]);
    const message = `Unknown key "${key}" in ${where}; it has no effect.`;
    return report("policy/unknown-key", location, message, suggestKey(key, issue.path));
  });
}

function reportInvalid(issue: Issue, value: YamlValue, locations: PolicyLocations): Diagnostic {
  const location = locations.locationOf(issue.path);
  const name = nameOf(issue.path);
  const written = issue.path.reduce<YamlValue | undefined>(child, value);
  if (written === undefined) {
    const message = `The policy${idOf(value)} has no "${name}".`;
    return report("policy/missing-field", location, message, `Add "${name}": it ${issue.message}.`);
  }
  // The message of a check beyond the type says all about a mapping.
  const actual = issue.code === "custom" && isMapping(written) ? "" : `, not ${describeValue(written)}`;
  const message = `"${name}"${idOf(value, "of")} ${issue.message}${actual}.`;
  return report("policy/invalid-value", location, message, hintFor(issue.path));
}

const blockKeys: ReadonlySet<string> = new Set(["all", "any", "absent"]);

/** Shows a valid value of the key at a path. */
function hintFor(path: readonly PropertyKey[]): string | undefined {
  if (path[0] === "handler") return `Use ${policyActions.join(", ")}, or leave it out: then the severity decides.`;
  const keys = path.filter((key) => typeof key === "string");
  const first = keys.shift();
  if (first === "sequence") keys.shift();
  else if (first !== "match") return undefined;
  // Each block has the same keys.
  const [key = "", name = "", ...others] = keys.slice(keys.slice(0, -1).findLastIndex((one) => blockKeys.has(one)) + 1);
  if (key === "context_filter" && isContextKey(name)) return `For example: \`context_filter: { ${contextKeys[name].example} }\`.`;
  const example = matchExamplesOf([key, key === "input" ? "PATH" : name, ...others].join("."))?.accepted[0];
  return example && `For example: \`match: { ${example} }\`.`;
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

function describeValue(value: YamlValue): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (!Array.isArray(value)) return "a mapping";
  return value.length === 0 ? "an empty list" : "a list";
}

import { compareLocations, readYamlTree, type Diagnostic, type SourceLocation, type YamlTree } from "@precept/core";
import { report } from "../diagnostic-catalogue.ts";
import type { Policy } from "../model/policy.ts";
import { readPolicy } from "./read-policy.ts";
import { splitDocuments, splitItems, type YamlPart } from "./split-yaml.ts";
import { isMapping } from "./tidy.ts";

/** A policy, and where it stands. */
export interface PlacedPolicy {
  readonly policy: Policy;
  readonly place: SourceLocation;
}

export interface ParsedPolicies {
  readonly policies: readonly PlacedPolicy[];
  readonly diagnostics: readonly Diagnostic[];
}

/** In UTF-16 code units. YAML parsers take their time. */
const maxLength = 1_048_576;

/** What a policy, or a list of them, may stand under. */
const wrappers = new Set(["rule", "policy", "rules", "policies"]);

/**
 * Reads a file of policies: one, a list, or many documents, each with its policies bare, under `rule:` or under `rules:`. Every problem is
 * told at its place, and one bad policy hides no other.
 *
 * @param file what people call the file.
 */
export function parsePolicies(text: string, file?: string): ParsedPolicies {
  if (text.length > maxLength) return { policies: [], diagnostics: [report("policy/too-large", { file, line: 1, column: 1 })] };
  const { policies, diagnostics } = join(splitDocuments(text).map((part) => parsePart(part, file, true)));
  return { policies, diagnostics: diagnostics.toSorted(compareLocations) };
}

function parsePart(part: YamlPart, file: string | undefined, mayBeList: boolean): ParsedPolicies {
  const tree = readYamlTree(part.text, file, part.line);
  if ("value" in tree) return readTree(tree);
  // What is broken in one item of a list is looked for there, so that the others can be read.
  const items = mayBeList ? splitItems(part) : [];
  if (items.length > 1) return join(items.map((item) => parsePart(item, file, false)));
  return {
    policies: [],
    diagnostics: tree.map(({ location: place, message }) =>
      report("policy/yaml", place, `This is not valid YAML, and no policy: ${message.replace(/\.$/, "")}.`, adviseOn(message)),
    ),
  };
}

function join(parsed: readonly ParsedPolicies[]): ParsedPolicies {
  return {
    policies: parsed.flatMap(({ policies }) => policies),
    diagnostics: parsed.flatMap(({ diagnostics }) => diagnostics),
  };
}

function adviseOn(problem: string): string | undefined {
  if (/escape/i.test(problem))
    return "Put the pattern in single quotes: between double quotes `\\` begins an escape of YAML's own.";
  if (/unique/i.test(problem)) return "Keep one line for each key.";
  if (/tag|alias|anchor/i.test(problem)) return "A value that begins with `*`, `!` or `&` has to be quoted.";
  return undefined;
}

function readTree(tree: YamlTree): ParsedPolicies {
  if (isEmpty(tree.value)) return { policies: [], diagnostics: [] };
  const policies: PlacedPolicy[] = [];
  const diagnostics: Diagnostic[] = [];
  visit([], tree.value);
  return { policies, diagnostics };

  function visit(path: readonly PropertyKey[], value: unknown): void {
    if (Array.isArray(value)) {
      for (const [at, item] of value.entries()) visit([...path, at], item);
      return;
    }
    if (isMapping(value as YamlTree["value"]) && !Object.hasOwn(value as object, "id")) {
      const wrapped = Object.entries(value as object).filter(([key]) => wrappers.has(key));
      if (wrapped.length > 0) return unwrap(path, Object.entries(value as object), wrapped);
    }
    const read = readPolicy(value, {
      placeOf: (inner) => tree.locate([...path, ...inner]),
      placeOfKey: (inner) => tree.locateKey([...path, ...inner]),
    });
    diagnostics.push(...read.diagnostics);
    if (read.policy !== undefined) policies.push({ policy: read.policy, place: tree.locate(path) });
  }

  function unwrap(path: readonly PropertyKey[], all: [string, unknown][], wrapped: [string, unknown][]): void {
    for (const [key, inner] of wrapped) visit([...path, key], inner);
    const known = wrapped.map(([key]) => key);
    for (const [key] of all.filter(([name]) => !known.includes(name))) {
      const message = `"${key}" beside "${known.join('" and "')}" has no effect.`;
      diagnostics.push(report("policy/unknown-key", tree.locateKey([...path, key]), message, `Move it below "${known[0]}".`));
    }
  }
}

/** Nothing, or keys without values. */
function isEmpty(value: YamlTree["value"] | undefined): boolean {
  return value === null || value === undefined || (isMapping(value) && Object.keys(value).length === 0);
}

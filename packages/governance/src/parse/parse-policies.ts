import { pushAll, compareLocations, readYamlTree, type Diagnostic, type SourceLocation, type YamlTree } from "@precept/core";
import { report } from "../diagnostic-catalogue.ts";
import type { Policy } from "../model/policy.ts";
import { isMapping } from "./normalise-document.ts";
import { readPolicy } from "./read-policy.ts";

/** A policy with its location in its file. */
export interface LocatedPolicy {
  readonly policy: Policy;
  readonly location: SourceLocation;
}

export interface ParsedPolicies {
  readonly policies: readonly LocatedPolicy[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The maximum length of a file, in UTF-16 code units. Parsing YAML is slow. */
const maxLength = 1_048_576;

/** The keys that may contain a policy, or a list of policies. */
const wrapperKeys = new Set(["rule", "policy", "rules", "policies"]);

/**
 * Parses a policy file: YAML with one policy, a list of them, or several documents. Policies may be below `rule:` or
 * `rules:`. An invalid policy is reported with its location, and does not affect the others.
 *
 * @param file the name of the file, for diagnostics.
 *
 * @example
 * ```ts
 * import { parsePolicies } from "@precept/governance";
 *
 * const yaml = "rule: { id: NO-EVAL, severity: HIGH, match: { pattern: '\\beval\\(' }, message: Do not use eval. }";
 * const { policies, diagnostics } = parsePolicies(yaml, ".precept/policies/code.yaml");
 * ```
 */
export function parsePolicies(text: string, file?: string): ParsedPolicies {
  if (text.length > maxLength) return { policies: [], diagnostics: [report("policy/too-large", { file, line: 1, column: 1 })] };
  const { policies, diagnostics } = join(splitDocuments(text).map((part) => parsePart(part, file, true)));
  return { policies, diagnostics: diagnostics.toSorted(compareLocations) };
}

function parsePart(part: YamlPart, file: string | undefined, mayBeList: boolean): ParsedPolicies {
  const tree = readYamlTree(part.text, file, part.line);
  if ("value" in tree) return readTree(tree);
  // Parses the items of an invalid list one by one, so that valid ones are read.
  const items = mayBeList ? splitItems(part) : [];
  if (items.length > 1) return join(items.map((item) => parsePart(item, file, false)));
  return {
    policies: [],
    diagnostics: tree.map(({ location, message }) => {
      const text = `Invalid YAML: ${message.replace(/\.$/, "")}. The policy is not enforced.`;
      return report("policy/yaml", location, text, hintFor(message));
    }),
  };
}

function join(parsed: readonly ParsedPolicies[]): ParsedPolicies {
  return { policies: parsed.flatMap(({ policies }) => policies), diagnostics: parsed.flatMap(({ diagnostics }) => diagnostics) };
}

function hintFor(message: string): string | undefined {
  if (/escape/i.test(message)) {
    return "Put the pattern in single quotes: between double quotes, `\\` begins a YAML escape.";
  }
  if (/unique/i.test(message)) return "Remove one of the two keys.";
  if (/tag|alias|anchor/i.test(message)) return "Quote a value that begins with `*`, `!` or `&`.";
  return undefined;
}

function readTree(tree: YamlTree): ParsedPolicies {
  if (isEmpty(tree.value)) return { policies: [], diagnostics: [] };
  const policies: LocatedPolicy[] = [];
  const diagnostics: Diagnostic[] = [];
  visit([], tree.value);
  return { policies, diagnostics };

  function visit(path: readonly PropertyKey[], value: unknown): void {
    if (Array.isArray(value)) {
      for (const [at, item] of value.entries()) visit([...path, at], item);
      return;
    }
    if (isMapping(value as YamlTree["value"]) && !Object.hasOwn(value as object, "id")) {
      const wrapped = Object.entries(value as object).filter(([key]) => wrapperKeys.has(key));
      if (wrapped.length > 0) return unwrap(path, Object.entries(value as object), wrapped);
    }
    const read = readPolicy(value, {
      locationOf: (inner) => tree.locate([...path, ...inner]),
      locationOfKey: (inner) => tree.locateKey([...path, ...inner]),
    });
    pushAll(diagnostics, read.diagnostics);
    if (read.policy !== undefined) policies.push({ policy: read.policy, location: tree.locate(path) });
  }

  function unwrap(path: readonly PropertyKey[], all: [string, unknown][], wrapped: [string, unknown][]): void {
    for (const [key, inner] of wrapped) visit([...path, key], inner);
    const known = wrapped.map(([key]) => key);
    for (const [key] of all.filter(([name]) => !known.includes(name))) {
      const message = `Unknown key "${key}" next to "${known.join('" and "')}"; it has no effect.`;
      diagnostics.push(report("policy/unknown-key", tree.locateKey([...path, key]), message, `Move it below "${known[0]}".`));
    }
  }
}

/** Whether a document is empty, or has only keys without values. */
function isEmpty(value: YamlTree["value"] | undefined): boolean {
  return value === null || value === undefined || (isMapping(value) && Object.keys(value).length === 0);
}

interface YamlPart {
  readonly text: string;
  /** The line of the file on which it begins, from 1. */
  readonly line: number;
}

/** Splits a file at `---`, without a YAML parser: an unclosed quote does not affect the next document. */
function splitDocuments(text: string): readonly YamlPart[] {
  return splitBefore({ text, line: 1 }, (line) => /^---(?:\s|$)/.test(line)).filter(({ text: own }) => own.trim() !== "");
}

/** Splits a list of policies, bare or below `rules:`, into its items, at their dashes. */
function splitItems(part: YamlPart): readonly YamlPart[] {
  const first = /^([ \t]*)- /m.exec(part.text);
  if (first === null) return [];
  const dash = `${first[1] ?? ""}- `;
  return splitBefore(part, (line) => line.startsWith(dash)).filter(({ text }) => text.startsWith(dash));
}

function splitBefore({ text, line: firstLine }: YamlPart, isStart: (line: string) => boolean): readonly YamlPart[] {
  const parts: { lines: string[]; line: number }[] = [{ lines: [], line: firstLine }];
  for (const [at, line] of text.split(/(?<=\n)/).entries()) {
    if (isStart(line)) parts.push({ lines: [], line: firstLine + at });
    parts.at(-1)?.lines.push(line);
  }
  return parts.map(({ lines, line }) => ({ text: lines.join(""), line }));
}

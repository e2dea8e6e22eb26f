import { readYamlTree, splitFrontMatter, type Diagnostic, type Rule, type SourceLocation } from "@precept/core";
import { openRoot, readFileInSync } from "@precept/files";
import type * as Governance from "@precept/governance";
import type { LocatedPolicy, Policy } from "@precept/governance";
import type { Workspace } from "./workspace.ts";

/** The checks of a project's rules that have a `match`. */
export interface RuleChecks {
  /** By the rule's id. Checks that fail their own tests, or have a pattern that is too slow, are not among them. */
  readonly byRule: ReadonlyMap<string, readonly Policy[]>;
  readonly policies: readonly Policy[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A larger rule file is not searched for the line of a problem. In bytes. */
const maxBytes = 1_048_576;

/** Reads and validates the checks in rules that have a `match`, as policies are validated. */
export async function loadRuleChecks(
  { root, policies }: Pick<Workspace, "root" | "policies">,
  rules: readonly Rule[],
): Promise<RuleChecks> {
  const checked = rules.filter(hasOwnChecks);
  const read = await Promise.all(checked.map(async (rule) => ({ rule, ...(await readLocated(root, rule)) })));
  const located = read.flatMap((one) => one.located);
  const validated = located.length === 0 ? { accepted: [], diagnostics: [] } : await policies.validateParsed(located);
  const accepted = new Set(validated.accepted.map(({ id }) => id));
  return {
    byRule: new Map(
      read.map(({ rule, located: own }) => [rule.id, own.map(({ policy }) => policy).filter(({ id }) => accepted.has(id))]),
    ),
    policies: validated.accepted,
    diagnostics: [...read.flatMap(({ diagnostics }) => diagnostics), ...validated.diagnostics],
  };
}

/** The checks of rules that have a `match`, without running their tests. Invalid ones are left out. */
export async function observedChecksOf(rules: readonly Rule[]): Promise<readonly Policy[]> {
  const checked = rules.filter(hasOwnChecks);
  if (checked.length === 0) return [];
  const { readRuleChecks } = await loadGovernance();
  return checked.flatMap((rule) => readRuleChecks(rule).checks.map(({ policy }) => policy));
}

/** Loaded only for rules that have checks, since most requests need no policies. */
function loadGovernance(): Promise<typeof Governance> {
  return import("@precept/governance");
}

function hasOwnChecks({ checks }: Rule): boolean {
  return checks.some((check) => typeof check !== "string");
}

async function readLocated(
  root: string,
  rule: Rule,
): Promise<{ readonly located: readonly LocatedPolicy[]; readonly diagnostics: readonly Diagnostic[] }> {
  const { readRuleChecks } = await loadGovernance();
  const { locate, locateKey } = locationsIn(root, rule);
  const { checks, diagnostics } = readRuleChecks(rule, { locationOf: locate, locationOfKey: locateKey });
  return { located: checks.map(({ at, policy }) => ({ policy, location: locate(["checks", at]) })), diagnostics };
}

interface Locations {
  readonly locate: (path: readonly PropertyKey[]) => SourceLocation;
  readonly locateKey: (path: readonly PropertyKey[]) => SourceLocation;
}

/** The locations of the values of a rule's front matter. Only its file if the file cannot be read. */
function locationsIn(root: string, { origin: { path } }: Rule): Locations {
  const unknown: Locations = { locate: () => ({ file: path }), locateKey: () => ({ file: path }) };
  const text = path === undefined ? undefined : readRuleFile(root, path);
  const split = text === undefined ? undefined : splitFrontMatter(text);
  if (split?.found !== true) return unknown;
  const tree = readYamlTree(split.header, path, split.headerLine);
  return "locate" in tree ? tree : unknown;
}

function readRuleFile(root: string, path: string): string | undefined {
  try {
    const content = readFileInSync(openRoot(root), path, { maxBytes, links: "none" });
    return content.kind === "bytes" ? content.bytes.toString("utf8") : undefined;
  } catch {
    // The place of a problem is a convenience.
    return undefined;
  }
}

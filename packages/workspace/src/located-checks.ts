import { readYamlTree, splitFrontMatter, type Rule, type SourceLocation } from "@precept/core";
import { openRoot, readFileInSync } from "@precept/files";
import { readRuleChecks, type LocatedPolicy, type Policy, type ReadRuleChecks, type RuleWithChecks } from "@precept/governance";

// Loaded only for rules that have checks: most requests need no policies.

/** A larger rule file is not searched for the line of a problem. In bytes. */
const maxBytes = 1_048_576;

/** The checks of a rule, with their places in its file. */
export interface LocatedChecks extends Pick<ReadRuleChecks, "diagnostics"> {
  readonly located: readonly LocatedPolicy[];
}

/** Returns the valid checks of a rule. */
export function checksOf(rule: RuleWithChecks): readonly Policy[] {
  return readRuleChecks(rule).checks.map(({ policy }) => policy);
}

/** Reads the checks of a rule, with their places in its file. */
export function readLocatedChecks(root: string, rule: Rule): LocatedChecks {
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

// A static import, because `import()` would put the whole package into one chunk that every command loads.
import { dialects } from "@precept/mdc-compat";
import type { Workspace } from "@precept/workspace";

/** A value that completes a word. */
export interface Candidate {
  readonly value: string;
  readonly description?: string;
}

/** Where the values of an argument or option come from. */
interface Source {
  /** Whether the value is a list with commas. Default: false. */
  readonly isList?: boolean;
  readonly list: (workspace: Workspace) => Promise<readonly Candidate[]>;
}

const rules: Source = {
  list: async (workspace) => (await workspace.list()).map(({ name, description }) => ({ value: name, description })),
};

const policies: Source = {
  list: async (workspace) =>
    (await workspace.policies.list()).map(({ id, message }) => ({
      value: id,
      ...(message !== undefined && { description: message }),
    })),
};

async function listTools(): Promise<readonly Candidate[]> {
  return dialects.map(({ id, title }) => ({ value: id, description: title }));
}

async function listStarterPolicies(): Promise<readonly Candidate[]> {
  const { starterPolicies } = await import("@precept/governance/starters");
  return ["all", "none", ...Object.keys(starterPolicies)].map((value) => ({ value }));
}

async function listDiagnosticCodes(): Promise<readonly Candidate[]> {
  const { lintRules } = await import("../lint/lint-rules.ts");
  return lintRules.map(({ code }) => ({ value: code }));
}

/** The source of each value, by its name in the help. Values that are not here are not completed. */
export const sources: Readonly<Record<string, Source | "files">> = {
  rule: rules,
  rules,
  "rule@version": rules,
  "rule@versions": rules,
  "name-or-glob": rules,
  policy: policies,
  tool: { list: listTools },
  tools: { isList: true, list: listTools },
  names: { isList: true, list: listStarterPolicies },
  code: { list: listDiagnosticCodes },
  file: "files",
  files: "files",
  path: "files",
  paths: "files",
  dir: "files",
};

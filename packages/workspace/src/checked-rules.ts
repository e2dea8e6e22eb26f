import type { Diagnostic, Rule } from "@precept/core";
import type { CheckedRule, Occasion, SessionRecords } from "@precept/evidence";
import { checkIdsOf, occasionsOf, type OccasionKind, type Policy } from "@precept/governance";
import { loadRuleChecks } from "./rule-checks.ts";
import type { Workspace } from "./workspace.ts";

/** The rules that are counted, and what is wrong with their checks. */
export interface CheckedRules {
  readonly rules: readonly CheckedRule[];
  /** The ids in `checks` that are no policies. */
  readonly unknown: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the checks of rules: policies that they name, and their own checks. */
export async function readCheckedRules(
  workspace: Workspace,
  rules: readonly Rule[],
  sessions: readonly SessionRecords[],
): Promise<CheckedRules> {
  const policies = new Map((await workspace.policies.list()).map((policy) => [policy.id, policy]));
  const { byRule, diagnostics } = await loadRuleChecks(workspace, rules);
  const governed = rules.length === 0 ? new Map<string, ReadonlySet<string>>() : await findGoverned(workspace, sessions);
  const named = [...new Set(rules.flatMap(({ checks }) => checks.filter((check) => typeof check === "string")))];
  return {
    rules: rules.map((rule) => {
      const own = byRule.get(rule.id) ?? [];
      const invalid = new Set(
        checkIdsOf(rule).filter((id, at) => typeof rule.checks[at] !== "string" && own.every((policy) => policy.id !== id)),
      );
      const checks = checkIdsOf(rule).filter((id) => !invalid.has(id));
      const known = checks.flatMap((id) => policies.get(id) ?? own.find((policy) => policy.id === id) ?? []);
      return {
        id: rule.id,
        name: rule.name,
        checks,
        occasions: occasionsFor(known),
        governs: (file) => governed.get(file)?.has(rule.id) === true,
      };
    }),
    unknown: named.filter((id) => !policies.has(id)),
    diagnostics,
  };
}

const occasionOf = { file: "file", command: "command", response: "answer" } as const satisfies Record<OccasionKind, Occasion>;

/** A rule whose policies are not known counts changes of files. */
function occasionsFor(policies: readonly Policy[]): readonly Occasion[] {
  const kinds = policies.length === 0 ? (["file"] as const) : policies.flatMap(occasionsOf);
  return [...new Set(kinds.map((kind) => occasionOf[kind]))];
}

/** The ids of the rules that apply to each file that a session changed. */
async function findGoverned(
  workspace: Workspace,
  sessions: readonly SessionRecords[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const files = new Set(
    sessions.flatMap(({ records }) =>
      records.flatMap((record) => (record.kind === "file" && record.changes ? record.files : [])),
    ),
  );
  const governed = new Map<string, ReadonlySet<string>>();
  for (const file of files) {
    const { matched } = await workspace.resolve({ files: [file] }, { countUse: false });
    governed.set(file, new Set(matched.map(({ rule }: { readonly rule: Rule }) => rule.id)));
  }
  return governed;
}

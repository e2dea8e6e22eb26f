import { draftExport } from "../assign/draft.ts";
import type { ExportRequest } from "../assign/request.ts";
import type { ReadReference } from "../references/included-text.ts";
import type { ExportPlan, PlanExportOptions } from "./export-plan.ts";
import { planGitignore } from "./gitignore.ts";
import { createLinkEntries } from "../ledger/current-ledger.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { hasItems } from "../ledger/copies.ts";
import { planExport } from "./plan.ts";

/** The number of drafts after which the last plan is used, although a further draft could differ. */
const maxDrafts = 5;

export interface RulesRequest extends Omit<ExportRequest, "readReference" | "isManaged" | "blocked"> {
  /**
   * Reads the files that rules refer to.
   *
   * @param isManaged whether the ledger has a file, by its path in the project, after the export. Such a file is never
   *   included in another one.
   */
  readonly readReferences: (isManaged: (path: string) => boolean) => Promise<ReadReference>;
}

export interface RulesPlanOptions extends Omit<PlanExportOptions, "ledger" | "targets"> {
  /** Whether `.gitignore` keeps the exported files out of git. Default: a list of them that it has is updated. */
  readonly gitignore?: boolean | undefined;
}

/**
 * Plans the export of rules. Where a tool reads a rule, and what the rule can include, depends on the files that the
 * export writes, deletes, or must not touch. The plan is made for the project as it is after the export, so that a
 * second export changes nothing.
 */
export async function planRules({ readReferences, ...request }: RulesRequest, options: RulesPlanOptions): Promise<ExportPlan> {
  const { ledger, targets: dialects } = request;
  const targets = dialects.map(({ id }) => id);
  let managed: ReadonlySet<string> = new Set(ledger.keys());
  let blocked: ReadonlySet<string> = new Set();
  for (let drafts = 1; ; drafts += 1) {
    const assumed = managed;
    const asked = new Set<string>();
    const isManaged = (path: string): boolean => {
      asked.add(path);
      return assumed.has(path);
    };
    const readReference = await readReferences(isManaged);
    const draft = draftExport({ ...request, readReference, isManaged, blocked });
    const plan = planExport(draft, { ...options, ledger, targets });
    const found = plan.actions.flatMap(({ kind, path }) => (kind === "blocked" && !blocked.has(path) ? [path] : []));
    const isStable = found.length === 0 && [...asked].every((path) => plan.ledger.has(path) === assumed.has(path));
    if (isStable || drafts === maxDrafts) return addGitignore(addLinks(plan, request), targets, options);
    managed = new Set(plan.ledger.keys());
    blocked = new Set([...blocked, ...found]);
  }
}

/** Adds the links that lead to the files of a plan, so that these are no further rules. */
function addLinks(plan: ExportPlan, { linkedDirectories = new Map() }: Pick<ExportRequest, "linkedDirectories">): ExportPlan {
  const added = createLinkEntries([...plan.ledger.keys()], { linkedDirectories, ledger: plan.ledger });
  return added.size === 0 ? plan : { ...plan, ledger: new Map([...plan.ledger, ...added]) };
}

/** Plans an export without rules: the files of rules stay as they are. */
export function planItemsOnly(
  { actions, entries }: NonNullable<RulesPlanOptions["items"]>,
  { ledger, targets }: { readonly ledger: Ledger; readonly targets: readonly string[] },
  options: RulesPlanOptions,
): ExportPlan {
  const others = [...ledger].filter(([, entry]) => !hasItems(entry));
  const reports = { omitted: [], reduced: [], alreadyRead: [], readTwice: [], readDifferently: [], limits: [] };
  return addGitignore({ ...reports, actions, ledger: new Map([...others, ...entries]) }, targets, options);
}

function addGitignore(plan: ExportPlan, targets: readonly string[], { gitignore, getExisting }: RulesPlanOptions): ExportPlan {
  const added = planGitignore(gitignore, plan.ledger, { getExisting, targets });
  if (added.length === 0) return plan;
  return { ...plan, actions: [...plan.actions, ...added].toSorted((left, right) => (left.path < right.path ? -1 : 1)) };
}

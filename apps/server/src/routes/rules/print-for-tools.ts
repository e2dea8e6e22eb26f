import type { ProjectRoutes, RouteOutput } from "@precept/contract";
import { createRule, type RuleDraft } from "@precept/core";
import type { Dialect } from "@precept/mdc-compat";
import { draftExport, planExport, readReferencedFiles } from "@precept/transfer";
import type { Workspace } from "@precept/workspace";

type ToolOutput = RouteOutput<ProjectRoutes["validateRule"]>["outputs"][number];

/** Returns what an export of one rule would write for each tool, and what the tool does not get of it. */
export async function printForTools(
  { root, references }: Workspace,
  draft: RuleDraft,
  tools: readonly Dialect[],
): Promise<ToolOutput[]> {
  const path = `.precept/rules/${draft.name}.md`;
  const rule = createRule({ ...draft, id: `project:${path}`, origin: { store: "fs", dialect: "precept", path } });
  const readReference = await readReferencedFiles([rule], references, { root, isManaged: () => false });
  const ledger = new Map();
  return tools.map((tool) => {
    const drafted = draftExport({ rules: [rule], targets: [tool], ledger, lossy: true, readReference });
    const { actions } = planExport(drafted, { getExisting: () => undefined, ledger, targets: [tool.id] });
    const notes = [...drafted.omitted, ...drafted.reduced].flatMap((report) => report.notes);
    return {
      tool: tool.id,
      title: tool.title,
      exact: drafted.omitted.length === 0 && notes.every(({ kind }) => kind !== "meaning"),
      notes: [...new Set(notes.map(({ message }) => message))],
      files: actions.map((action) => ({ path: action.path, content: action.after ?? "" })),
    };
  });
}

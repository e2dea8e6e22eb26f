import { hash } from "node:crypto";
import type { ProjectRoutes, RouteInput, RouteOutput } from "@precept/contract";
import { compareText, withoutUndefined } from "@precept/core";
import {
  applyRevert,
  applyTransfer,
  explainBlock,
  findRevertDeletions,
  findTransferDeletions,
  planRevert,
  readRevertTexts,
  stayReasons,
  type DeletionsToConfirm,
  type ExportAction,
  type ImportAction,
  type Ledger,
} from "@precept/transfer";
import { configuredExport, detectedName, planWorkspaceExport, planWorkspaceImport, type Workspace } from "@precept/workspace";
import { notesOfExport, notesOfImport, type TransferNote } from "./notes.ts";

export type TransferRequest = Omit<RouteInput<ProjectRoutes["planTransfer"]>["body"], "show">;

export type TransferChange = RouteOutput<ProjectRoutes["planTransfer"]>["changes"][number];

/** A planned import, export or revert. */
export interface TransferPlan {
  /** Changes with everything that the plan would write, and with everything that it is based on. */
  readonly id: string;
  readonly tools: readonly string[];
  readonly changes: readonly TransferChange[];
  readonly unchanged: number;
  readonly notes: readonly TransferNote[];
  readonly deletions: DeletionsToConfirm | undefined;
  readonly apply: (isConfirmed: boolean) => Promise<AppliedPlan>;
}

interface AppliedPlan {
  readonly written: readonly string[];
  readonly notWritten: readonly string[];
}

/** Plans an import, an export or a revert, as the commands with these names do. @throws PreceptError as they do. */
export function planTransfer(workspace: Workspace, request: TransferRequest): Promise<TransferPlan> {
  return planners[request.action](workspace, request);
}

type Planner = (workspace: Workspace, request: TransferRequest) => Promise<TransferPlan>;

const planners: Readonly<Record<TransferRequest["action"], Planner>> = {
  import: async (workspace, { tools, merge, take }) => {
    const plan = await planWorkspaceImport(workspace, { merge, take, ...withoutUndefined({ from: tools }) });
    return toPlan(workspace, plan, { by: "import", tools: tools ?? [], notes: notesOfImport(plan) });
  },
  export: async (workspace, { tools, lossy, over_limit: overLimit, force, allow_programs: allowPrograms }) => {
    const configured = configuredExport(workspace.config);
    const to = tools ?? (configured.to.length > 0 ? configured.to : [detectedName]);
    const options = { overLimit, force, allowPrograms, ...withoutUndefined({ lossy }) };
    const plan = await planWorkspaceExport(workspace, { ...configured, to, ...options });
    const named = plan.detected?.map(({ tool }) => tool.id) ?? to;
    return toPlan(workspace, plan, { by: "export", tools: named, notes: notesOfExport(plan) });
  },
  revert: async ({ root }, { tools }) => {
    const plan = planRevert(root, withoutUndefined({ to: tools }));
    const changes = plan.actions.map((action): TransferChange => {
      const { kind, path, targets, isEdited, reason } = action;
      const { before = null, after = null } = readRevertTexts(root, plan, action);
      const message = reason === undefined ? null : stayReasons[reason];
      return { ...noDetails, kind, path, tools: targets, before, after, message, edited: isEdited };
    });
    const damaged = { kind: "damaged", subject: ".precept/backup/originals.jsonl", tool: null } as const;
    return {
      id: idOf(changes, plan.before, plan.ledger),
      tools: tools ?? [],
      changes,
      unchanged: 0,
      notes: plan.damaged === 0 ? [] : [{ ...damaged, message: `${plan.damaged} lines cannot be read.` }],
      deletions: findRevertDeletions(plan),
      apply: async (isConfirmed) => {
        await applyRevert(root, plan, { isConfirmed });
        return { written: plan.actions.flatMap(({ kind, path }) => (kind === "keep" ? [] : [path])), notWritten: [] };
      },
    };
  },
};

interface FileTransfer {
  readonly actions: readonly (ExportAction | ImportAction)[];
  readonly before: Ledger;
  readonly ledger: Ledger;
}

interface PlanParts extends Pick<TransferPlan, "tools" | "notes"> {
  readonly by: "import" | "export";
}

async function toPlan(workspace: Workspace, plan: FileTransfer, { by, tools, notes }: PlanParts): Promise<TransferPlan> {
  const { root } = workspace;
  const sources = new Set((await workspace.list()).map(({ origin }) => origin.path));
  const changes = plan.actions
    .flatMap((action) => toChange(action, sources) ?? [])
    .toSorted((left, right) => compareText(left.path, right.path));
  return {
    id: idOf(plan.actions, plan.before, plan.ledger),
    tools,
    changes,
    unchanged: plan.actions.length - changes.length,
    notes,
    deletions: findTransferDeletions(root, plan.actions, plan.before),
    apply: async (isConfirmed) => {
      const { done, notApplied } = await applyTransfer(root, plan, plan.before, { by, isConfirmed });
      return { written: done.map(({ path }) => path), notWritten: notApplied.map(({ path }) => path) };
    },
  };
}

const noDetails = { has_texts: true, message: null, hint: null, can_force: false, programs: [], edited: false } as const;

/** @param sources the files of rules, which an export cannot overwrite. */
function toChange(action: ExportAction | ImportAction, sources: ReadonlySet<string | undefined>): TransferChange | undefined {
  const { kind, path, targets, before = null, after = null, programs = [], reason } = action;
  if (kind === "unchanged") return undefined;
  const change = { ...noDetails, kind, path, tools: targets, before, after, programs };
  if (kind !== "blocked") return { ...change, message: describe(action) };
  const isEdit = reason === "changed" || reason === "foreign";
  return { ...change, ...explainBlock(action), can_force: isEdit && !("sources" in action) && !sources.has(path) };
}

/** Where the content of a file comes from, if its rules do not say it. */
function describe(action: ExportAction | ImportAction): string | null {
  if (action.copy?.from !== undefined) return `copy of ${action.copy.from}`;
  return "sources" in action ? `from ${action.sources.join(", ")}` : null;
}

function idOf(actions: unknown, before: Ledger, ledger: Ledger): string {
  return hash("sha256", JSON.stringify([actions, [...before], [...ledger]]));
}

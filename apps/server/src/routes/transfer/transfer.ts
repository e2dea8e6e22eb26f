import { PreceptError } from "@precept/core";
import type { Handlers } from "../handler.ts";
import { planTransfer, type TransferChange } from "./plan.ts";

/** How many characters of texts an answer has if the request does not name files. */
const maxCharacters = 1_000_000;

export const transferHandlers = {
  planTransfer: async ({ body: { show, ...request } }, { project: { workspace } }) => {
    const plan = await planTransfer(workspace, request);
    return {
      body: {
        plan: plan.id,
        tools: [...plan.tools],
        changes: limitTexts(plan.changes, show),
        unchanged: plan.unchanged,
        notes: [...plan.notes],
        needs_yes: plan.deletions ?? null,
      },
    };
  },
  applyTransfer: async ({ body: { plan: shown, confirmed, ...request } }, { project: { workspace } }) => {
    if (workspace.isReadOnly) throw new PreceptError("WORKSPACE_READ_ONLY", {});
    const plan = await planTransfer(workspace, request);
    if (plan.id !== shown) throw new PreceptError("PLAN_CHANGED", { action: request.action });
    const { written, notWritten } = await plan.apply(confirmed);
    await workspace.reload();
    return { body: { written, not_written: notWritten } };
  },
} satisfies Partial<Handlers>;

/** Removes the texts of files that the request does not name, or of those after the first ones. */
function limitTexts(changes: readonly TransferChange[], show: readonly string[] | undefined): readonly TransferChange[] {
  const named = show === undefined ? undefined : new Set(show);
  let characters = 0;
  return changes.map((change) => {
    characters += (change.before?.length ?? 0) + (change.after?.length ?? 0);
    const isShown = named?.has(change.path) ?? characters <= maxCharacters;
    return isShown ? change : { ...change, before: null, after: null, has_texts: false };
  });
}

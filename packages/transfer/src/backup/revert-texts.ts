import { openRoot } from "@precept/files";
import { readState, toStored } from "./file-state.ts";
import { readObject } from "./objects.ts";
import type { RevertAction, RevertPlan } from "./plan-revert.ts";

/** Returns the text of a file now, and after a revert. A text is absent if there is no file, or none that can be read. */
export function readRevertTexts(
  dir: string,
  { originals }: Pick<RevertPlan, "originals">,
  { kind, path, text }: RevertAction,
): { readonly before?: string; readonly after?: string } {
  const root = openRoot(dir);
  const before = toStored(readState(root, path))?.bytes.toString("utf8");
  const restored = text ?? readObject(root, originals.get(path)?.sha256 ?? "")?.toString("utf8");
  const after = { restore: restored, remove: undefined, keep: before }[kind];
  return { ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
}

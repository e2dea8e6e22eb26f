import { PreceptError } from "@precept/core";
import type { FoundRepository } from "./find-repository.ts";

/** Returns the tree of the last commit; the empty tree before the first one. */
export async function treeOfHead({ run }: FoundRepository): Promise<string> {
  const { code, text } = await run(["rev-parse", "--verify", "--quiet", "HEAD^{tree}"], { allowedExitCodes: [1] });
  return (code === 0 ? text : (await run(["hash-object", "-t", "tree", "--stdin"])).text).trim();
}

/** Returns the commit at which the branch left another. @throws PreceptError `REVISION_UNKNOWN`, `HISTORY_UNRELATED` */
export async function findMergeBase({ run }: FoundRepository, ref: string): Promise<string> {
  const wanted = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`];
  const found = await run(wanted, { allowedExitCodes: [1, 128] });
  if (found.code !== 0) throw new PreceptError("REVISION_UNKNOWN", { revision: ref });
  const merged = await run(["merge-base", found.text.trim(), "HEAD"], { allowedExitCodes: [1] });
  if (merged.code !== 0) throw new PreceptError("HISTORY_UNRELATED", { revision: ref });
  return merged.text.trim();
}

import { detectLineBreak } from "@precept/core";
import type { Ledger } from "../ledger/ledger.ts";
import type { ExportAction, PlanExportOptions } from "./export-plan.ts";

/** The file of the project that keeps files out of git. */
export const gitignorePath = ".gitignore";

const start = "# precept: exported files";
/** The start of a block before which a line break was added, so that it is removed with the block. */
const startAfterBreak = `${start}, after a line that had no end`;
const end = "# precept: end";
const block = new RegExp(`^${start}[^\\r\\n]*\\r?\\n?(?:/[^\\r\\n]*\\r?\\n?)*(?:${end}\\r?\\n?)?`, "m");

/**
 * Plans the block of exported files in `.gitignore`. Imported files stay in git: their text is the user's.
 *
 * @param isWanted whether the file has a block. Undefined: a block that it has is updated.
 * @param ledger the ledger after the export.
 * @returns no action if the file has no block and needs none.
 */
export function planGitignore(
  isWanted: boolean | undefined,
  ledger: Ledger,
  { getExisting, targets }: Pick<PlanExportOptions, "getExisting" | "targets">,
): readonly ExportAction[] {
  const found = getExisting(gitignorePath);
  const shared = { path: gitignorePath, targets, rules: [] };
  if (found === "unusable") return isWanted === true ? [{ kind: "blocked", ...shared, reason: "unusable" }] : [];
  const text = found?.text ?? "";
  const hasBlock = block.test(text);
  if (!hasBlock && isWanted !== true) return [];
  const after = writeBlock(text, isWanted === false ? [] : listExported(ledger));
  if (found === undefined) return after === "" ? [] : [{ kind: "create", ...shared, after }];
  const before = { before: text, beforeSha256: found.sha256 };
  if (after === text) return [{ kind: "unchanged", ...shared, after, ...before }];
  return [after === "" ? { kind: "delete", ...shared, ...before } : { kind: "update", ...shared, after, ...before }];
}

/** Returns the text of `.gitignore` with the exported files of a ledger. Undefined if it has no block. */
export function updateGitignore(text: string, ledger: Ledger): string | undefined {
  return block.test(text) ? writeBlock(text, listExported(ledger)) : undefined;
}

function listExported(ledger: Ledger): readonly string[] {
  const exported = [...ledger].filter(([, { head, link }]) => head === undefined && link === undefined);
  return exported.map(([path]) => path).toSorted();
}

/** Writes the block where it is, else at the end of the text. Removes it if there are no paths. */
function writeBlock(text: string, paths: readonly string[]): string {
  const eol = detectLineBreak(text);
  const print = (first: string): string => [first, ...paths.map(toPattern), end, ""].join(eol);
  const found = block.exec(text);
  if (found !== null) {
    const [all] = found;
    const isAfterBreak = all.startsWith(startAfterBreak);
    const before = text.slice(0, found.index);
    const after = text.slice(found.index + all.length);
    if (paths.length > 0) return before + print(isAfterBreak ? startAfterBreak : start) + after;
    return (isAfterBreak && after === "" ? before.replace(/\r?\n$/, "") : before) + after;
  }
  if (paths.length === 0) return text;
  return text === "" || text.endsWith("\n") ? text + print(start) : text + eol + print(startAfterBreak);
}

/** Returns the pattern that matches exactly one path. */
function toPattern(path: string): string {
  return `/${path.replaceAll(/[\\*?[\]]/g, String.raw`\$&`).replace(/ +$/, (spaces) => spaces.replaceAll(" ", String.raw`\ `))}`;
}

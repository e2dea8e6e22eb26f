import { ExportDrafter } from "./drafter.ts";
import type { ExportDraft, ExportRequest } from "./request.ts";

/**
 * Works out the files of an export. Each target gets each rule once, in a form that applies in the same cases: in its own format, else in the files of
 * directories, else as a skill. Reads no existing files: pass the result to `planExport`.
 *
 * @example
 * ```ts
 * import { createRule } from "@precept/core";
 * import { dialects } from "@precept/mdc-compat";
 * import { draftExport } from "@precept/transfer";
 *
 * const rules = [createRule({ id: "project:style", name: "style", content: "Use British spelling.\n" })];
 * const targets = dialects.filter(({ id }) => id === "cursor" || id === "claude");
 * const { files } = draftExport({ rules, targets, ledger: new Map(), lossy: false });
 * console.log(files.map(({ path }) => path)); // .cursor/rules/style.mdc, .claude/rules/style.md
 * ```
 */
export function draftExport(request: ExportRequest): ExportDraft {
  return new ExportDrafter(request).draft();
}

import { mkdir, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { Diagnostic } from "@precept/core";
import { emptyBaseline, readBaseline, type Baseline } from "@precept/governance";
import { createFile, replaceFile } from "@precept/store-fs";
import { report } from "../diagnostic-catalogue.ts";

/**
 * Reads the baseline of a project. Most have none.
 *
 * @param file what people call it.
 */
export async function loadBaseline(
  path: string,
  file: string,
): Promise<{ readonly baseline: Baseline; readonly diagnostics: readonly Diagnostic[] }> {
  try {
    return readBaseline(JSON.parse(await readFile(path, "utf8")), file);
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? ""))
      return { baseline: emptyBaseline, diagnostics: [] };
    const problem = error instanceof SyntaxError ? "it is not JSON" : (error as Error).message.replace(/,.*$/s, "");
    const message = `The baseline cannot be read, and accepts nothing: ${problem}.`;
    return { baseline: emptyBaseline, diagnostics: [report("policies/baseline-unreadable", { file }, message)] };
  }
}

export async function writeBaseline(path: string, baseline: Baseline): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const text = `${JSON.stringify(baseline, undefined, 2)}\n`;
  if (!(await createFile(path, text))) await replaceFile(path, text);
}

import { checkText, fixText, type Diagnostic } from "@precept/core";
import { dirname } from "node:path";
import { openRoot, replaceFileText, rootFor } from "@precept/files";
import type { Findings, LintedFile } from "./collect.ts";

/** How one file is to change. */
export interface FileFix {
  readonly file: LintedFile;
  /** What it will hold. */
  readonly text: string;
  /** What is put right. */
  readonly fixed: readonly Diagnostic[];
}

/** What came of fixing. */
export interface FixOutcome {
  readonly written: readonly FileFix[];
  /** The files that somebody else changed in the meantime: they stay as they are. */
  readonly changed: readonly string[];
}

/** Works out how the files are to change, so that nothing is left that can be put right. Writes nothing. */
export function planFixes({ files, diagnostics }: Findings, disabled: ReadonlySet<string>, unsafe: boolean): readonly FileFix[] {
  const fixable = new Set(diagnostics.filter(({ fix }) => fix !== undefined).map(({ file }) => file));
  return files
    .filter(({ file }) => fixable.has(file))
    .map((file) => {
      const { codec, inRoot } = file;
      const check = (text: string) =>
        [...codec.parse({ text, path: inRoot, file: file.file }).diagnostics, ...checkText(text, file.file)].filter(
          ({ code }) => !disabled.has(code),
        );
      const { text, fixed } = fixText(file.text, check, { unsafe });
      return { file, text, fixed };
    })
    .filter(({ file, text }) => text !== file.text);
}

/** Writes the files, each whole or not at all, and none that is no longer what was read. */
export async function writeFixes(projectDir: string, fixes: readonly FileFix[]): Promise<FixOutcome> {
  const project = openRoot(projectDir);
  const written: FileFix[] = [];
  const changed: string[] = [];
  for (const fix of fixes) {
    const { path, sha256, file } = fix.file;
    if (await replaceFileText(rootFor(project, dirname(path)), path, fix.text, sha256)) written.push(fix);
    else changed.push(file);
  }
  return { written, changed };
}

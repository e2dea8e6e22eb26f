import { checkText, fixText } from "@precept/lint";
import type { Diagnostic } from "@precept/core";
import { dirname } from "node:path";
import { openRoot, replaceFileText, rootFor } from "@precept/files";
import type { Findings, LintedFile } from "./collect.ts";

/** A planned change of one file. */
export interface FileFix {
  readonly file: LintedFile;
  /** The new contents. */
  readonly text: string;
  /** The diagnostics that it fixes. */
  readonly fixed: readonly Diagnostic[];
}

/** The outcome of applying fixes. */
export interface FixOutcome {
  readonly written: readonly FileFix[];
  /** Files that were not written, because they changed in the meantime. */
  readonly changed: readonly string[];
}

/** Plans fixes until no fixable diagnostic is left. Writes nothing. */
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

/** Writes the fixed files. Each write is atomic, and a file that changed since it was read is refused. */
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

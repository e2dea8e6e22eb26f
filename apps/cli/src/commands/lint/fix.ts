import { checkText, fixText } from "@precept/lint";
import type { Diagnostic } from "@precept/core";
import type { TextFix } from "../../files/write-fixes.ts";
import type { Findings } from "./collect.ts";

export interface FileFix extends TextFix {
  readonly fixed: readonly Diagnostic[];
}

export function planFixes({ files, diagnostics }: Findings, disabled: ReadonlySet<string>, unsafe: boolean): readonly FileFix[] {
  const fixable = new Set(diagnostics.filter(({ fix }) => fix !== undefined).map(({ file }) => file));
  return files
    .filter(({ file }) => fixable.has(file))
    .map(({ codec, inRoot, file, sha256, text: before }) => {
      const check = (text: string) =>
        [...codec.parse({ text, path: inRoot, file }).diagnostics, ...checkText(text, file)].filter(
          ({ code }) => !disabled.has(code),
        );
      const { text: after, fixed } = fixText(before, check, { unsafe });
      return { file, before, after, sha256, fixed };
    })
    .filter(({ before, after }) => after !== before);
}

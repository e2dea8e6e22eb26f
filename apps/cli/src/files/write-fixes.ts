import { dirname, resolve } from "node:path";
import { openRoot, replaceFileText, rootFor } from "@precept/files";
import { asLines, type Style } from "../terminal/text.ts";

export interface TextFix {
  readonly file: string;
  readonly before: string;
  readonly after: string;
  /** The hash of the bytes that the file must have. */
  readonly sha256: string;
}

export interface WrittenFixes<Fix> {
  readonly written: readonly Fix[];
  /** Files that were not written, because they changed in the meantime or are not in UTF-8. */
  readonly refused: readonly string[];
}

/** Writes the fixed files. Each write is atomic, and a file that changed since it was read is refused. */
export async function writeFixes<Fix extends TextFix>(projectDir: string, fixes: readonly Fix[]): Promise<WrittenFixes<Fix>> {
  const project = openRoot(projectDir);
  const written: Fix[] = [];
  const refused: string[] = [];
  for (const fix of fixes) {
    const path = resolve(projectDir, fix.file);
    if (await replaceFileText(rootFor(project, dirname(path)), path, fix.after, fix.sha256)) written.push(fix);
    else refused.push(fix.file);
  }
  return { written, refused };
}

export async function differencesOf(fixes: readonly TextFix[]): Promise<(style: Style) => string> {
  const { viewPatch } = await import("../terminal/difference.ts");
  return (style) => asLines(fixes.flatMap(({ file, before, after }) => viewPatch({ path: file, before, after }, style)));
}

import { formatNumber } from "@precept/core";
import type { FileLoadResult } from "./file-load-result.ts";
import { defaultMaxCharacters, defaultMaxFileCharacters } from "./limits.ts";

/** Cuts texts over the file limit, then the last ones in load order until all fit. The results have a note. */
export function cutTexts(
  files: readonly FileLoadResult[],
  maxFileCharacters: number = defaultMaxFileCharacters,
  maxCharacters: number = defaultMaxCharacters,
): readonly FileLoadResult[] {
  let remaining = maxCharacters;
  return files.map((file) => {
    if (file.content === undefined) return file;
    const cut = cutText(file, file.content, Math.min(maxFileCharacters, remaining), remaining < maxFileCharacters);
    remaining -= cut.content?.length ?? 0;
    return cut;
  });
}

function cutText(file: FileLoadResult, text: string, limit: number, isTotal: boolean): FileLoadResult {
  if (text.length <= limit) return file;
  // Not between the halves of a surrogate pair.
  const content = text.slice(0, limit).replace(/[\uD800-\uDBFF]$/, "");
  const omittedCharacters = text.length - content.length;
  const which = isTotal ? "all context files together" : "a context file";
  const note = `The last ${formatNumber(omittedCharacters)} characters of ${file.filePath} are omitted, because they exceed the limit for ${which}.`;
  return { ...file, content, truncated: true, omittedCharacters, note: file.note === undefined ? note : `${file.note} ${note}` };
}

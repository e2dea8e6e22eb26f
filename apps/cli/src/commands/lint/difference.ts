import { createTwoFilesPatch } from "diff";
import { printable } from "../../terminal/text.ts";
import type { FileFix } from "./fix.ts";

/** What would change, as a unified diff. Characters that the screen would act on are shown as signs. */
export function viewDifferences(fixes: readonly FileFix[]): string {
  return fixes.map(differenceOf).join("");
}

function differenceOf({ file: { file, text: before }, text }: FileFix): string {
  const patch = createTwoFilesPatch(`a/${file}`, `b/${file}`, before, text, undefined, undefined, { context: 3 });
  return patch
    .split("\n")
    .filter((line) => !/^=+$/.test(line))
    .map((line) => showHidden(line))
    .join("\n");
}

/** A line in which every character that can't be seen is written by its number. */
function showHidden(line: string): string {
  const shown = line.replace(/[\p{Cf}\p{Co}\u180B-\u180F\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/gu, (character) => {
    const number = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
    return `<U+${number}>`;
  });
  return printable(shown);
}

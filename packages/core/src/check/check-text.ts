import type { Diagnostic } from "../model/diagnostic.ts";
import { report } from "./check-catalogue.ts";
import { asciiLookalike } from "./confusables.ts";
import { findHiddenCharacters } from "./hidden-characters.ts";
import { findHiddenInstructions } from "./hidden-instructions.ts";
import { describeLookalikes, findMixedScripts } from "./mixed-scripts.ts";
import { findSecrets } from "./secrets.ts";
import { SourceText } from "./source-text.ts";
import { reportMatches } from "./text-match.ts";

const checks = [findHiddenCharacters, findMixedScripts, findHiddenInstructions, findSecrets] as const;

/**
 * Checks the text of a rule file, front matter and all, for what does not show: hidden characters, words that are not what they seem, instructions
 * in comments, secrets. It says nothing about the rule: reading the file does that.
 *
 * @param file what people call it, for the places. Absent: the text is from no file.
 */
export function checkText(text: string, file?: string): readonly Diagnostic[] {
  const source = new SourceText(text, file);
  return [
    ...(file === undefined ? [] : checkFileName(file)),
    ...reportMatches(
      source,
      checks.flatMap((check) => check(source)),
    ),
  ];
}

function* checkFileName(file: string): Iterable<Diagnostic> {
  for (const word of file.match(/[\p{L}\p{N}_]+/gu) ?? []) {
    const ascii = /[A-Za-z]/.test(word) ? asciiLookalike(word) : undefined;
    if (ascii !== undefined)
      yield report("text/mixed-scripts", { file, line: 1, column: 1 }, `In the file's name, ${describeLookalikes(word, ascii)}`);
  }
}

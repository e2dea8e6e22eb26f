import type { AppliedRule } from "../model/resolution.ts";
import { closeFence } from "./nest-markdown.ts";

const title = "Rules:";

const minAsterisks = 3;

/** Composes only the texts of the rules, between lines of asterisks that no text contains. */
export function composeCompact(rules: readonly AppliedRule[]): string {
  const texts = rules.map(({ content }) => closeFence(trimBlankLines(content)));
  const delimiter = `${chooseDelimiter(texts)}\n`;
  return `${title}\n${delimiter}${texts.map((text) => `${text}\n${delimiter}`).join("")}`;
}

/** Keeps the indentation of the first line, which could be code. */
function trimBlankLines(text: string): string {
  return text.replace(/^(?:[^\S\n]*\n)+/, "").trimEnd();
}

/** The shortest line of asterisks that no text contains. It grows with the square root of the length of the texts. */
function chooseDelimiter(texts: readonly string[]): string {
  const used = new Set(texts.flatMap(readAsteriskLines));
  let length = minAsterisks;
  while (used.has(length)) length += 1;
  return "*".repeat(length);
}

const lineBreak = /[\n\v\f\r\u0085\u2028\u2029]/;

const invisible = /[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu;

/** The number of asterisks in each line of asterisks. Ignores white space and invisible characters. */
function readAsteriskLines(text: string): readonly number[] {
  if (!text.includes("*")) return [];
  return text
    .split(lineBreak)
    .filter((line) => line.includes("*"))
    .map((line) => line.replace(invisible, ""))
    .filter((line) => /^\*+$/.test(line))
    .map((line) => line.length);
}

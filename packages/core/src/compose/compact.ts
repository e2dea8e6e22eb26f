import type { ComposedRule, RuleComposer } from "./composer.ts";
import { closeFence } from "./nest-markdown.ts";

const title = "Rules:";

const minAsterisks = 3;

/** Composes only the texts of the rules, between lines of asterisks that no text contains. */
export function createCompactComposer(rules: readonly ComposedRule[]): RuleComposer {
  const texts = new Map(rules.map(({ content }) => [content, cleanText(content)]));
  const delimiter = chooseDelimiter([...texts.values()]);
  return {
    opening: `${title}\n`,
    compose: ({ content }) => `${delimiter}\n${texts.get(content) ?? cleanText(content)}\n`,
    closing: `${delimiter}\n\n`,
  };
}

function cleanText(content: string): string {
  return closeFence(trimBlankLines(content));
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

/** The number of asterisks in each line of asterisks. Ignores white space and invisible characters. */
function readAsteriskLines(text: string): readonly number[] {
  if (!text.includes("*")) return [];
  return text
    .split(lineBreak)
    .filter((line) => line.includes("*"))
    .map((line) => line.replace(/[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu, ""))
    .filter((line) => /^\*+$/.test(line))
    .map((line) => line.length);
}

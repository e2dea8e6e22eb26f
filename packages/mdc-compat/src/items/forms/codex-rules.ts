import type { Json } from "@precept/core";
import { locationOf } from "../../json-text/json-document.ts";
import type { JsonFields } from "../../model/item.ts";
import { isTextList } from "../field-maps.ts";
import { isSameValue } from "../same-value.ts";
import type { FileForm, FileKeys } from "./file-form.ts";

const call = /prefix_rule\(\s*pattern\s*=\s*(\[[^[\]()]*\])\s*,\s*decision\s*=\s*"(allow|prompt|forbidden)"\s*,?\s*\)/y;
const blank = /(?:\s|#[^\n]*(?:\n|$))*/y;

/**
 * Rules of Codex for shell commands, as calls of `prefix_rule`. The keys are the decisions, with the first words of the
 * commands: `allow: ["git status"]`. Files with other calls are not read.
 */
export const codexRulesForm: FileForm = {
  read: readCalls,
  print: (keys, original) => {
    const before = original === undefined ? undefined : readCalls(original);
    if (original !== undefined && before !== undefined && "keys" in before && isSameValue(before.keys, keys)) return original;
    return Object.entries(keys)
      .flatMap(([decision, starts]) => (isTextList(starts) ? starts.map((start) => printCall(decision, start)) : []))
      .join("");
  },
};

function readCalls(text: string): FileKeys {
  const keys = new Map<string, Json[]>();
  let at = skipBlank(text, 0);
  while (at < text.length) {
    call.lastIndex = at;
    const [whole, pattern = "", decision = ""] = call.exec(text) ?? [];
    const words = whole === undefined ? undefined : parseWords(pattern);
    if (whole === undefined || words === undefined) {
      return {
        problem: { message: "Only calls of prefix_rule with a pattern and a decision are read", ...locationOf(text, at) },
      };
    }
    keys.set(decision, [...(keys.get(decision) ?? []), words.join(" ")]);
    at = skipBlank(text, at + whole.length);
  }
  return { keys: Object.fromEntries(keys) as JsonFields };
}

function skipBlank(text: string, from: number): number {
  blank.lastIndex = from;
  return from + (blank.exec(text)?.[0].length ?? 0);
}

/** The words of a pattern. Undefined if one of them is no plain text, or has blanks. */
function parseWords(list: string): readonly string[] | undefined {
  try {
    const words: unknown = JSON.parse(list.replace(/,\s*\]$/, "]"));
    const isPlain =
      Array.isArray(words) && words.length > 0 && words.every((word) => typeof word === "string" && /^[^\s"'\\]+$/.test(word));
    return isPlain ? (words as string[]) : undefined;
  } catch {
    return undefined;
  }
}

function printCall(decision: string, start: string): string {
  return `prefix_rule(pattern = [${start
    .split(" ")
    .map((word) => JSON.stringify(word))
    .join(", ")}], decision = "${decision}")\n`;
}

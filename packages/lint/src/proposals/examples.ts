import { findFences } from "@precept/core";

/** A block of code in a rule, and whether the rule shows it as good or bad. */
export interface Example {
  readonly code: string;
  readonly isGood: boolean;
}

const good = /[✅✔☑👍]|\b(?:good|correct|right|do|prefer|preferred|better|instead)\b/iu;
const bad = /[❌✗✘🚫⛔]|\b(?:bad|wrong|incorrect|avoid|don['’]?t|do not|never|anti-?pattern|worse)\b/iu;

/** A longer block is no example of one thing. In UTF-16 code units. */
const maxLength = 600;

/** Returns the blocks of code that a text shows as good or bad: the line above them, or their first comment, says so. */
export function findExamples(content: string): readonly Example[] {
  return findFences(content).flatMap(([start, end]): readonly Example[] => {
    const [, ...lines] = content.slice(start, end).split(/\r?\n/);
    const code = lines.join("\n").replace(/\n?[ \t]*(?:`{3,}|~{3,})[ \t]*\n?$/, "");
    if (code.length > maxLength || code.trim() === "") return [];
    const above = content.slice(0, start).trimEnd().split("\n").at(-1) ?? "";
    const [comment = ""] = /^\s*(?:\/\/|#|\/\*|<!--|--)[^\n]*/.exec(code) ?? [];
    // A block that shows both is no example of either.
    const inside = code.split("\n").filter((line) => /^\s*(?:\/\/|#|\/\*|<!--)/.test(line));
    if (inside.some((line) => good.test(line) && !bad.test(line)) && inside.some((line) => bad.test(line))) return [];
    const says = comment !== "" && (bad.test(comment) || good.test(comment)) ? comment : above;
    return bad.test(says) ? [{ code, isGood: false }] : good.test(says) ? [{ code, isGood: true }] : [];
  });
}

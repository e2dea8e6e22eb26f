import { parseSync } from "oxc-parser";

/** One possible change of a source text. */
export interface Mutation {
  /** Where the original text starts, in UTF-16 code units. */
  readonly start: number;
  readonly original: string;
  readonly replacement: string;
}

/** What replaces each operator. */
const operators: Readonly<Record<string, string>> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
  "&&": "||",
  "||": "&&",
  "??": "&&",
  "+": "-",
  "-": "+",
  "*": "/",
  "/": "*",
  "%": "*",
  "+=": "-=",
  "-=": "+=",
  "++": "--",
  "--": "++",
};

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** Returns the changes of one operator, number or boolean that leave a TypeScript module valid. Types and imports are left alone. */
export function findMutations(path: string, text: string): readonly Mutation[] {
  const found: Mutation[] = [];
  const replace = (from: number, original: string, replacement: string): void => {
    found.push({ start: text.indexOf(original, from), original, replacement });
  };
  const visit = (node: Node): void => {
    const { type, start, end, operator, left, argument, value, expression } = node;
    if (/^(?:TS(?!AsExpression|NonNull|Satisfies)|Import|ExportAll)/.test(type)) return;
    if (type.startsWith("TS")) return visit(expression as Node);
    if (typeof operator === "string" && operators[operator] !== undefined) {
      const from = isNode(left)
        ? left.end
        : type === "UpdateExpression" && node["prefix"] !== true
          ? (argument as Node).end
          : start;
      // A sign is part of a number.
      if (type !== "UnaryExpression") replace(from, operator, operators[operator]);
    }
    if (type === "UnaryExpression" && operator === "!") replace(start, "!", "");
    if (type === "Literal" && typeof value === "boolean") replace(start, String(value), String(!value));
    if (type === "Literal" && typeof value === "number") replace(start, text.slice(start, end), String(value + 1));
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child);
  };
  visit(parseSync(path, text).program as unknown as Node);
  return found;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}

/** Applies a change to the text that it was found in. */
export function applyMutation(text: string, { start, original, replacement }: Mutation): string {
  return text.slice(0, start) + replacement + text.slice(start + original.length);
}

import type { Policy } from "./policy.ts";

/** `{name}`, `{1}`, `{name:snake_case}`. */
const placeholder = /\{([\w.-]+)(?::([\w-]+))?\}/g;

/**
 * Fills the placeholders of a message: `{match}`, `{1}`, `{name}`, `{file}`, `{line}` and any other name in `values`,
 * optionally in another letter case: `{name:snake_case}`. Unknown placeholders stay unchanged, because messages may
 * contain code.
 */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(placeholder, (written, name: string, style?: string) => valueOf(name, style, values) ?? written);
}

/** A placeholder or a group reference. `style`: the name of a letter case, not checked against `letterCases`. */
export interface TemplateReference {
  readonly name: string;
  readonly style?: string;
}

/** Lists the parts of a message that have the form of a placeholder. */
export function placeholdersOf(template: string): readonly TemplateReference[] {
  return Array.from(template.matchAll(placeholder), ([, name = "", style]) => ({ name, ...(style !== undefined && { style }) }));
}

/** `$$`, `$&`, `$1`, `$<name>`, `${1}`, `${name:snake_case}`. */
const reference = /\$(?:\$|&|(\d{1,2})|<(\w+)>|\{(\w+)(?::([\w-]+))?\})/g;

/** Fills the group references of a replacement. A group that did not match is empty, as in JavaScript. */
export function fillReplacement(replacement: string, match: string, groups: Readonly<Record<string, string>>): string {
  return replacement.replace(reference, (written, number?: string, named?: string, braced?: string, style?: string) => {
    if (written === "$$") return "$";
    if (written === "$&") return match;
    const name = number === undefined ? (named ?? braced ?? "") : String(Number(number));
    return valueOf(name, style, groups) ?? "";
  });
}

export function referencesOf(replacement: string): readonly TemplateReference[] {
  return Array.from(replacement.matchAll(reference)).flatMap(([, number, named, braced, style]) => {
    const name = number === undefined ? (named ?? braced) : String(Number(number));
    return name === undefined ? [] : [{ name, ...(style !== undefined && { style }) }];
  });
}

function valueOf(name: string, style: string | undefined, values: Readonly<Record<string, string>>): string | undefined {
  if (!Object.hasOwn(values, name)) return undefined;
  const value = values[name] ?? "";
  if (style === undefined) return value;
  return Object.hasOwn(letterCases, style) ? letterCases[style]?.(value) : undefined;
}

/** Returns the values of a policy that its messages can contain: its metadata, id, version, category and severity. */
export function templateValuesOf({ id, version, category, severity, metadata }: Policy): Readonly<Record<string, string>> {
  const scalars = Object.entries(metadata).flatMap(([key, value]) => {
    return typeof value === "string" || typeof value === "number" ? [[key, String(value)] as const] : [];
  });
  return { ...Object.fromEntries(scalars), id, version, category, severity };
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The letter cases of placeholders, as in `{name:snake_case}`. */
export const letterCases: Readonly<Record<string, (text: string) => string>> = {
  lower: (text) => text.toLowerCase(),
  upper: (text) => text.toUpperCase(),
  trim: (text) => text.trim(),
  snake_case: (text) => splitWords(text).join("_"),
  UPPER_CASE: (text) => splitWords(text).join("_").toUpperCase(),
  "kebab-case": (text) => splitWords(text).join("-"),
  camelCase: (text) =>
    splitWords(text)
      .map((word, at) => (at === 0 ? word : capital(word)))
      .join(""),
  PascalCase: (text) => splitWords(text).map(capital).join(""),
};

/** Splits a name into lower-case words: `parse_Data`, `parseData` and `ParseDATA` all become `parse` and `data`. */
function splitWords(text: string): readonly string[] {
  return text
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase());
}

import { letterCases } from "./letter-case.ts";

/** `{name}`, `{1}`, `{name:snake_case}`. */
const placeholder = /\{([\w.-]+)(?::([\w-]+))?\}/g;

/**
 * Fills the placeholders of a message: `{match}`, `{1}`, `{name}`, `{file}`, `{line}` and whatever else there is a value for, written in
 * another way where one is named: `{name:snake_case}`. What names nothing stays as it is, since messages may hold code.
 */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(placeholder, (written, name: string, style?: string) => valueOf(name, style, values) ?? written);
}

/** The names of a message's placeholders, as far as they can be meant as such. */
export function placeholdersOf(template: string): readonly { readonly name: string; readonly style?: string }[] {
  return Array.from(template.matchAll(placeholder), ([, name = "", style]) => ({ name, ...(style !== undefined && { style }) }));
}

/** `$$`, `$&`, `$1`, `$<name>`, `${1}`, `${name:snake_case}`. */
const reference = /\$(?:\$|&|(\d{1,2})|<(\w+)>|\{(\w+)(?::([\w-]+))?\})/g;

/** What takes the place of a match. A group that took no part is nothing, as in JavaScript. */
export function fillReplacement(replacement: string, match: string, groups: Readonly<Record<string, string>>): string {
  return replacement.replace(reference, (written, number?: string, named?: string, braced?: string, style?: string) => {
    if (written === "$$") return "$";
    if (written === "$&") return match;
    const name = number === undefined ? (named ?? braced ?? "") : String(Number(number));
    return valueOf(name, style, groups) ?? "";
  });
}

/** The groups that a replacement names. */
export function referencesOf(replacement: string): readonly { readonly name: string; readonly style?: string }[] {
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

import type { PlaceholderSyntax } from "../model/item.ts";

/** How texts of commands write what a tool replaces, in Precept's own files. */
export const nativePlaceholders: Required<PlaceholderSyntax> = {
  all: "$ARGUMENTS",
  numbered: "$N",
  input: "${input:NAME}",
  shell: "!`CODE`",
};

type PlaceholderKind = keyof PlaceholderSyntax;

const kinds = Object.keys(nativePlaceholders) as readonly PlaceholderKind[];

const variable = /NAME|CODE|N/;

const inner: Readonly<Record<PlaceholderKind, string>> = {
  all: "",
  numbered: "[1-9]\\d?(?!\\d)",
  input: "[^{}\\n]{1,200}",
  shell: "[^`\\n]{1,2000}",
};

/** What a tool replaces in its texts, described by how Precept writes it: `$ARGUMENTS`, `$N`. */
export function listMissingPlaceholders(text: string, { ...syntax }: PlaceholderSyntax = {}): readonly string[] {
  return kinds
    .filter((kind) => syntax[kind] === undefined && toPattern(kind, nativePlaceholders[kind]).test(text))
    .map((kind) => nativePlaceholders[kind]);
}

/** Converts what a tool replaces in a text from one syntax to another. What the second one lacks stays as it is. */
export function convertPlaceholders(text: string, from: PlaceholderSyntax, to: PlaceholderSyntax): string {
  return kinds.reduce((result, kind) => {
    const [before, after] = [from[kind], to[kind]];
    if (before === undefined || after === undefined || before === after) return result;
    return result.replaceAll(toPattern(kind, before), (_, value: string) =>
      kind === "all" ? after : after.replace(variable, () => value),
    );
  }, text);
}

/** Lists the shell commands that a text runs. */
export function listShellCommands(text: string, { shell }: PlaceholderSyntax): readonly string[] {
  return shell === undefined ? [] : Array.from(text.matchAll(toPattern("shell", shell)), ([, code = ""]) => code);
}

function toPattern(kind: PlaceholderKind, written: string): RegExp {
  const [start = "", end = ""] = kind === "all" ? [written] : written.split(variable);
  const value = kind === "all" ? "" : `(${inner[kind]})`;
  return new RegExp(escape(start) + value + escape(end) + (kind === "all" && /\w$/.test(written) ? "\\b" : ""), "g");
}

function escape(literal: string): string {
  return literal.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}

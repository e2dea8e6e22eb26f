import { isRecord, type Json } from "@precept/core";

/** How Precept's own files refer to a variable of the environment. */
const nativeVariable = "${NAME}";

const native = /\$\{([A-Za-z_]\w*)(:-[^{}]*)?\}/g;

/** Converts the references to variables in all texts of a value, from Precept's own syntax to the first one. */
export function writeVariables(value: Json, [syntax]: readonly string[] = []): Json {
  if (syntax === undefined || syntax === nativeVariable) return value;
  return mapTexts(value, (text) => text.replaceAll(native, (_, name: string) => syntax.replace("NAME", () => name)));
}

/** Converts the references to variables in all texts of a value, from any of the syntaxes to Precept's own. */
export function readVariables(value: Json, syntaxes: readonly string[] = []): Json {
  const patterns = syntaxes.filter((syntax) => syntax !== nativeVariable).map(toPattern);
  return mapTexts(value, (text) =>
    patterns.reduce((result, pattern) => result.replaceAll(pattern, (_, name: string) => `\${${name}}`), text),
  );
}

function toPattern(syntax: string): RegExp {
  const [start = "", end = ""] = syntax.split("NAME");
  return new RegExp(`${quote(start)}([A-Za-z_]\\w*)${quote(end)}${end === "" ? "\\b" : ""}`, "g");
}

/** Lists the variables that the texts of a value refer to, each once. */
export function listVariables(value: Json): readonly string[] {
  const names = new Set<string>();
  mapTexts(value, (text) => {
    for (const [, name = ""] of text.matchAll(native)) names.add(name);
    return text;
  });
  return [...names];
}

/** Whether a text refers to a variable with a default, `${NAME:-default}`, which few tools know. */
export function hasVariableDefault(value: Json): boolean {
  let found = false;
  mapTexts(value, (text) => {
    found ||= Array.from(text.matchAll(native)).some(([, , preset]) => preset !== undefined);
    return text;
  });
  return found;
}

function mapTexts(value: Json, convert: (text: string) => string): Json {
  if (typeof value === "string") return convert(value);
  if (Array.isArray(value)) return value.map((item: Json) => mapTexts(item, convert));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, convert)]));
}

function quote(literal: string): string {
  return literal.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}

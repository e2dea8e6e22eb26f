import type { ParameterExpansionPart, Word } from "unbash";
import { globExpression } from "../program-name.ts";
import type { ReaderState } from "../state/reader-state.ts";

/** Returns the value of `${name}`, after operations whose result is certain: defaults, parts, replacements, cases. */
export function valueOfExpansion(
  part: ParameterExpansionPart,
  state: ReaderState,
  expand: (word: Word) => string,
): string | undefined {
  const { operation, prefix, parameter } = part;
  if (part.index !== undefined)
    return prefix === undefined && operation === undefined ? elementOf(parameter, part.index.value, state) : undefined;
  const stored = state.variables.valueOf(parameter);
  const value = prefix === "!" && stored !== undefined ? state.variables.valueOf(stored) : stored;
  if (prefix === "#") return stored === undefined ? undefined : String(stored.length);
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the values of other operations are unknown
  switch (operation?.type) {
    case undefined:
      return value;
    case "Default": {
      if (operation.operator.endsWith("?")) return value;
      const usesDefault = operation.operator.endsWith("+") ? value !== undefined : value === undefined;
      if (!usesDefault) return operation.operator.endsWith("+") ? "" : value;
      const used = expand(operation.operand);
      if (operation.operator.endsWith("=")) state.variables.set(parameter, used);
      return used;
    }
    case "Slice": {
      const from = Number(operation.offset.value.trim());
      const count = operation.length === undefined ? Infinity : Number(operation.length.value.trim());
      return value === undefined || Number.isNaN(from) || Number.isNaN(count) || count < 0
        ? undefined
        : value.slice(from).slice(0, count);
    }
    case "Remove":
      return value === undefined ? undefined : removePart(value, expand(operation.operand), operation.operator);
    case "Replace": {
      const pattern = expand(operation.pattern);
      if (value === undefined || /[*?[\\]/.test(pattern) || pattern === "") return undefined;
      const replacement = expand(operation.replacement);
      return operation.operator === "//"
        ? value.replaceAll(pattern, () => replacement)
        : value.replace(pattern, () => replacement);
    }
    case "CaseModification":
      return value === undefined ? undefined : changeCase(value, operation.operator);
    default:
      return undefined;
  }
}

function elementOf(name: string, index: string, state: ReaderState): string | undefined {
  const elements = state.variables.elementsOf(name);
  return index === "@" || index === "*" ? elements?.join(" ") : elements?.[Number(index)];
}

/** The maximum length of a value from which a pattern is removed, in UTF-16 code units. */
const maxRemoval = 255;
/** A pattern with more `*` would take too long. */
const removable = /^(?:[^*]*\*){0,2}[^*]{0,64}$/;

/** Removes the shortest or the longest beginning (`#`, `##`) or end (`%`, `%%`) that a pattern matches. */
function removePart(value: string, pattern: string, operator: "#" | "##" | "%" | "%%"): string | undefined {
  if (value.length > maxRemoval || !removable.test(pattern)) return undefined;
  const expression = globExpression(pattern);
  const lengths = Array.from({ length: value.length + 1 }, (_, length) => length);
  const fromStart = operator.startsWith("#");
  const partOf = (length: number): string => (fromStart ? value.slice(0, length) : value.slice(value.length - length));
  const isRemoved = (length: number): boolean => expression.test(partOf(length));
  const length = (operator.length === 2 ? lengths.findLast(isRemoved) : lengths.find(isRemoved)) ?? 0;
  return fromStart ? value.slice(length) : value.slice(0, value.length - length);
}

function changeCase(value: string, operator: "^" | "^^" | "," | ",,"): string {
  const change = (text: string): string => (operator.startsWith("^") ? text.toUpperCase() : text.toLowerCase());
  return operator.length === 2 ? change(value) : change(value.slice(0, 1)) + value.slice(1);
}

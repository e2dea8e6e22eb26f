import type { CommandExpansionPart, ProcessSubstitutionPart, Word, WordPart } from "unbash";
import type { ReaderState } from "../state/reader-state.ts";
import { evaluateArithmetic } from "./evaluate-arithmetic.ts";
import { valueOfExpansion } from "./value-of-expansion.ts";

/** Reads a substitution in a word, and returns its output if it is certain. */
export type SubstitutionReader = (part: CommandExpansionPart | ProcessSubstitutionPart) => string | undefined;

/** The replacement of a part of a word. `splits`: blanks in it separate words. */
export interface Inserted {
  readonly text: string;
  readonly splits: boolean;
}

/** The context of expanding a word. `expand` returns the fields of a nested word, with blanks between them. */
interface WordContext {
  readonly state: ReaderState;
  readonly read: SubstitutionReader;
  readonly expand: (word: Word) => string;
}

/** Yields the replacement of a part of a word. `quoted`: the part is in double quotes. */
export function* insertPart(part: WordPart, context: WordContext, quoted = false): Iterable<Inserted> {
  switch (part.type) {
    case "DoubleQuoted":
    case "LocaleString":
      yield { text: "", splits: false };
      for (const inner of part.parts) yield* insertPart(inner, context, true);
      return;
    case "SimpleExpansion":
    case "ParameterExpansion":
      yield insertVariable(part, context, quoted);
      return;
    case "CommandExpansion":
    case "ProcessSubstitution": {
      const printed = context.read(part);
      const value =
        printed === undefined || !context.state.limits.canExpand(printed.length) ? undefined : printed.replace(/\n+$/, "");
      yield value === undefined ? { text: part.text, splits: false } : { text: value, splits: !quoted };
      return;
    }
    case "SingleQuoted":
    case "AnsiCQuoted":
    case "Literal":
      yield { text: part.value, splits: false };
      return;
    case "ArithmeticExpansion": {
      const value = part.expression === undefined ? undefined : evaluateArithmetic(part.expression, context.state);
      yield { text: value === undefined ? part.text : String(value), splits: false };
      return;
    }
    case "Glob":
    case "ExtendedGlob":
    case "BraceExpansion":
      yield { text: part.text, splits: false };
      return;
    default:
      part satisfies never;
  }
}

type VariablePart = Extract<WordPart, { readonly type: "SimpleExpansion" | "ParameterExpansion" }>;

export function nameOf(part: VariablePart): string {
  return part.type === "SimpleExpansion" ? part.text.slice(1) : part.parameter;
}

/** Variables with a directory that is known by their name. */
const directories: ReadonlySet<string> = new Set([
  "HOME",
  "USERPROFILE",
  "PWD",
  "OLDPWD",
  "TMPDIR",
  "TMP",
  "TEMP",
  "RUNNER_TEMP",
]);

/**
 * The text of a variable without a known value: `$HOME` also for `${HOME}` and `${HOME:?}`. `${DIR:?}` remains as it is: the shell
 * does not run the command if it is empty.
 */
function unknownText(part: VariablePart, name: string): string {
  if (part.type === "SimpleExpansion" || part.prefix !== undefined || part.index !== undefined) return part.text;
  const { operation } = part;
  if (operation === undefined) return `$${name}`;
  if (operation.type !== "Default" || !operation.operator.endsWith("?")) return part.text;
  if (operation.operator === ":?" && !directories.has(name)) return `\${${name}:?}`;
  return `$${name}`;
}

function insertVariable(part: VariablePart, { state, expand }: WordContext, quoted: boolean): Inserted {
  const name = nameOf(part);
  if (name === "IFS") return { text: state.variables.valueOf("IFS") ?? " ", splits: !quoted };
  if (name === "PWD" && part.type === "SimpleExpansion") return { text: ".", splits: false };
  const value = part.type === "SimpleExpansion" ? state.variables.valueOf(name) : valueOfExpansion(part, state, expand);
  if (value === undefined || !state.limits.canExpand(value.length)) return { text: unknownText(part, name), splits: false };
  const isList = name === "@" || (part.type === "ParameterExpansion" && part.index?.value === "@");
  return { text: value, splits: !quoted || isList };
}

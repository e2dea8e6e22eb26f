import { styleText } from "node:util";
import { escapedUnit, unprintable } from "@precept/core";
import type { Terminal } from "./terminal.ts";

export { countOf as count, printable } from "@precept/core";

/** `Found (3 rules)`, with the name in bold. */
export function viewTitle(name: string, detail: string, style: Style): string {
  return `${style.bold(name)} ${style.dim(`(${detail})`)}`;
}

export function asLines(lines: Iterable<string>): string {
  return Array.from(lines, (line) => `${line}\n`).join("");
}

export function hasUnprintable(text: string): boolean {
  return unprintable.test(text);
}

/** Prints JSON with the escapes of {@link printable}: the same data, and safe to show in a terminal. */
export function printJson(value: unknown, space?: number): string {
  return JSON.stringify(value, undefined, space).replace(new RegExp(unprintable, "gu"), (character) =>
    character === "\n"
      ? character
      : Array.from({ length: character.length }, (_, at) => escapedUnit(character.charAt(at))).join(""),
  );
}

const formats = ["bold", "dim", "red", "yellow", "green", "cyan"] as const;

export interface Style extends Readonly<Record<(typeof formats)[number], (text: string) => string>> {
  /** Columns of the terminal. Undefined if the output is a file or a pipe: lines are not wrapped. */
  readonly width?: number;
}

/** No colours, and no limit to the length of a line. */
export const plainStyle: Style = formatsBy(() => (text) => text);

/** The minimum width of lines, in columns. A narrower terminal wraps lines itself. */
const minWidth = 20;

/** Creates the style of a terminal: colours according to {@link hasColour}, and a width if the output is a terminal. */
export function styleFor(terminal: Pick<Terminal, "interactive" | "columns" | "env">): Style {
  const { interactive, columns = 0 } = terminal;
  const style = hasColour(terminal)
    ? formatsBy((format) => (text) => styleText(format, text, { validateStream: false }))
    : plainStyle;
  return interactive && columns > 0 ? { ...style, width: Math.max(columns, minWidth) } : style;
}

/** Returns the style with a smaller width, for lines that the caller indents. */
export function narrow(style: Style, indentation: number): Style {
  return style.width === undefined ? style : { ...style, width: Math.max(style.width - indentation, minWidth) };
}

/**
 * Whether output is coloured: never with `NO_COLOR`, always with `FORCE_COLOR` (unless it is `0` or `false`), otherwise
 * if it goes to a terminal that is not `TERM=dumb`.
 */
export function hasColour({ interactive, env }: Pick<Terminal, "interactive" | "env">): boolean {
  if (isSet(env["NO_COLOR"])) return false;
  const forced = env["FORCE_COLOR"];
  if (isSet(forced)) return forced !== "0" && forced !== "false";
  return interactive && env["TERM"] !== "dumb";
}

function isSet(variable: string | undefined): boolean {
  return variable !== undefined && variable !== "";
}

function formatsBy(create: (format: (typeof formats)[number]) => (text: string) => string): Style {
  return Object.fromEntries(formats.map((format) => [format, create(format)])) as unknown as Style;
}

import { styleText } from "node:util";
import type { Terminal } from "./terminal.ts";

const formats = ["bold", "dim", "red", "yellow", "green", "cyan"] as const;

/** Marks up a text for the screen. */
export type Style = Record<(typeof formats)[number], (text: string) => string>;

/** Marks nothing up. */
export const plainStyle: Style = Object.fromEntries(formats.map((format) => [format, (text: string) => text])) as Style;

/** Colours for a terminal that shows them to a person; plain text for files, pipes and whoever set `NO_COLOR`. */
export function styleFor({ interactive, env }: Terminal): Style {
  const coloured = interactive && !env["NO_COLOR"] && env["TERM"] !== "dumb";
  const paint = (format: (typeof formats)[number]) => (text: string) =>
    coloured ? styleText(format, text, { validateStream: false }) : text;
  return Object.fromEntries(formats.map((format) => [format, paint(format)])) as Style;
}

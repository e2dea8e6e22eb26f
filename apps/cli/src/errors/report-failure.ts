import { isAbsolute, relative } from "node:path";
import { PreceptError } from "@precept/core";
import { asLines, printJson, printable, styleFor, type Style } from "../terminal/text.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { wrapLine } from "../terminal/layout.ts";
import type { Settings } from "../settings.ts";
import { toCommandLineWords } from "./command-line-words.ts";

interface ReportOptions extends Pick<Settings, "typed"> {
  readonly json: boolean;
}

/** Prints a failure to standard error. An error that is not a `PreceptError` is a bug: it is printed with its stack. */
export function reportFailure(error: unknown, terminal: Terminal, { json, typed }: ReportOptions): void {
  if (!PreceptError.is(error)) {
    terminal.err(`precept: unexpected error, please report it: ${error instanceof Error ? error.stack : String(error)}\n`);
    return;
  }
  const failure = toCommandLineWords(error, (path) => typed.get(path) ?? shorten(path, terminal.cwd));
  if (json) {
    terminal.err(`${printJson({ error: failure }, 2)}\n`);
    return;
  }
  const style = styleFor(terminal);
  const lines = [
    ...viewMessage(style.red("error:"), failure.message, style),
    ...(failure.hint === undefined ? [] : viewMessage(style.dim("hint:"), failure.hint, style)),
  ];
  terminal.err(asLines(lines));
}

function shorten(path: string, cwd: string): string {
  if (!isAbsolute(path)) return path;
  const below = relative(cwd, path);
  return below.startsWith("..") || isAbsolute(below) ? path : below || ".";
}

/** Formats a message with a label. Indents further lines, so that a name with line breaks cannot forge output. */
function viewMessage(label: string, message: string, style: Style): readonly string[] {
  const [first = "", ...others] = message.trimEnd().split(/\r?\n/).map(printable);
  return [...wrapLine(`${label} ${first}`, style, 4), ...others.flatMap((line) => wrapLine(`    ${line}`, style))];
}

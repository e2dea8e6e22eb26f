import type { Terminal } from "./terminal.ts";
import { hasUnprintable, printable } from "./text.ts";

/** The escape sequences that our own views write: colours, and what clears the screen or a line. */
// oxlint-disable-next-line no-control-regex -- These are what the expression is about.
const ownSequence = /(\u001B\[(?:(?:1|2|22|3[1236]|39)m|2J\u001B\[3J\u001B\[H)|\r\u001B\[K)/;

/**
 * Wraps a terminal so that whatever it prints is {@link printable}, apart from line feeds, tabs and, if the terminal is interactive, our own escape
 * sequences. It is a safety net: views escape names and messages themselves, because only they can tell a forged line or colour from their own.
 */
export function withPrintableOutput(terminal: Terminal): Terminal {
  const show = (text: string): string => toScreen(text, terminal.interactive);
  return {
    ...terminal,
    out: (text) => terminal.out(show(text)),
    err: (text) => terminal.err(show(text)),
    ask: (question, byDefault) => terminal.ask(show(question), byDefault),
    askText: (question) => terminal.askText(show(question)),
  };
}

function toScreen(text: string, interactive: boolean): string {
  if (!hasUnprintable(text.replace(/[\n\t]/g, ""))) return text;
  return escapeOutside(text, interactive ? ownSequence : /(?!)/, (piece) => escapeOutside(piece, /([\n\t])/, printable));
}

/** Escapes a text, apart from the matches of a pattern with one capturing group. */
function escapeOutside(text: string, except: RegExp, escape: (piece: string) => string): string {
  // Because of the group, every second piece is a match.
  return text
    .split(except)
    .map((piece, at) => (at % 2 === 1 ? piece : escape(piece)))
    .join("");
}

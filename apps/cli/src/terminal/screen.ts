import { hasColour, hasUnprintable, printable } from "./text.ts";
import type { Terminal } from "./terminal.ts";

/** The colour codes that our own views write. */
// oxlint-disable-next-line no-control-regex -- matches control characters on purpose
const colourCode = /(\u001B\[(?:1|2|22|3[1236]|39)m)/;
/** The colour codes, and the sequences that clear the screen or a line. */
// oxlint-disable-next-line no-control-regex -- matches control characters on purpose
const ownSequence = /(\u001B\[(?:(?:1|2|22|3[1236]|39)m|2J\u001B\[3J\u001B\[H)|\r\u001B\[K)/;
const nothing = /(?!)/;

/**
 * Wraps a terminal so that everything it prints is {@link printable}, except line feeds, tabs and the escape sequences
 * that our views write: colours if it has them, and all of them if it is interactive. It is a safety net: views escape
 * names and messages themselves, because only they can tell a forged line or colour from their own.
 *
 * @param env replaces the environment of the terminal.
 */
export function withPrintableOutput(terminal: Terminal, env: Terminal["env"] = terminal.env): Terminal {
  const allowed = terminal.interactive ? ownSequence : hasColour({ ...terminal, env }) ? colourCode : nothing;
  return mapOutput(terminal, (text) => toScreen(text, allowed), env);
}

/** Returns a terminal that passes everything that it prints or asks through a function. */
export function mapOutput(terminal: Terminal, map: (text: string) => string, env: Terminal["env"] = terminal.env): Terminal {
  return {
    ...terminal,
    env,
    get columns() {
      return terminal.columns;
    },
    out: (text) => terminal.out(map(text)),
    err: (text) => terminal.err(map(text)),
    ask: (question, byDefault) => terminal.ask(map(question), byDefault),
    askText: (question) => terminal.askText(map(question)),
  };
}

function toScreen(text: string, allowed: RegExp): string {
  if (!hasUnprintable(text.replace(/[\n\t]/g, ""))) return text;
  return escapeOutside(text, allowed, (piece) => escapeOutside(piece, /([\n\t])/, printable));
}

/** Escapes a text, except the matches of a pattern with one capturing group. */
function escapeOutside(text: string, except: RegExp, escape: (piece: string) => string): string {
  // Because of the group, every second piece is a match.
  return text
    .split(except)
    .map((piece, at) => (at % 2 === 1 ? piece : escape(piece)))
    .join("");
}

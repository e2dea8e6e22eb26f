import { currentTrace } from "@precept/telemetry";
import { pino, type DestinationStream, type Logger } from "pino";

export interface LogOptions {
  /** Default `info`. */
  readonly level?: string;
  /** Default `json`. */
  readonly format?: "json" | "pretty";
  /** Writes text to standard error. */
  readonly write: (text: string) => void;
}

/** The fields whose values are never written, should an error carry them. */
const secretFields = ["authorization", "headers.authorization", "err.headers.authorization", "err.authorization"];

/** Creates the log: JSON lines, or text for a terminal. Both escape line breaks, so clients cannot add lines. */
export function createLog({ level = "info", format = "json", write }: LogOptions): Logger {
  const stream: DestinationStream = { write: (line) => write(format === "json" ? line : formatPretty(line)) };
  return pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      // Lines that belong to no request, such as about background work, have no trace.
      mixin: () => ({ ...currentTrace() }),
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: secretFields, censor: "[secret]" },
    },
    stream,
  );
}

// pino-pretty would add a dozen dependencies for these lines.

interface LogLine {
  readonly level?: string;
  readonly time?: string;
  readonly msg?: string;
  readonly err?: { readonly stack?: string };
  readonly [field: string]: unknown;
}

/** Characters that a terminal acts on, or that change the order of the text. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Formats a line for a terminal: `12:30:05 info request method=GET status=200`. Stacks of errors follow, indented. */
function formatPretty(json: string): string {
  const { level = "", time = "", msg = "", err, ...fields } = JSON.parse(json) as LogLine;
  const pairs = Object.entries(fields).map(
    ([name, value]) => `${name}=${typeof value === "string" ? quote(value) : JSON.stringify(value)}`,
  );
  const stack = err?.stack?.split("\n").map((line) => `    ${line}`) ?? [];
  const first = [time.slice(11, 19), level.padEnd(5), msg, ...pairs].join(" ");
  return [first, ...stack].map((line) => `${line.replace(unprintable, escape)}\n`).join("");
}

/** Quotes a value unless it is one word. */
function quote(value: string): string {
  return /^[\w./:@+-]+$/.test(value) ? value : JSON.stringify(value);
}

function escape(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16) ?? ""}}`;
}

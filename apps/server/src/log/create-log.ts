import { pino, type DestinationStream, type Logger } from "pino";
import { formatPretty } from "./pretty.ts";

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

/**
 * Creates the log of the server: a JSON object a line, or lines to read in a terminal. Text of clients cannot add a
 * line, because JSON escapes line breaks and the other format escapes all control characters.
 */
export function createLog({ level = "info", format = "json", write }: LogOptions): Logger {
  const stream: DestinationStream = { write: (line) => write(format === "json" ? line : formatPretty(line)) };
  return pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: secretFields, censor: "[secret]" },
    },
    stream,
  );
}

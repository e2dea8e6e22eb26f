// pino-pretty would add a dozen dependencies for these lines.

/** The fields that every line has, and the error. */
interface LogLine {
  readonly level?: string;
  readonly time?: string;
  readonly msg?: string;
  readonly err?: { readonly stack?: string };
  readonly [field: string]: unknown;
}

/** Characters that a terminal acts on, or that change the order of the text. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * Formats a line of the log for a terminal: `12:30:05 info request method=GET status=200`. Errors have their stacks
 * below, indented.
 */
export function formatPretty(json: string): string {
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

import { decodeEscapes } from "./decode-escapes.ts";

/** Returns what `echo` prints. */
export function printEcho(words: readonly string[]): string {
  const from = words.findIndex((word) => !/^-[neE]+$/.test(word));
  const options = from === -1 ? words : words.slice(0, from);
  const text = (from === -1 ? [] : words.slice(from)).join(" ");
  return options.some((word) => word.includes("e")) ? decodeEscapes(text) : text;
}

/** Returns what `printf` prints. Undefined without a format. */
export function printFormat(words: readonly string[]): string | undefined {
  const [format, ...values] = words;
  if (format === undefined) return undefined;
  const parts = format.split(/(%(?:%|[-\d.]*[sbqdi]))/);
  let used = 0;
  const fill = (): string =>
    parts
      .map((part, at) => {
        // Every second part is a placeholder.
        if (at % 2 === 0) return decodeEscapes(part);
        if (part === "%%") return "%";
        const value = values[used] ?? "";
        used += 1;
        return part.endsWith("b") ? decodeEscapes(value) : value;
      })
      .join("");
  let text = fill();
  // The format is used again until all values are printed.
  for (let before = 0; used < values.length && used > before; text += fill()) before = used;
  return text;
}

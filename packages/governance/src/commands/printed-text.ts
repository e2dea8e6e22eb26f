/**
 * Returns what a command certainly prints: `echo`, `printf` and `cat` of literal text, and decoders of their input. Undefined for every
 * other command.
 *
 * @param input the text on standard input, if it is certain.
 */
export function printedTextOf(program: string, words: readonly string[], input: string | undefined): string | undefined {
  switch (program) {
    case "echo":
      return printEcho(words);
    case "printf":
      return printFormat(words[0] === "--" ? words.slice(1) : words);
    case "cat":
    case "tee":
      return program === "tee" || words.every((word) => word === "-" || word.startsWith("-")) ? input : undefined;
    case "base64":
    case "gbase64":
      return hasFlag(words, ["-d", "-D", "--decode", "-di", "-id"]) ? decodeBase64(input) : undefined;
    case "openssl":
      return words.includes("-d") && words.some((word) => /^-?(?:base64|a)$/.test(word)) ? decodeBase64(input) : undefined;
    case "xxd":
      return words.some((word) => /^-\w*r/.test(word)) ? decodeHex(input) : undefined;
    case "rev":
      return input
        ?.split("\n")
        .map((line) => [...line].toReversed().join(""))
        .join("\n");
    case "tr":
      return translate(input, words);
    default:
      return undefined;
  }
}

function hasFlag(words: readonly string[], flags: readonly string[]): boolean {
  return words.some((word) => flags.includes(word));
}

function printEcho(words: readonly string[]): string {
  const from = words.findIndex((word) => !/^-[neE]+$/.test(word));
  const options = from === -1 ? words : words.slice(0, from);
  const text = (from === -1 ? [] : words.slice(from)).join(" ");
  return options.some((word) => word.includes("e")) ? decodeEscapes(text) : text;
}

function printFormat(words: readonly string[]): string | undefined {
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

const escapes: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  "\\": "\\",
  a: "",
  b: "",
  f: "\f",
  v: "\v",
  e: "",
  c: "",
};

/** Decodes `\\n`, `\\x41` and similar escapes as `echo -e` does. */
export function decodeEscapes(text: string): string {
  return text.replace(
    /\\(?:x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{1,4})|0?([0-7]{1,3})|(.))/gs,
    (whole: string, hex?: string, unicode?: string, octal?: string, letter: string = "") => {
      const hexadecimal = hex ?? unicode;
      if (hexadecimal !== undefined) return String.fromCharCode(Number.parseInt(hexadecimal, 16));
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
      return escapes[letter] ?? whole;
    },
  );
}

/** Decodes Base64. Undefined if the text is no Base64, or there is none. */
export function decodeBase64(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const compact = text.replace(/\s+/g, "").replaceAll("-", "+").replaceAll("_", "/");
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(compact)) return undefined;
  return toText(base64Bytes(compact.replace(/=+$/, "")));
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

function base64Bytes(text: string): Uint8Array {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let bits = 0;
  let count = 0;
  let at = 0;
  for (const character of text) {
    bits = ((bits << 6) | alphabet.indexOf(character)) & 0xffff;
    count += 6;
    if (count >= 8) {
      count -= 8;
      bytes[at] = (bits >> count) & 0xff;
      at += 1;
    }
  }
  return bytes;
}

function decodeHex(text: string | undefined): string | undefined {
  // `xxd -r` without `-p` reads lines with an offset and the text with it.
  const digits = text?.replace(/^[0-9a-f]+:((?: [0-9a-f]{2,4})+)(?:  .*)?$/gim, "$1").replace(/(?:0x|\\x|\s)+/gi, "");
  if (digits === undefined || !/^(?:[0-9A-Fa-f]{2})+$/.test(digits)) return undefined;
  return toText(Uint8Array.from({ length: digits.length / 2 }, (_, at) => Number.parseInt(digits.slice(at * 2, at * 2 + 2), 16)));
}

/** One character a byte: command names are ASCII. */
function toText(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
}

/** `tr` with two sets of the same length, such as rot13. */
function translate(input: string | undefined, words: readonly string[]): string | undefined {
  const [from, to, ...rest] = words;
  if (input === undefined || from === undefined || to === undefined || rest.length > 0 || from.startsWith("-")) return undefined;
  const [sources, targets] = [expandSet(from), expandSet(to)];
  const table = new Map(sources.map((source, at) => [source, targets[Math.min(at, targets.length - 1)] ?? ""]));
  return Array.from(input, (character) => table.get(character) ?? character).join("");
}

function expandSet(set: string): readonly string[] {
  const ranges = decodeEscapes(set.replace(/^\[(.*)\]$/, "$1")).matchAll(/([a-zA-Z0-9])-([a-zA-Z0-9])|(.)/gs);
  return Array.from(ranges).flatMap(([, from, to, single]) => {
    if (from === undefined || to === undefined) return [single ?? ""];
    const [first, last] = [from.charCodeAt(0), to.charCodeAt(0)];
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => String.fromCharCode(first + at));
  });
}

import { decodeBase64, decodeHex } from "../../values/decode-bytes.ts";
import { decodeEscapes } from "./decode-escapes.ts";

/** Returns the output of a command if it is certain. @param input the text on standard input, if it is certain. */
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
    case "sed":
      return replaceLiterally(input, words);
    case "dirname":
    case "basename":
      return words.length === 1 && words[0] !== undefined ? partOfPath(program, words[0]) : undefined;
    case "realpath":
    case "readlink":
    case "which":
      return words.findLast((word) => !word.startsWith("-"));
    case "command":
    case "type":
      return /^-[vpP]$/.test(words[0] ?? "") ? words[1] : undefined;
    case "rev":
      return input
        ?.split("\n")
        .map((line) => [...line].toReversed().join(""))
        .join("\n");
    case "tr":
      return translateCharacters(input, words);
    default:
      return undefined;
  }
}

/** The directory or the name of a path. */
function partOfPath(program: "dirname" | "basename", path: string): string | undefined {
  if (/[$`*?]/.test(path)) return undefined;
  const at = path.lastIndexOf("/");
  if (program === "basename") return path.slice(at + 1);
  return at === -1 ? "." : path.slice(0, Math.max(at, 1));
}

/** Replaces a text as `sed 's/a/b/g'` does. Undefined for other scripts, and for expressions with special characters. */
function replaceLiterally(input: string | undefined, words: readonly string[]): string | undefined {
  const script = words.filter((word) => word !== "-e" && word !== "-E" && word !== "-r");
  const [, , from = "", to = "", flags] =
    /^s([^\w\s\\])((?:(?!\1)[^\\.*[\]^$+?(){}|])+)\1((?:(?!\1)[^\\&])*)\1(g?)$/.exec(script[0] ?? "") ?? [];
  if (input === undefined || script.length !== 1 || flags === undefined) return undefined;
  const replace = (line: string): string => (flags === "g" ? line.replaceAll(from, () => to) : line.replace(from, () => to));
  return input.split("\n").map(replace).join("\n");
}

function hasFlag(words: readonly string[], flags: readonly string[]): boolean {
  return words.some((word) => flags.includes(word));
}

function printEcho(words: readonly string[]): string {
  const from = words.findIndex((word) => !/^-[neE]+$/.test(word));
  const options = from === -1 ? words : words.slice(0, from);
  const text = (from === -1 ? [] : words.slice(from)).join(" ");
  const printed = options.some((word) => word.includes("e")) ? decodeEscapes(text) : text;
  return options.some((word) => word.includes("n")) ? printed : `${printed}\n`;
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

/** Replaces characters as `tr` does with two sets, such as rot13. Undefined with flags or without both sets. */
function translateCharacters(input: string | undefined, words: readonly string[]): string | undefined {
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

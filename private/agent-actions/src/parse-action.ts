import type { Json } from "@precept/core";
import type { Action } from "./agent-action.ts";

/**
 * Parses one line of a list of actions. `⏎` is a line break, `\u{…}` a character, and `‖` nothing: it splits secrets, so that no file contains them as
 * a whole. Fields are separated by ` :: `, and the texts of an edit by ` => `.
 */
export function parseAction(type: Action["type"], line: string): Action {
  const [first, rest] = splitAt(decode(line), " :: ");
  switch (type) {
    case "command":
      return { type, command: decode(line) };
    case "prompt":
    case "response":
      return { type, text: decode(line) };
    case "read":
      return { type, path: first };
    case "fetch":
      return { type, url: first };
    case "write":
      return { type, path: first, content: rest };
    case "edit": {
      const [old, changed] = splitAt(rest, " => ");
      return { type, path: first, old, new: changed };
    }
    case "result":
      return { type, tool: first, text: rest };
    case "mcp": {
      const [server, tool] = splitAt(first, "/");
      return { type, server, tool, input: JSON.parse(rest) as Readonly<Record<string, Json>> };
    }
    default:
      return type satisfies never;
  }
}

function splitAt(text: string, separator: string): readonly [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + separator.length)];
}

function decode(line: string): string {
  return line
    .replaceAll("⏎", "\n")
    .replaceAll("‖", "")
    .replace(/\\u\{([0-9a-f]+)\}/g, (_, digits: string) => String.fromCodePoint(Number.parseInt(digits, 16)));
}

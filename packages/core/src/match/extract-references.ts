import type { Json } from "../model/json.ts";
import type { ConversationMessage } from "../model/request.ts";

/** What a conversation refers to. */
export interface References {
  /** Paths as they were written, without line numbers. */
  readonly files: readonly string[];
  /** Rule names, or paths of rule files. */
  readonly rules: readonly string[];
}

/**
 * Reads a conversation for what it refers to:
 *
 * - rules: `@name` and `#name`, where `isRule` knows the name;
 * - files: backticked paths, `file:` and `path:` (quoted where the path has spaces), `@dir/name.ts`, `#[[file:…]]`, `mdc:` links, and
 *   the arguments of tool calls.
 *
 * Words that are neither (`@param`, an e-mail address, `console.log(x)` in backticks) are passed over.
 */
export function extractReferences(messages: readonly ConversationMessage[], isRule: (reference: string) => boolean): References {
  const files = new Set<string>();
  const rules = new Set<string>();
  for (const message of messages) {
    if (message.content !== undefined) {
      extractMentions(message.content, isRule, files, rules);
      for (const path of writtenPaths(message.content)) files.add(path);
    }
    for (const call of message.toolCalls ?? []) extractArguments(call.arguments, files);
  }
  return { files: [...files], rules: [...rules] };
}

const mention = /(?<![\w/.@#`])[@#]([\p{L}\p{N}_][\p{L}\p{N}_./\\-]*)/gu;

/** Looked for at the beginning of a run only, so that a long run is read once. */
const trailingSigns = /(?<![./\\-])[./\\-]+$/;

function extractMentions(text: string, isRule: (reference: string) => boolean, files: Set<string>, rules: Set<string>): void {
  for (const match of text.matchAll(mention)) {
    const written = match[1] ?? "";
    // A sentence may end right behind a reference.
    const reference = isRule(written) ? written : written.replace(trailingSigns, "");
    if (isRule(reference)) rules.add(reference);
    else if (match[0].startsWith("@") && isPath(reference)) files.add(reference);
  }
}

/** Each has the path in its first group that is not empty. */
const writings: readonly RegExp[] = [
  // A path may hold brackets itself: `app/[id]/page.tsx`.
  /#\[\[file:((?:[^\]\r\n]|\](?!\])|\](?=\]\]))+)\]\]/g,
  /\]\(mdc:([^)\s]+)\)/g,
  /(?<![\w[])(?:file|path):(?:\/\/)?(?:"([^"\n]+)"|'([^'\n]+)'|([^\s"'`<>()[\],;]+))/g,
];

function* writtenPaths(text: string): Iterable<string> {
  for (const writing of writings) {
    for (const match of text.matchAll(writing)) {
      const path = match.slice(1).find((group) => group !== undefined && group !== "");
      if (path !== undefined) yield withoutPlace(path.trim().replace(/[.:]+$/, ""));
    }
  }
  for (const match of text.matchAll(/`([^`\n]+)`/g)) {
    const path = withoutPlace((match[1] ?? "").trim());
    if (isPath(path)) yield path;
  }
}

/** Drops `:12`, `:12:5` and `#L12-L20`. */
function withoutPlace(path: string): string {
  return path.replace(/(?::\d+(?:-\d+)?){1,2}$|#L\d+(?:-L?\d+)?$/, "");
}

const knownNames = new Set(["Dockerfile", "Makefile", "Justfile", "Rakefile", "Gemfile", "Procfile", "LICENSE", "CODEOWNERS"]);

/** Whether a text without context looks like the path of a file: it ends in an extension, or is a name that everyone knows. */
function isPath(text: string): boolean {
  if (text.length > 1024 || /[<>|"'{}=;*?\n\t]|:\/\/|\(\)|^-|^@/.test(text)) return false;
  const name = text.split(/[\\/]/).at(-1) ?? "";
  if (knownNames.has(name)) return true;
  if (/\s/.test(text) && !/[\\/]/.test(text)) return false;
  return /^[^\s].*\.[A-Za-z][A-Za-z0-9]{0,15}$|^\.[A-Za-z][\w.-]*$/.test(name);
}

const pathKey = /(?:^|_)(?:files?|paths?|filename|file_?names?|uri)$|(?:File|Path|Paths|Files|Uri)$/;

/** A string below a key that names paths is one; any other only where it looks like one. */
function extractArguments(value: Json, files: Set<string>, key = ""): void {
  if (typeof value === "string") {
    const path = withoutPlace(value.replace(/^file:\/\//, "").trim());
    if (path === "" || path.includes("\n")) return;
    if (pathKey.test(key) || (isPath(path) && /[\\/]/.test(path) && !/\s/.test(path))) files.add(path);
  } else if (Array.isArray(value)) {
    for (const item of value as readonly Json[]) extractArguments(item, files, key);
  } else if (typeof value === "object" && value !== null) {
    for (const [name, item] of Object.entries(value)) extractArguments(item, files, name);
  }
}

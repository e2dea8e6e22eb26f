import type { Json } from "@precept/contract/values";
import type { ConversationMessage } from "../model/request.ts";

/** The references of a conversation. */
export interface References {
  /** File paths as written, without line numbers. */
  readonly files: readonly string[];
  /** Rule names, or paths of rule files. */
  readonly rules: readonly string[];
}

/**
 * Finds the references in a conversation:
 *
 * - rules: `@name` and `#name`, if `isRule` accepts the name;
 * - files: paths in backticks, `file:` and `path:` (with quotes if the path has spaces), `@dir/name.ts`, `#[[file:…]]`,
 *   `mdc:` links, and arguments of tool calls.
 *
 * Other words (`@param`, an e-mail address, `console.log(x)` in backticks) are ignored.
 *
 * @param isRule whether there is a rule with a name or path.
 */
export function extractReferences(messages: readonly ConversationMessage[], isRule: (reference: string) => boolean): References {
  const files = new Set<string>();
  const rules = new Set<string>();
  for (const message of messages) {
    const { mentions, paths } = scanMessage(message);
    for (const one of mentions) addMention(one, isRule, files, rules);
    for (const path of paths) files.add(path);
  }
  return { files: [...files], rules: [...rules] };
}

/** What a message contains, whatever rules there are. */
interface MessageScan extends Pick<ConversationMessage, "content" | "toolCalls"> {
  /** `@name` and `#name` as written, with the sign. */
  readonly mentions: readonly string[];
  readonly paths: ReadonlySet<string>;
}

/** Scans by message. An agent resolves its rules before every model call, each time with the whole conversation. */
const scans = new WeakMap<ConversationMessage, MessageScan>();

function scanMessage(message: ConversationMessage): MessageScan {
  const { content, toolCalls } = message;
  const known = scans.get(message);
  // A program may have changed the message, despite its type.
  if (known !== undefined && known.content === content && known.toolCalls === toolCalls) return known;
  const paths = new Set(content === undefined ? [] : findPaths(content));
  for (const call of toolCalls ?? []) extractArguments(call.arguments, paths);
  const mentions = content === undefined ? [] : findMentions(content);
  const scan = { mentions, paths, ...(content !== undefined && { content }), ...(toolCalls !== undefined && { toolCalls }) };
  scans.set(message, scan);
  return scan;
}

/** The lookbehind makes a match start only at the beginning of a run, so that the time is linear. */
const trailingPunctuation = /(?<![./\\-])[./\\-]+$/;

function findMentions(text: string): readonly string[] {
  if (!text.includes("@") && !text.includes("#")) return [];
  // Not created at the start: the classes of Unicode take V8 most of a millisecond.
  const mention = /(?<![\w/.@#`])[@#]([\p{L}\p{N}_][\p{L}\p{N}\p{M}_./\\-]*)/gu;
  return [...new Set(Array.from(text.matchAll(mention), ([written]) => written))];
}

function addMention(written: string, isRule: (reference: string) => boolean, files: Set<string>, rules: Set<string>): void {
  const name = written.slice(1);
  // A sentence can end directly after a reference.
  const reference = isRule(name) ? name : name.replace(trailingPunctuation, "");
  if (isRule(reference)) rules.add(reference);
  else if (written.startsWith("@") && isPath(reference)) files.add(reference);
}

/**
 * Syntaxes of file references. The first nonempty group is the path. A text without the keywords has no match. A reference that is not closed
 * matches without a path, up to where it would have to be closed: otherwise, each reference inside would read as far, in quadratic time.
 */
const fileSyntaxes: readonly { readonly pattern: RegExp; readonly keywords: readonly string[] }[] = [
  // A path can contain brackets: `app/[id]/page.tsx`.
  { pattern: /#\[\[file:(?:((?:[^\]\r\n]|\](?!\])|\](?=\]\]))+)\]\]|(?!\]\])[^\r\n]+)/g, keywords: ["#[[file:"] },
  { pattern: /\]\(mdc:(?:([^)\s]+)\)|[^)\s]+)/g, keywords: ["](mdc:"] },
  {
    pattern: /(?<![\w[])(?:file|path):(?:\/\/)?(?:"([^"\n]+)"|'([^'\n]+)'|([^\s"'`<>()[\],;]+))/g,
    keywords: ["file:", "path:"],
  },
];

function* findPaths(text: string): Iterable<string> {
  for (const { pattern, keywords } of fileSyntaxes) {
    if (!keywords.some((keyword) => text.includes(keyword))) continue;
    for (const match of text.matchAll(pattern)) {
      const path = match.slice(1).find((group) => group !== undefined && group !== "");
      if (path !== undefined) yield withoutLineNumbers(path.trim().replace(/[.:]+$/, ""));
    }
  }
  if (!text.includes("`")) return;
  for (const match of text.matchAll(/`([^`\n]+)`/g)) {
    const path = withoutLineNumbers((match[1] ?? "").trim());
    if (isPath(path)) yield path;
  }
}

function withoutLineNumbers(path: string): string {
  return path.replace(/(?::\d+(?:-\d+)?){1,2}$|#L\d+(?:-L?\d+)?$/, "");
}

const knownNames = new Set(["Dockerfile", "Makefile", "Justfile", "Rakefile", "Gemfile", "Procfile", "LICENSE", "CODEOWNERS"]);

/** Whether a text looks like the path of a file: it ends with an extension or is a well-known file name. */
function isPath(text: string): boolean {
  if (text.length > 1024 || /[<>|"'{}=;*?\n\t]|:\/\/|\(\)|^-|^@/.test(text)) return false;
  const name = text.split(/[\\/]/).at(-1) ?? "";
  if (knownNames.has(name)) return true;
  if (/\s/.test(text) && !/[\\/]/.test(text)) return false;
  return /^[^\s].*\.[A-Za-z][A-Za-z0-9]{0,15}$|^\.[A-Za-z][\w.-]*$/.test(name);
}

const pathKey = /(?:^|_)(?:files?|paths?|filename|file_?names?|uri)$|(?:File|Path|Paths|Files|Uri)$/;

/** Adds file paths in tool call arguments: strings under a key for paths, and other strings that look like a path. */
function extractArguments(value: Json, files: Set<string>, key = ""): void {
  if (typeof value === "string") {
    const path = withoutLineNumbers(value.replace(/^file:\/\//, "").trim());
    if (path === "" || path.includes("\n")) return;
    if (pathKey.test(key) || (isPath(path) && /[\\/]/.test(path) && !/\s/.test(path))) files.add(path);
  } else if (Array.isArray(value)) {
    for (const item of value as readonly Json[]) extractArguments(item, files, key);
  } else if (typeof value === "object" && value !== null) {
    for (const [name, item] of Object.entries(value)) extractArguments(item, files, name);
  }
}

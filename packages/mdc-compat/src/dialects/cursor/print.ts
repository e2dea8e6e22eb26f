import {
  contentOf,
  defaultPriority,
  editHeader,
  joinFrontMatter,
  lineBreakOf,
  printYaml,
  readHeaderLines,
  splitFrontMatter,
  type FidelityNote,
  type FrontMatterSplit,
  type PrintedFile,
  type Rule,
} from "@precept/core";
import { toCursorGlobs } from "./globs.ts";
import { parseCursorRule } from "./parse.ts";
import { cursorKeys } from "./read-header.ts";

/** Writes a `.mdc` file as Cursor documents it: bare patterns with commas between them, and `alwaysApply` always there. */
export function printCursorRule(rule: Rule, original?: string): PrintedFile {
  const text =
    original === undefined ? `---\n${[...linesOf(rule).values()].join("\n")}\n---\n\n${rule.content}` : printOver(rule, original);
  return { text, notes: notesFor(rule) };
}

/** The original with what the rule changed, and every other byte as it was. */
function printOver(rule: Rule, original: string): string {
  const before = parseCursorRule({ text: original, path: rule.origin.path ?? rule.name, file: "" }).draft;
  const split = splitFrontMatter(original);
  const changes = changesBetween(before, rule);
  const sameText = contentOf(split) === rule.content;
  if (changes.size === 0 && sameText) return original;
  const eol = lineBreakOf(original);
  const body = sameText ? split.body : bodyWith(rule.content, split, eol);
  if (changes.size === 0 && !split.found) {
    const text = joinFrontMatter({ ...split, body });
    const read = splitFrontMatter(text);
    if (!read.found && contentOf(read) === rule.content) return text;
  }
  const header = endLine(editHeader(changes.has("description") ? withoutDescription(split, eol) : split, changes), eol);
  // Without a fence that closes it, the front matter would reach into whatever text follows.
  if (split.close === "") return joinFrontMatter({ lead: split.lead, open: `---${eol}`, header, close: `---${eol}`, body });
  return joinFrontMatter({ ...split, header, close: sameText ? split.close : endLine(split.close, eol), body });
}

type PrintableRule = Pick<Rule, "inclusion" | "description" | "globs" | "metadata">;

/** For each key that changes its new line, or undefined where the key goes. */
function changesBetween(before: PrintableRule | undefined, after: PrintableRule): Map<string, string | undefined> {
  const old = before === undefined ? new Map<string, string>() : linesOf(before);
  const young = linesOf(after);
  const keys = new Set([...old.keys(), ...young.keys()]);
  return new Map([...keys].filter((key) => old.get(key) !== young.get(key)).map((key) => [key, young.get(key)]));
}

/** The text, set off from the front matter as it was before, or by a blank line where it would be read as another text. */
function bodyWith(content: string, split: FrontMatterSplit, eol: string): string {
  const body = split.body.slice(0, split.body.length - contentOf(split).length) + content;
  return contentOf({ ...split, body }) === content ? body : eol + content;
}

/** `editHeader` keeps what looks like a comment behind a value, but in a description a `#` belongs to the text. */
function withoutDescription(split: FrontMatterSplit, eol: string): FrontMatterSplit {
  const entry = readHeaderLines(split.header).entries.find(({ key }) => key === "description");
  if (entry === undefined) return split;
  return { ...split, header: `${split.header.slice(0, entry.start)}description:${eol}${split.header.slice(entry.end)}` };
}

function endLine(text: string, eol: string): string {
  return text === "" || /[\r\n]$/.test(text) ? text : text + eol;
}

/** The lines of the front matter by key, in the order in which they are written. */
function linesOf(rule: PrintableRule): Map<string, string> {
  const values = {
    // Cursor offers every rule with a description to the agent: one that has to be asked for must not have any.
    description: rule.inclusion === "manual" ? "" : printText(onOneLine(rule.description)),
    globs: rule.inclusion === "fileMatch" ? printGlobs(rule.globs) : "",
    alwaysApply: String(rule.inclusion === "always"),
  };
  const lines = new Map(Object.entries(values).map(([key, value]) => [key, value === "" ? `${key}:` : `${key}: ${value}`]));
  for (const [key, value] of Object.entries(rule.metadata)) {
    if (isWritable(key)) lines.set(key, `${key}: ${printYaml(value)}`);
  }
  return lines;
}

/** `__proto__` is left alone: not every copy of a rule that JSON makes still has it. */
function isWritable(key: string): boolean {
  return !cursorKeys.includes(key) && key !== "__proto__" && /^[A-Za-z_$][\w$.-]*$/.test(key);
}

function onOneLine(text: string): string {
  return text.replace(/\s*[\r\n]+\s*/g, " ").trim();
}

/** A text is written bare, unless it would be read as a comment, a quoted text or the beginning of a block. */
function printText(text: string): string {
  return /^(?:["'#]|[|>][-+0-9]*$)/.test(text) ? JSON.stringify(text) : text;
}

/** A `#` behind a space would begin a comment. */
function printGlobs(globs: readonly string[]): string {
  return globs
    .flatMap(toCursorGlobs)
    .join(",")
    .replace(/[\r\n]/g, "?")
    .replace(/(\s)#/g, "$1\\#");
}

/** What the rule says that a `.mdc` file can't. */
function notesFor(rule: Rule): FidelityNote[] {
  return losses.flatMap(({ when, ...note }) => (when(rule) ? [note] : []));
}

const losses: readonly (FidelityNote & { readonly when: (rule: Rule) => boolean })[] = [
  {
    field: "inclusion",
    kind: "meaning",
    message: "Cursor finds no rules by relevance.",
    when: (rule) => rule.inclusion === "relevant",
  },
  { field: "pending", kind: "meaning", message: "Cursor has no rules that wait for approval.", when: (rule) => rule.pending },
  { field: "enabled", kind: "meaning", message: "Cursor has no rules that are switched off.", when: (rule) => !rule.enabled },
  {
    field: "globs",
    kind: "meaning",
    message: "Cursor documents no patterns that exclude.",
    when: (rule) => rule.inclusion === "fileMatch" && rule.globs.some((glob) => glob.startsWith("!")),
  },
  {
    field: "globs",
    kind: "meaning",
    message: "A rule that applies by file needs a pattern.",
    when: (rule) => rule.inclusion === "fileMatch" && rule.globs.flatMap(toCursorGlobs).length === 0,
  },
  {
    field: "globs",
    kind: "meaning",
    message: "A pattern has a line break in it, or a space at its end, which a line of patterns cannot hold.",
    when: (rule) => rule.inclusion === "fileMatch" && rule.globs.flatMap(toCursorGlobs).some((glob) => /[\r\n]|\s$/.test(glob)),
  },
  {
    field: "description",
    kind: "meaning",
    message: "Cursor offers a rule to the agent by its description, and this one has none.",
    when: (rule) => rule.inclusion === "agentRequested" && rule.description.trim() === "",
  },
  {
    field: "description",
    kind: "lost",
    message: "With a description, Cursor would offer this rule to the agent; it has to be asked for by name.",
    when: (rule) => rule.inclusion === "manual" && rule.description.trim() !== "",
  },
  {
    field: "description",
    kind: "lost",
    message: "A description is one line here, without spaces around it.",
    when: ({ inclusion, description }) =>
      inclusion !== "manual" && description.trim() !== "" && onOneLine(description) !== description,
  },
  {
    field: "globs",
    kind: "lost",
    message: "The patterns have no effect here; Cursor would attach the rule to files.",
    when: (rule) => rule.inclusion !== "fileMatch" && rule.globs.length > 0,
  },
  {
    field: "targets",
    kind: "meaning",
    message: "The rule is not meant for Cursor.",
    when: ({ targets }) => targets.length > 0 && !targets.includes("cursor"),
  },
  { field: "contexts", kind: "meaning", message: "Cursor knows no contexts.", when: (rule) => rule.contexts.length > 0 },
  { field: "conditions", kind: "meaning", message: "Cursor knows no conditions.", when: (rule) => rule.conditions !== undefined },
  {
    field: "userId",
    kind: "meaning",
    message: "Everybody who opens the project would have this person's rule.",
    when: (rule) => rule.userId !== undefined,
  },
  {
    field: "projectId",
    kind: "lost",
    message: "The file belongs to whatever project it lies in.",
    when: (rule) => rule.projectId !== undefined,
  },
  { field: "priority", kind: "lost", message: "Cursor has no priorities.", when: (rule) => rule.priority !== defaultPriority },
  { field: "override", kind: "lost", message: "Cursor merges all rules; none overrides another.", when: (rule) => rule.override },
  { field: "authority", kind: "lost", message: "Cursor knows no authority.", when: (rule) => rule.authority !== "default" },
  { field: "tags", kind: "lost", message: "Cursor has no tags.", when: (rule) => rule.tags.length > 0 },
  { field: "category", kind: "lost", message: "Cursor has no categories.", when: (rule) => rule.category !== undefined },
  { field: "version", kind: "lost", message: "Cursor counts no revisions.", when: (rule) => rule.version !== 1 },
  { field: "replaces", kind: "lost", message: "Cursor knows no earlier rules.", when: (rule) => rule.replaces.length > 0 },
  {
    field: "metadata",
    kind: "lost",
    message: "A key of the metadata is one of Cursor's own, or cannot be written as a key.",
    when: (rule) => Object.keys(rule.metadata).some((key) => !isWritable(key)),
  },
];

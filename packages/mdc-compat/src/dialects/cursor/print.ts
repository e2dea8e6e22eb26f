import {
  contentOf,
  defaultPriority,
  editHeader,
  joinFrontMatter,
  lineBreakOf,
  splitFrontMatter,
  type FidelityNote,
  type PrintedFile,
  type Rule,
} from "@precept/core";
import { toCursorGlobs } from "./globs.ts";
import { parseCursorRule } from "./parse.ts";

/** Writes a `.mdc` file as Cursor documents it: bare patterns with commas between them, and `alwaysApply` always there. */
export function printCursorRule(rule: Rule, original?: string): PrintedFile {
  const lines = linesOf(rule);
  const notes = notesFor(rule);
  if (original === undefined) {
    return { text: `---\n${[...lines.values()].join("\n")}\n---\n\n${rule.content}`, notes };
  }
  const before = parseCursorRule({ text: original, path: rule.origin.path ?? rule.name, file: "" }).draft;
  const split = splitFrontMatter(original);
  const changes = new Map([...lines].filter(([key, line]) => before === undefined || linesOf(before).get(key) !== line));
  const eol = lineBreakOf(original);
  const body = contentOf(split) === rule.content ? split.body : eol + rule.content;
  if (changes.size === 0) return { text: joinFrontMatter({ ...split, body }), notes };
  const header = editHeader(split, changes);
  const fences = split.found && split.close !== "" ? {} : { open: `---${eol}`, close: `---${eol}` };
  return { text: joinFrontMatter({ ...split, ...fences, header, body }), notes };
}

type PrintableRule = Pick<Rule, "inclusion" | "description" | "globs" | "metadata">;

/** The lines of the front matter by key, in the order in which they are written. */
function linesOf(rule: PrintableRule): Map<string, string> {
  const byFile = rule.inclusion === "fileMatch";
  // Cursor offers every rule with a description to the agent: one that has to be asked for must not have any.
  const description = rule.inclusion === "manual" ? "" : rule.description.replace(/\s+/g, " ").trim();
  const values = {
    description,
    globs: byFile ? rule.globs.flatMap(toCursorGlobs).join(",") : "",
    alwaysApply: String(rule.inclusion === "always"),
  };
  const lines = new Map(Object.entries(values).map(([key, value]) => [key, value === "" ? `${key}:` : `${key}: ${value}`]));
  for (const [key, value] of Object.entries(rule.metadata)) {
    if (!lines.has(key) && /^[A-Za-z_$][\w$.-]*$/.test(key))
      lines.set(key, `${key}: ${typeof value === "string" ? value : JSON.stringify(value)}`);
  }
  return lines;
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
    when: (rule) => rule.inclusion === "fileMatch" && rule.globs.length === 0,
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
  { field: "priority", kind: "lost", message: "Cursor has no priorities.", when: (rule) => rule.priority !== defaultPriority },
  { field: "override", kind: "lost", message: "Cursor merges all rules; none overrides another.", when: (rule) => rule.override },
  { field: "authority", kind: "lost", message: "Cursor knows no authority.", when: (rule) => rule.authority !== "default" },
  { field: "tags", kind: "lost", message: "Cursor has no tags.", when: (rule) => rule.tags.length > 0 },
];

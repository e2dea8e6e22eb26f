import type { ExportDraft, RuleReading } from "@precept/transfer";
import type { DetectedTool } from "@precept/workspace";
import { count, printable, type Style } from "../../terminal/text.ts";
import { columns } from "../../terminal/layout.ts";

/** Names the tools that `detected` stands for, each with a file that shows that the project uses it. */
export function viewDetected(detected: readonly DetectedTool[]): string[] {
  const tools = detected.map(({ tool, path }) => `${tool.title} (${path === undefined ? "exported before" : printable(path)})`);
  return [`Detected: ${tools.join(", ")}`];
}

/** Lists the rules that a tool gets several times, one line per tool, set of files and condition. */
export function viewReadTwice(readings: readonly RuleReading[], style: Style): string[] {
  return columns(
    groupByPath(readings).map(({ title, rules, location, condition }) => {
      const when = condition === undefined ? "" : style.dim(` (${printable(condition)})`);
      return [`  ${title}`, `${nameRules(rules)} in ${location}${when}`];
    }),
    style,
  );
}

/** Lists the rules whose meaning changes when a tool reads another tool's file, one line per tool and reason. */
export function viewReadDifferently(reports: ExportDraft["readDifferently"], style: Style): string[] {
  const groups = Map.groupBy(reports, ({ target, notes }) => `${target.id} ${notes.map(({ message }) => message).join(" ")}`);
  const rows = [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const rules = nameRules(group.map(({ rule }) => rule.name));
    const reason = first.notes.map(({ message }) => message).join(" ");
    const location = `${printable(first.path)}${group.length > 1 ? " and others" : ""}`;
    return [[`  ${first.target.title}`, `reads ${rules} in ${location}: ${printable(reason)}`]];
  });
  return columns(rows, style);
}

/** Counts the rules that tools read in another file, one line per tool and set of files. */
export function viewAlreadyRead(readings: readonly RuleReading[], style: Style): string[] {
  const shared = readings.filter(({ rule, paths }) => rule.origin.path === undefined || !paths.includes(rule.origin.path));
  return columns(
    groupByPath(shared).map(({ title, rules, location }) => [
      `  ${title}`,
      style.dim(`${count(rules.length, "rule")} in ${location}`),
    ]),
    style,
  );
}

interface FoldedReading {
  /** The name of the tool. */
  readonly title: string;
  readonly rules: readonly string[];
  /** The files, or the directories of files with one rule each. */
  readonly location: string;
  readonly condition: string | undefined;
}

/** Joins a tool's readings of the same files. Counts files of one rule each in a directory, or of one name, as one. */
function groupByPath(readings: readonly RuleReading[]): readonly FoldedReading[] {
  const groups = Map.groupBy(readings, ({ target, paths, condition = "" }) => {
    return `${target.id} ${listLocations(paths, kindOf)} ${condition}`;
  });
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    // The first view that is the same for all readings.
    const view = views.find((one) => new Set(group.map(({ paths }) => listLocations(paths, one))).size === 1) ?? kindOf;
    const location = printable(listLocations(first.paths, view));
    const { target, condition } = first;
    return [{ title: target.title, rules: [...new Set(group.map(({ rule }) => rule.name))], location, condition }];
  });
}

function listLocations(paths: readonly string[], view: (path: string) => string): string {
  return [...new Set(paths.map(view))].join(" and ");
}

/** As `folderOf`, but files of one name are the same in every directory. */
function kindOf(path: string): string {
  const folder = folderOf(path);
  return folder === path ? `**/${path.slice(path.lastIndexOf("/") + 1)}` : folder;
}

/** The directory of files with one rule each. A file for all rules stands for itself. */
function folderOf(path: string): string {
  const parts = path.split("/");
  if (parts.at(-1) === "SKILL.md") return parts.slice(0, -2).join("/");
  return path.includes("/rules/") || path.includes("/instructions/") ? parts.slice(0, -1).join("/") : path;
}

const views: readonly ((path: string) => string)[] = [(path) => path, folderOf, kindOf];

const maxNamed = 3;

function nameRules(names: readonly string[]): string {
  const unique = [...new Set(names)];
  return unique.length > maxNamed ? count(unique.length, "rule") : unique.map((name) => `"${printable(name)}"`).join(", ");
}

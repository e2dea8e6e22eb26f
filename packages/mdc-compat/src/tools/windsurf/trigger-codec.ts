import {
  printYaml,
  type Inclusion,
  type RuleCodec,
  readHeaderLines,
  readYamlHeader,
  type FrontMatterSplit,
  type YamlHeader,
} from "@precept/core";
import { createHeaderCodec } from "../../format/header-codec.ts";
import type { Header, HeaderReading, HeaderValues, PrintableRule } from "../../format/header-format.ts";
import { splitStrictly } from "../../format/split-strictly.ts";
import { readPatternValues } from "../../format/read-values.ts";
import { fromRootedGlob, printBareGlobs, toRootedGlobs } from "../../globs/rooted.ts";
import { triggerDiagnostics, type TriggerDiagnostics, type TriggerTool } from "./trigger-diagnostics.ts";
import type { TriggerSpec } from "./trigger-spec.ts";

type TriggerHeader = Header<TriggerDiagnostics<TriggerTool>>;

export function createTriggerCodec(spec: TriggerSpec): RuleCodec {
  return createHeaderCodec({
    spec,
    diagnostics: triggerDiagnostics(spec.id),
    extensions: [".md"],
    // The documentation does not mention subdirectories.
    accepts: (path) => /^[^/]+\.md$/i.test(path),
    ignored: (path) => (/\.md$/i.test(path) ? `${spec.title} does not read subdirectories of its rule directory` : undefined),
    split: splitStrictly,
    readHeader: readBareGlobs,
    read: (header) => read(header, spec),
    write: (rule) => write(rule, spec),
  });
}

function read(header: TriggerHeader, spec: TriggerSpec): HeaderReading {
  const globs = readPatternValues(header.value("globs"));
  const description = header.string("description") ?? "";
  const inclusion = readTrigger(header, spec, globs.length > 0, description.trim() !== "");
  if (inclusion === "fileMatch" && globs.length === 0) header.report(`${spec.id}/no-patterns`, "trigger");
  if (inclusion === "agentRequested" && description.trim() === "") header.report(`${spec.id}/no-description`, "trigger");
  return { inclusion, globs: globs.map(fromRootedGlob), description };
}

function readTrigger(
  header: TriggerHeader,
  { id, triggers }: TriggerSpec,
  hasGlobs: boolean,
  hasDescription: boolean,
): Inclusion {
  const trigger = header.value("trigger");
  if (header.hasFrontMatter && !header.isReadable) {
    header.report(`${id}/unreadable`);
    return "manual";
  }
  if (trigger !== undefined && trigger !== null) {
    const inclusion = typeof trigger === "string" && Object.hasOwn(triggers, trigger) ? triggers[trigger] : undefined;
    if (inclusion === undefined) header.report(`${id}/unknown-trigger`, "trigger");
    return inclusion ?? "manual";
  }
  // A rule without a trigger never applies automatically (https://github.com/github/spec-kit/issues/1201), unless it
  // has patterns or a description (https://github.com/stbenjam/skillsaw/blob/main/docs/rules/devin-rules-valid.md).
  header.report(`${id}/no-trigger`, undefined, `The file has no \`trigger\`, so ${describeDefault(hasGlobs, hasDescription)}.`);
  return hasGlobs ? "fileMatch" : hasDescription ? "agentRequested" : "manual";
}

function describeDefault(hasGlobs: boolean, hasDescription: boolean): string {
  if (hasGlobs) return "the rule applies to files that match its patterns";
  return hasDescription
    ? "the agent decides by the description whether to read the rule"
    : "the rule has to be requested by name";
}

function write({ inclusion, description, globs }: PrintableRule, { triggers }: TriggerSpec): HeaderValues {
  return {
    trigger: Object.keys(triggers).find((trigger) => triggers[trigger] === inclusion),
    globs: inclusion === "fileMatch" ? printBareGlobs(globs.flatMap(toRootedGlobs)) : undefined,
    description: description === "" ? undefined : printYaml(description),
  };
}

/** Reads front matter as YAML, but allows unquoted `globs`: the documented `globs: **\/*.test.ts` is invalid YAML. */
function readBareGlobs({ header, headerLine }: FrontMatterSplit, file: string): YamlHeader {
  return readYamlHeader(quoteGlobs(header), headerLine, file);
}

/** Adds the missing quotes to `globs`. Line and column of all keys stay the same. */
function quoteGlobs(header: string): string {
  const entry = readHeaderLines(header).entries.find(({ key }) => key === "globs");
  if (entry === undefined || entry.continuation !== "" || !isBare(entry.value)) return header;
  const start = entry.start + entry.column - 1;
  const patterns = entry.value.replace(/\s+#.*$/, "");
  return header.slice(0, start) + JSON.stringify(patterns) + header.slice(start + entry.value.length);
}

/** Whether a value has no quotes and is not a list. A leading bracket can also start a character class: `[ab]/*.ts`. */
function isBare(value: string): boolean {
  return value !== "" && value !== "null" && value !== "~" && !/^["'#]|^\[.*\]\s*(?:#.*)?$/.test(value);
}

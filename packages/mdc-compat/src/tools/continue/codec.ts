import { printYaml, splitGlobs, type Inclusion, type RuleCodec, type FrontMatterSplit } from "@precept/core";
import { createSplit, createTextSplit } from "../../format/create-split.ts";
import { createHeaderCodec } from "../../format/header-codec.ts";
import { continueDiagnostics } from "./diagnostics.ts";
import type { Header, HeaderReading, HeaderValues, PrintableRule } from "../../format/header-format.ts";
import { toRootedGlob } from "../../globs/rooted.ts";
import { colocatedSpec, continueSpec } from "./spec.ts";
import { isFalsy, readGlobs } from "./read-globs.ts";

/** Codec of Continue's rules, `.continue/rules/**\/*.md`. */
export const continueDev: RuleCodec = createHeaderCodec({
  spec: continueSpec,
  diagnostics: continueDiagnostics,
  split: splitAsContinue,
  read: (header) => read(header, false),
  write,
});

/** Codec of Continue's `rules.md`, which can be in any directory. */
export const continueColocated: RuleCodec = createHeaderCodec({
  spec: colocatedSpec,
  diagnostics: continueDiagnostics,
  split: splitAsContinue,
  read: (header) => read(header, true),
  write: (rule) => ({ ...write(rule), invokable: undefined }),
});

function read(header: Header<typeof continueDiagnostics>, isColocated: boolean): HeaderReading {
  if (header.hasFrontMatter && !header.isYaml) {
    header.report("continue/unreadable");
    const everywhere = isColocated ? { inclusion: "fileMatch" as const, globs: ["**"] } : { inclusion: "always" as const };
    return { ...everywhere, content: header.text.replace(/^\uFEFF/, "") };
  }
  if (header.hidesFrontMatter) header.report("continue/unseen-front-matter");
  if (losesText(header)) header.report("continue/lost-text");
  return {
    ...readInclusion(header, isColocated),
    description: header.string("description"),
    name: header.string("name") || undefined,
  };
}

/** Whether Continue drops text: text before the first fence, or text other than keys between the fences. */
function losesText({ hasFrontMatter, isReadable, text }: Header<typeof continueDiagnostics>): boolean {
  return hasFrontMatter && (!isReadable || splitAsContinue(text).lead.trim() !== "");
}

/** Evaluates Continue's conditions in its own order (https://github.com/continuedev/continue, `shouldApplyRule`). */
function readInclusion(
  header: Header<typeof continueDiagnostics>,
  isColocated: boolean,
): Pick<HeaderReading, "inclusion" | "globs"> {
  const alwaysApply = readAlwaysApply(header);
  const globs = readGlobs(header, isColocated);
  if (!isColocated && !isFalsy(header.value("invokable"))) return { inclusion: "manual", globs: globs ?? [] };
  if (alwaysApply === true) return { inclusion: "always", globs: globs ?? [] };
  if (!isFalsy(header.value("regex"))) {
    header.report("continue/regex", "regex");
    // A `rules.md` always has a pattern: the one of its directory.
    const hasGlobs = isColocated || globs !== undefined;
    return { inclusion: hasGlobs ? "manual" : readWithoutGlobs(header, alwaysApply), globs: globs ?? [] };
  }
  if (globs !== undefined) return { inclusion: "fileMatch", globs };
  if (isColocated) return { inclusion: "fileMatch", globs: ["**"] };
  if (alwaysApply === undefined) return { inclusion: "always" };
  // An empty `globs` key matches every file. Only a missing key means that the rule does not apply by file.
  if (!header.entries.has("globs")) return { inclusion: readWithoutGlobs(header, alwaysApply) };
  header.report("continue/empty-globs", "globs");
  return { inclusion: "fileMatch", globs: ["**"] };
}

/** With `alwaysApply: false` and a description, the agent can request the rule. Otherwise only the user can. */
function readWithoutGlobs(header: Header<typeof continueDiagnostics>, alwaysApply: boolean | undefined): Inclusion {
  const description = header.string("description") ?? "";
  return alwaysApply === false && description.trim() !== "" ? "agentRequested" : "manual";
}

function readAlwaysApply(header: Header<typeof continueDiagnostics>): boolean | undefined {
  const value = header.value("alwaysApply");
  if (typeof value === "boolean") return value;
  if (value !== undefined && value !== null) header.report("continue/always-apply", "alwaysApply");
  return undefined;
}

function write({ inclusion, globs, description }: PrintableRule): HeaderValues {
  return {
    globs: inclusion === "fileMatch" ? printGlobs(globs.map(toRootedGlob)) : undefined,
    description: description === "" ? undefined : printYaml(description),
    alwaysApply: String(inclusion === "always"),
    // Without `invokable`, Continue offers a rule with a description to the agent.
    invokable: inclusion === "manual" ? "true" : undefined,
  };
}

/** Prints one pattern as a string, unless it has a comma. No patterns become `[""]`: `[]` matches every file. */
function printGlobs(patterns: readonly string[]): string {
  const [first = ""] = patterns;
  if (patterns.length === 0) return printYaml([""]);
  return printYaml(patterns.length === 1 && splitGlobs(first).length === 1 ? first : patterns);
}

/**
 * Splits front matter and body as Continue does: at the first two `---` lines, anywhere in the file. After a byte order
 * mark, `---` does not count. (https://github.com/continuedev/continue, `parseMarkdownRule`)
 */
function splitAsContinue(text: string): FrontMatterSplit {
  const [first, second] = text.matchAll(/^---[^\S\r\n]*(?:\r\n|\r|\n|$)/gm);
  if (first === undefined || second === undefined) return createTextSplit(text, text.startsWith("\uFEFF") ? "\uFEFF" : "");
  const [open] = first;
  const [close] = second;
  return createSplit({
    lead: text.slice(0, first.index),
    open,
    header: text.slice(first.index + open.length, second.index),
    close,
    body: text.slice(second.index + close.length),
  });
}

import { printYaml, splitGlobs, type Inclusion, type RuleCodec } from "@precept/core";
import { createHeaderCodec } from "../../format/header-codec.ts";
import type { Header, HeaderReading, PrintableRule } from "../../format/header-format.ts";
import { createPlainCodec } from "../../format/plain-codec.ts";
import { isUnseen } from "../../format/unseen.ts";
import { toRootedGlob } from "../../globs/rooted.ts";
import { colocatedFacts, continueFacts, continueRulesFileFacts } from "./facts.ts";
import { isNothing, readGlobs } from "./read-globs.ts";
import { splitAsContinue } from "./split.ts";

/** Continue's rules, `.continue/rules/**\/*.md`. */
export const continueDev: RuleCodec = createHeaderCodec({
  facts: continueFacts,
  extensions: [".md"],
  split: splitAsContinue,
  read: (header) => read(header, false),
  write,
});

/** Continue's `rules.md` in any directory. */
export const continueColocated: RuleCodec = createHeaderCodec({
  facts: colocatedFacts,
  extensions: [".md"],
  split: splitAsContinue,
  read: (header) => read(header, true),
  write: (rule) => ({ ...write(rule), invokable: undefined }),
});

/** `.continuerules`, the one file of old, which is still read. */
export const continueRulesFile: RuleCodec = createPlainCodec({ facts: continueRulesFileFacts, extensions: [] });

function read(header: Header, isColocated: boolean): HeaderReading {
  if (header.isThere && !header.isYaml) {
    header.report("continue/unreadable");
    const everywhere = isColocated ? { inclusion: "fileMatch" as const, globs: ["**"] } : { inclusion: "always" as const };
    return { ...everywhere, content: header.text.replace(/^\uFEFF/, "") };
  }
  if (isUnseen(header)) header.report("continue/unseen-front-matter");
  if (losesText(header)) header.report("continue/lost-text");
  const name = header.value("name");
  const description = header.value("description");
  return {
    ...readInclusion(header, isColocated),
    description: typeof description === "string" ? description : "",
    ...(typeof name === "string" && name !== "" && { name }),
  };
}

/** Whether something stands in front of the two lines, or something else than keys between them. */
function losesText({ isThere, isReadable, text }: Header): boolean {
  return isThere && (!isReadable || splitAsContinue(text).lead.trim() !== "");
}

/** Continue's conditions, in its order (https://github.com/continuedev/continue, `shouldApplyRule`). */
function readInclusion(header: Header, isColocated: boolean): Pick<HeaderReading, "inclusion" | "globs"> {
  const alwaysApply = readAlwaysApply(header);
  const globs = readGlobs(header, isColocated);
  if (!isColocated && !isNothing(header.value("invokable"))) return { inclusion: "manual", globs: globs ?? [] };
  if (alwaysApply === true) return { inclusion: "always", globs: globs ?? [] };
  if (!isNothing(header.value("regex"))) {
    header.report("continue/regex", "regex");
    // A `rules.md` always has a pattern: that of its directory.
    const hasGlobs = isColocated || globs !== undefined;
    return { inclusion: hasGlobs ? "manual" : offered(header, alwaysApply), globs: globs ?? [] };
  }
  if (globs !== undefined) return { inclusion: "fileMatch", globs };
  if (isColocated) return { inclusion: "fileMatch", globs: ["**"] };
  if (alwaysApply === undefined) return { inclusion: "always" };
  // Only where there is no such key at all is the rule one that applies by no file.
  if (!header.entries.has("globs")) return { inclusion: offered(header, alwaysApply) };
  header.report("continue/empty-globs", "globs");
  return { inclusion: "fileMatch", globs: ["**"] };
}

/** Whether the agent is offered the rule. */
function offered(header: Header, alwaysApply: boolean | undefined): Inclusion {
  const description = header.value("description");
  return alwaysApply === false && typeof description === "string" && description.trim() !== "" ? "agentRequested" : "manual";
}

function readAlwaysApply(header: Header): boolean | undefined {
  const value = header.value("alwaysApply");
  if (typeof value === "boolean") return value;
  if (value !== undefined && value !== null) header.report("continue/always-apply", "alwaysApply");
  return undefined;
}

function write({ inclusion, globs, description }: PrintableRule): Readonly<Record<string, string | undefined>> {
  return {
    globs: inclusion === "fileMatch" ? printGlobs(globs.map(toRootedGlob)) : undefined,
    description: description === "" ? undefined : printYaml(description),
    alwaysApply: String(inclusion === "always"),
    // Without it the agent might be offered the rule.
    invokable: inclusion === "manual" ? "true" : undefined,
  };
}

/** A pattern alone is a text, unless a comma in it could be taken for a mistake. A list of nothing would stand for every file. */
function printGlobs(patterns: readonly string[]): string {
  const [first = ""] = patterns;
  if (patterns.length === 0) return printYaml([""]);
  return printYaml(patterns.length === 1 && splitGlobs(first).length === 1 ? first : patterns);
}

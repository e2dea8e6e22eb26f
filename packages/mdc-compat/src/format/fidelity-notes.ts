import {
  defaultPriority,
  inclusionTable,
  isExclusion,
  isLonger,
  type FidelityNote,
  type Inclusion,
  type Rule,
} from "@precept/core";
import type { FormatSpec } from "../model/spec.ts";
import { hasImports } from "./imports.ts";
import { isWritableKey } from "./print.ts";

/** Lists what the rule loses, or what changes its meaning, in a file of this format. `text` is the printed file. */
export function findFidelityNotes(rule: Rule, spec: FormatSpec, text: string): FidelityNote[] {
  const { globs } = spec;
  const patterns = appliesByFile(rule) && globs !== undefined ? rule.globs.map((glob) => globs.fromCanonical(glob)) : [];
  const notes = checks.flatMap(({ applies, message, field, kind }) => {
    if (!applies(rule, spec, patterns)) return [];
    const template = typeof message === "string" ? message : message(spec, rule);
    return [{ field, kind, message: template.replaceAll("{tool}", spec.title) }];
  });
  return [...notes, ...checkFileLimits(spec, text)];
}

interface FidelityCheck {
  readonly field: FidelityNote["field"];
  readonly kind: FidelityNote["kind"];
  /** @param patterns the tool's patterns for each pattern of the rule. Empty if the rule or the tool has none. */
  readonly applies: (rule: Rule, spec: FormatSpec, patterns: readonly (readonly string[])[]) => boolean;
  /** A text with "{tool}" where the title of the tool belongs, or a function that creates it. */
  readonly message: string | ((spec: FormatSpec, rule: Rule) => string);
}

const unsupported: Readonly<Record<Inclusion, string>> = {
  always: "has no rules that always apply",
  fileMatch: "has no rules that apply by file",
  manual: "has no rules that apply only on request",
  agentRequested: "does not let the agent choose rules by their description",
  relevant: "does not select rules by relevance",
};

const checks: readonly FidelityCheck[] = [
  changes(
    "inclusion",
    ({ inclusion }, { inclusions }) => inclusions[inclusion].syntax === undefined,
    ({ inclusions }, { inclusion }) => inclusions[inclusion].limitation ?? `{tool} ${unsupported[inclusion]}.`,
  ),
  changes("pending", ({ pending }) => pending, "{tool} does not support rules that are pending approval."),
  changes(
    "enabled",
    ({ enabled }, { keys }) => !enabled && keys.every(({ field }) => field !== "enabled"),
    "{tool} does not support disabled rules.",
  ),
  changes(
    "globs",
    (rule, { globs }) => appliesByFile(rule) && globs !== undefined && !globs.exclusions && rule.globs.some(isExclusion),
    "{tool} does not document patterns that exclude files.",
  ),
  changes(
    "globs",
    (rule, spec, patterns) => appliesByFile(rule) && spec.globs !== undefined && patterns.flat().length === 0,
    "A rule that applies by file needs at least one pattern.",
  ),
  loses(
    "globs",
    (_, __, patterns) => patterns.flat().length > 0 && patterns.some((converted) => converted.length === 0),
    "Patterns that match no file, or that {tool} cannot express, are left out.",
  ),
  changes(
    "globs",
    (_, { globs }, patterns) => globs?.list === "commas" && patterns.flat().some((pattern) => /[\r\n]|\s$/.test(pattern)),
    "A pattern contains a line break or ends with a space, which a comma-separated list cannot contain.",
  ),
  loses(
    "globs",
    (rule, { globs }) =>
      appliesByFile(rule) &&
      globs?.withSlash === "anywhere" &&
      rule.globs.some((glob) => glob.includes("/") && !/^!?\*\*\//.test(glob)),
    "{tool} matches the patterns at any depth, not only in the root directory of the project.",
  ),
  changes(
    "description",
    ({ inclusion, description }, { inclusions }) =>
      inclusion === "agentRequested" && inclusions.agentRequested.syntax !== undefined && description.trim() === "",
    "{tool} offers a rule to the agent by its description, but this rule has none.",
  ),
  loses(
    "description",
    ({ inclusion, description }, { describable, inclusions }) =>
      !describable.includes(inclusions[inclusion].fallback ?? inclusion) && description.trim() !== "",
    ({ describable }, { inclusion }) => {
      if (describable.length === 0) return "{tool} has no descriptions.";
      return inclusion === "manual"
        ? "{tool} would offer a rule with a description to the agent, but this rule has to be requested by name."
        : "{tool} does not support descriptions of such rules.";
    },
  ),
  loses(
    "globs",
    (rule) => !appliesByFile(rule) && rule.globs.length > 0,
    "The patterns have no effect for this rule; {tool} would apply it by file.",
  ),
  changes(
    "targets",
    ({ targets }, spec) => targets.length > 0 && !spec.targets.some((name) => targets.includes(name)),
    "The `targets` of the rule do not include {tool}.",
  ),
  changes("contexts", ({ contexts }, spec) => contexts.length > 0 && spec.contexts === undefined, "{tool} has no contexts."),
  changes(
    "contexts",
    ({ contexts }, spec) => contexts.length > (spec.contexts?.max ?? contexts.length),
    "In {tool} a rule applies in one context or in all of them, not in several.",
  ),
  changes(
    "contexts",
    ({ contexts }, spec) => contexts.some((context) => spec.contexts?.name?.test(context) === false),
    "A name of a context is not valid in {tool}.",
  ),
  changes("validFrom", ({ validFrom }) => validFrom !== undefined, "In {tool} a rule applies from the beginning."),
  changes("expiresAt", ({ expiresAt }) => expiresAt !== undefined, "In {tool} a rule does not expire."),
  changes("conditions", ({ conditions }) => conditions !== undefined, "{tool} has no conditions."),
  changes(
    "userId",
    ({ userId }) => userId !== undefined,
    "The rule belongs to one user, but every user of the project would get it.",
  ),
  loses("projectId", ({ projectId }) => projectId !== undefined, "The file applies to any project that contains it."),
  loses("priority", ({ priority }) => priority !== defaultPriority, "{tool} has no priorities."),
  loses("override", ({ override }) => override, "{tool} merges all rules, so none overrides another."),
  loses("authority", ({ authority }) => authority !== "default", "{tool} has no authority levels."),
  loses("tags", ({ tags }) => tags.length > 0, "{tool} has no tags."),
  loses("checks", (rule) => rule.checks.length > 0, "{tool} does not store what checks a rule."),
  loses("remind", ({ remind }) => remind !== undefined, "{tool} does not give a rule again after some prompts."),
  loses("category", ({ category }) => category !== undefined, "{tool} has no categories."),
  loses("source", ({ source }) => source !== undefined, "{tool} does not store how a rule was created."),
  loses("version", ({ version }) => version !== 1, "{tool} does not store the version of a rule."),
  loses("replaces", ({ replaces }) => replaces.length > 0, "{tool} has no rules that replace others."),
  loses(
    "metadata",
    ({ metadata }, { allowsUnknownKeys, keys }) => {
      const own = new Set(keys.flatMap(({ name, field }) => (field === undefined ? [] : [name])));
      return Object.keys(metadata).some((key) => !allowsUnknownKeys || own.has(key) || !isWritableKey(key));
    },
    ({ allowsUnknownKeys }) =>
      allowsUnknownKeys
        ? "A metadata key has a meaning in {tool}, or is not a valid front matter key."
        : "{tool} does not store metadata.",
  ),
  loses(
    "content",
    ({ content, origin }, { imports }) => origin.imports !== true && imports !== undefined && hasImports(content, imports),
    "Words that start with @ are put in backticks, because {tool} would import files of that name.",
  ),
  loses(
    "content",
    ({ content }, { references }) => references !== true && content.includes("#[[file:"),
    "{tool} does not expand #[[file:…]].",
  ),
];

/** Checks for something that the file does not store. */
function loses(
  field: FidelityNote["field"],
  applies: FidelityCheck["applies"],
  message: FidelityCheck["message"],
): FidelityCheck {
  return { field, kind: "lost", applies, message };
}

/** Checks for something that changes when the rule applies, or what it says. */
function changes(
  field: FidelityNote["field"],
  applies: FidelityCheck["applies"],
  message: FidelityCheck["message"],
): FidelityCheck {
  return { field, kind: "meaning", applies, message };
}

function appliesByFile({ inclusion }: Rule): boolean {
  return inclusionTable[inclusion].trigger === "files";
}

function checkFileLimits({ limits }: FormatSpec, text: string): FidelityNote[] {
  return limits
    .filter((limit) => limit.appliesTo === "eachFile" && isLonger(text, limit))
    .map(({ effect, description }) => ({
      field: "content",
      kind: effect === "advisory" ? "lost" : "meaning",
      message: description,
    }));
}

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

/** Lists everything that the rule loses, or that changes its meaning, in a file of this format. `text` is the printed file. */
export function findFidelityNotes(rule: Rule, spec: FormatSpec, text: string): FidelityNote[] {
  const { globs } = spec;
  const patterns = appliesByFile(rule) && globs !== undefined ? rule.globs.map((glob) => globs.fromCanonical(glob)) : [];
  const notes = checks.flatMap(({ applies, message, field, kind }) => {
    return applies(rule, spec, patterns) ? [{ field, kind, message: message(spec, rule) }] : [];
  });
  return [...notes, ...checkFileLimits(spec, text)];
}

interface FidelityCheck {
  readonly field: FidelityNote["field"];
  readonly kind: FidelityNote["kind"];
  /** @param patterns the patterns in the tool's syntax, for each pattern of the rule. Empty if the rule does not apply by file, or the tool has no patterns. */
  readonly applies: (rule: Rule, spec: FormatSpec, patterns: readonly (readonly string[])[]) => boolean;
  readonly message: (spec: FormatSpec, rule: Rule) => string;
}

const unsupported: Readonly<Record<Inclusion, string>> = {
  always: "has no rules that always apply",
  fileMatch: "has no rules that apply by file",
  manual: "has no rules that apply only on request",
  agentRequested: "does not let the agent choose rules by their description",
  relevant: "does not select rules by relevance",
};

const checks: readonly FidelityCheck[] = [
  {
    field: "inclusion",
    kind: "meaning",
    applies: ({ inclusion }, { inclusions }) => inclusions[inclusion].syntax === undefined,
    message: ({ title, inclusions }, { inclusion }) => inclusions[inclusion].limitation ?? `${title} ${unsupported[inclusion]}.`,
  },
  {
    field: "pending",
    kind: "meaning",
    applies: ({ pending }) => pending,
    message: ({ title }) => `${title} does not support rules that are pending approval.`,
  },
  {
    field: "enabled",
    kind: "meaning",
    applies: ({ enabled }, { keys }) => !enabled && keys.every(({ field }) => field !== "enabled"),
    message: ({ title }) => `${title} does not support disabled rules.`,
  },
  {
    field: "globs",
    kind: "meaning",
    applies: (rule, { globs }) => appliesByFile(rule) && globs !== undefined && !globs.exclusions && rule.globs.some(isExclusion),
    message: ({ title }) => `${title} does not document patterns that exclude files.`,
  },
  {
    field: "globs",
    kind: "meaning",
    applies: (rule, spec, patterns) => appliesByFile(rule) && spec.globs !== undefined && patterns.flat().length === 0,
    message: () => "A rule that applies by file needs at least one pattern.",
  },
  {
    field: "globs",
    kind: "lost",
    applies: (_, __, patterns) => patterns.flat().length > 0 && patterns.some((converted) => converted.length === 0),
    message: ({ title }) => `Patterns that match no file, or that ${title} cannot express, are left out.`,
  },
  {
    field: "globs",
    kind: "meaning",
    applies: (_, { globs }, patterns) =>
      globs?.list === "commas" && patterns.flat().some((pattern) => /[\r\n]|\s$/.test(pattern)),
    message: () => "A pattern contains a line break or ends with a space, which a comma-separated list cannot contain.",
  },
  {
    field: "globs",
    kind: "lost",
    applies: (rule, { globs }) =>
      appliesByFile(rule) &&
      globs?.withSlash === "anywhere" &&
      rule.globs.some((glob) => glob.includes("/") && !/^!?\*\*\//.test(glob)),
    message: ({ title }) => `${title} matches the patterns at any depth, not only in the root directory of the project.`,
  },
  {
    field: "description",
    kind: "meaning",
    applies: ({ inclusion, description }, { inclusions }) =>
      inclusion === "agentRequested" && inclusions.agentRequested.syntax !== undefined && description.trim() === "",
    message: ({ title }) => `${title} offers a rule to the agent by its description, but this rule has none.`,
  },
  {
    field: "description",
    kind: "lost",
    applies: ({ inclusion, description }, { describable, inclusions }) =>
      !describable.includes(inclusions[inclusion].fallback ?? inclusion) && description.trim() !== "",
    message: ({ title, describable }, { inclusion }) => {
      if (describable.length === 0) return `${title} has no descriptions.`;
      return inclusion === "manual"
        ? `${title} would offer a rule with a description to the agent, but this rule has to be requested by name.`
        : `${title} does not support descriptions of such rules.`;
    },
  },
  {
    field: "globs",
    kind: "lost",
    applies: (rule) => !appliesByFile(rule) && rule.globs.length > 0,
    message: ({ title }) => `The patterns have no effect for this rule; ${title} would apply it by file.`,
  },
  {
    field: "targets",
    kind: "meaning",
    applies: ({ targets }, spec) => targets.length > 0 && !spec.targets.some((name) => targets.includes(name)),
    message: ({ title }) => `The \`targets\` of the rule do not include ${title}.`,
  },
  {
    field: "contexts",
    kind: "meaning",
    applies: ({ contexts }, spec) => contexts.length > 0 && spec.contexts === undefined,
    message: ({ title }) => `${title} has no contexts.`,
  },
  {
    field: "contexts",
    kind: "meaning",
    applies: ({ contexts }, spec) => contexts.length > (spec.contexts?.max ?? contexts.length),
    message: ({ title }) => `In ${title} a rule applies in one context or in all of them, not in several.`,
  },
  {
    field: "contexts",
    kind: "meaning",
    applies: ({ contexts }, spec) => contexts.some((context) => spec.contexts?.name?.test(context) === false),
    message: ({ title }) => `A name of a context is not valid in ${title}.`,
  },
  {
    field: "conditions",
    kind: "meaning",
    applies: ({ conditions }) => conditions !== undefined,
    message: ({ title }) => `${title} has no conditions.`,
  },
  {
    field: "userId",
    kind: "meaning",
    applies: ({ userId }) => userId !== undefined,
    message: () => "The rule belongs to one user, but every user of the project would get it.",
  },
  {
    field: "projectId",
    kind: "lost",
    applies: ({ projectId }) => projectId !== undefined,
    message: () => "The file applies to any project that contains it.",
  },
  {
    field: "priority",
    kind: "lost",
    applies: ({ priority }) => priority !== defaultPriority,
    message: ({ title }) => `${title} has no priorities.`,
  },
  {
    field: "override",
    kind: "lost",
    applies: ({ override }) => override,
    message: ({ title }) => `${title} merges all rules, so none overrides another.`,
  },
  {
    field: "authority",
    kind: "lost",
    applies: ({ authority }) => authority !== "default",
    message: ({ title }) => `${title} has no authority levels.`,
  },
  { field: "tags", kind: "lost", applies: ({ tags }) => tags.length > 0, message: ({ title }) => `${title} has no tags.` },
  {
    field: "category",
    kind: "lost",
    applies: ({ category }) => category !== undefined,
    message: ({ title }) => `${title} has no categories.`,
  },
  {
    field: "source",
    kind: "lost",
    applies: ({ source }) => source !== undefined,
    message: ({ title }) => `${title} does not store how a rule was created.`,
  },
  {
    field: "version",
    kind: "lost",
    applies: ({ version }) => version !== 1,
    message: ({ title }) => `${title} does not store the version of a rule.`,
  },
  {
    field: "replaces",
    kind: "lost",
    applies: ({ replaces }) => replaces.length > 0,
    message: ({ title }) => `${title} has no rules that replace others.`,
  },
  {
    field: "metadata",
    kind: "lost",
    applies: ({ metadata }, { allowsUnknownKeys, keys }) => {
      const own = new Set(keys.flatMap(({ name, field }) => (field === undefined ? [] : [name])));
      return Object.keys(metadata).some((key) => !allowsUnknownKeys || own.has(key) || !isWritableKey(key));
    },
    message: ({ title, allowsUnknownKeys }) =>
      allowsUnknownKeys
        ? `A metadata key has a meaning in ${title}, or is not a valid front matter key.`
        : `${title} does not store metadata.`,
  },
  {
    field: "content",
    kind: "lost",
    applies: ({ content, origin }, { imports }) =>
      origin.imports !== true && imports !== undefined && hasImports(content, imports),
    message: ({ title }) => `Words that start with @ are put in backticks, because ${title} would import files of that name.`,
  },
  {
    field: "content",
    kind: "lost",
    applies: ({ content }, { references }) => references !== true && content.includes("#[[file:"),
    message: ({ title }) => `${title} does not expand #[[file:…]].`,
  },
];

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

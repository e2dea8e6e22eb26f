import { defaultPriority, inclusionTable, isExclusion, type FidelityNote, type Inclusion, type Rule } from "@precept/core";
import type { FormatFacts } from "./facts.ts";
import { hasImports } from "./imports.ts";
import { isWritableKey } from "./print.ts";

/** What a rule says that a file of this format can't. */
export function notesFor(rule: Rule, facts: FormatFacts, text: string): FidelityNote[] {
  const notes = losses.flatMap(({ when, message, ...note }) => {
    return when(rule, facts, text) ? [{ ...note, message: message(facts, rule) }] : [];
  });
  return [...notes, ...limitNotes(facts, text)];
}

interface Loss {
  readonly field: FidelityNote["field"];
  readonly kind: FidelityNote["kind"];
  readonly when: (rule: Rule, facts: FormatFacts, text: string) => boolean;
  readonly message: (facts: FormatFacts, rule: Rule) => string;
}

const lacks: Readonly<Record<Inclusion, string>> = {
  always: "has no rules that always apply",
  fileMatch: "has no rules that apply by file",
  manual: "has no rules that wait to be asked for",
  agentRequested: "offers no rules by their description",
  relevant: "finds no rules by relevance",
};

const losses: readonly Loss[] = [
  {
    field: "inclusion",
    kind: "meaning",
    when: ({ inclusion }, { inclusions }) => inclusions[inclusion].written === undefined,
    message: ({ title, inclusions }, { inclusion }) => inclusions[inclusion].lacks ?? `${title} ${lacks[inclusion]}.`,
  },
  {
    field: "pending",
    kind: "meaning",
    when: ({ pending }) => pending,
    message: ({ title }) => `${title} has no rules that wait for approval.`,
  },
  {
    field: "enabled",
    kind: "meaning",
    when: ({ enabled }, { keys }) => !enabled && keys.every(({ field }) => field !== "enabled"),
    message: ({ title }) => `${title} has no rules that are switched off.`,
  },
  {
    field: "globs",
    kind: "meaning",
    when: (rule, { globs }) => isByFile(rule) && globs !== undefined && !globs.exclusions && rule.globs.some(isExclusion),
    message: ({ title }) => `${title} documents no patterns that exclude.`,
  },
  {
    field: "globs",
    kind: "meaning",
    when: (rule, facts) => isByFile(rule) && facts.globs !== undefined && writtenGlobs(rule, facts).length === 0,
    message: () => "A rule that applies by file needs a pattern.",
  },
  {
    field: "globs",
    kind: "lost",
    when: (rule, facts) =>
      isByFile(rule) &&
      writtenGlobs(rule, facts).length > 0 &&
      rule.globs.some((glob) => facts.globs?.fromCanonical(glob).length === 0),
    message: ({ title }) => `A pattern that matches no file, or that ${title} has no words for, is left out.`,
  },
  {
    field: "globs",
    kind: "meaning",
    when: (rule, facts) =>
      isByFile(rule) && facts.globs?.list === "commas" && writtenGlobs(rule, facts).some((glob) => /[\r\n]|\s$/.test(glob)),
    message: () => "A pattern has a line break in it, or a space at its end, which a line of patterns cannot hold.",
  },
  {
    field: "globs",
    kind: "lost",
    when: (rule, { globs }) =>
      isByFile(rule) && globs?.rooted === "anywhere" && rule.globs.some((glob) => glob.includes("/") && !/^!?\*\*\//.test(glob)),
    message: ({ title }) => `${title} looks for the patterns at any depth, not in the root of the project alone.`,
  },
  {
    field: "description",
    kind: "meaning",
    when: ({ inclusion, description }, { inclusions }) =>
      inclusion === "agentRequested" && inclusions.agentRequested.written !== undefined && description.trim() === "",
    message: ({ title }) => `${title} offers a rule to the agent by its description, and this one has none.`,
  },
  {
    field: "description",
    kind: "lost",
    when: ({ inclusion, description }, { describes, inclusions }) =>
      !describes.includes(inclusions[inclusion].becomes ?? inclusion) && description.trim() !== "",
    message: ({ title, describes }, { inclusion }) => {
      if (describes.length === 0) return `${title} has no descriptions.`;
      return inclusion === "manual"
        ? `${title} would offer a rule with a description to the agent; this one has to be asked for by name.`
        : `${title} has no descriptions of such rules.`;
    },
  },
  {
    field: "globs",
    kind: "lost",
    when: (rule) => !isByFile(rule) && rule.globs.length > 0,
    message: ({ title }) => `The patterns have no effect here; ${title} would attach the rule to files.`,
  },
  {
    field: "targets",
    kind: "meaning",
    when: ({ targets }, facts) => targets.length > 0 && !facts.targets.some((name) => targets.includes(name)),
    message: ({ title }) => `The rule is not meant for ${title}.`,
  },
  {
    field: "contexts",
    kind: "meaning",
    when: ({ contexts }, facts) => contexts.length > 0 && facts.contexts === undefined,
    message: ({ title }) => `${title} knows no contexts.`,
  },
  {
    field: "contexts",
    kind: "meaning",
    when: ({ contexts }, facts) => contexts.length > (facts.contexts?.most ?? contexts.length),
    message: ({ title }) => `${title} has no rules for several contexts, only for one or for all.`,
  },
  {
    field: "contexts",
    kind: "meaning",
    when: ({ contexts }, facts) => contexts.some((context) => facts.contexts?.name?.test(context) === false),
    message: ({ title }) => `${title} has no context of such a name.`,
  },
  {
    field: "conditions",
    kind: "meaning",
    when: ({ conditions }) => conditions !== undefined,
    message: ({ title }) => `${title} knows no conditions.`,
  },
  {
    field: "userId",
    kind: "meaning",
    when: ({ userId }) => userId !== undefined,
    message: () => "Everybody who opens the project would have this person's rule.",
  },
  {
    field: "projectId",
    kind: "lost",
    when: ({ projectId }) => projectId !== undefined,
    message: () => "The file belongs to whatever project it lies in.",
  },
  {
    field: "priority",
    kind: "lost",
    when: ({ priority }) => priority !== defaultPriority,
    message: ({ title }) => `${title} has no priorities.`,
  },
  {
    field: "override",
    kind: "lost",
    when: ({ override }) => override,
    message: ({ title }) => `${title} merges all rules; none overrides another.`,
  },
  {
    field: "authority",
    kind: "lost",
    when: ({ authority }) => authority !== "default",
    message: ({ title }) => `${title} knows no authority.`,
  },
  { field: "tags", kind: "lost", when: ({ tags }) => tags.length > 0, message: ({ title }) => `${title} has no tags.` },
  {
    field: "category",
    kind: "lost",
    when: ({ category }) => category !== undefined,
    message: ({ title }) => `${title} has no categories.`,
  },
  {
    field: "version",
    kind: "lost",
    when: ({ version }) => version !== 1,
    message: ({ title }) => `${title} counts no revisions.`,
  },
  {
    field: "replaces",
    kind: "lost",
    when: ({ replaces }) => replaces.length > 0,
    message: ({ title }) => `${title} knows no earlier rules.`,
  },
  {
    field: "metadata",
    kind: "lost",
    when: ({ metadata }, { keepsKeys, keys }) => {
      const own = new Set(keys.flatMap(({ name, field }) => (field === undefined ? [] : [name])));
      return Object.keys(metadata).some((key) => !keepsKeys || own.has(key) || !isWritableKey(key));
    },
    message: ({ title, keepsKeys }) =>
      keepsKeys
        ? `A key of the metadata is one of ${title}'s own, or cannot be written as a key.`
        : `${title} has no place for the metadata.`,
  },
  {
    field: "content",
    kind: "lost",
    when: ({ content, origin }, { imports }) => origin.imports !== true && imports !== undefined && hasImports(content, imports),
    message: ({ title }) => `Words with an @ in front are put into backticks, since ${title} would bring in files of that name.`,
  },
  {
    field: "content",
    kind: "lost",
    when: ({ content }, { references }) => references !== true && content.includes("#[[file:"),
    message: ({ title }) => `${title} brings in no files where the text says #[[file:…]].`,
  },
];

function isByFile({ inclusion }: Rule): boolean {
  return inclusionTable[inclusion].trigger === "files";
}

function writtenGlobs({ globs }: Rule, facts: FormatFacts): readonly string[] {
  return globs.flatMap((glob) => facts.globs?.fromCanonical(glob) ?? []);
}

/** A file of which the tool would not read all is not what was meant. */
function limitNotes({ limits }: FormatFacts, text: string): FidelityNote[] {
  return limits
    .filter((limit) => limit.of === "file" && lengthIn(text, limit.unit) > limit.most)
    .map(({ effect, meaning }) => ({ field: "content", kind: effect === "advice" ? "lost" : "meaning", message: meaning }));
}

/** How long a text is. UTF-8 takes one byte for ASCII, and up to four for everything else. */
export function lengthIn(text: string, unit: "characters" | "bytes"): number {
  if (unit === "characters") return text.length;
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10_000 ? 3 : 4;
  }
  return bytes;
}

import { descriptionKey } from "../../format/description-key.ts";
import type { FormatSpec } from "../../model/spec.ts";
import { fromRootedGlob, rootedPatterns } from "../../globs/rooted.ts";

const source = "https://docs.continue.dev/customize/deep-dives/rules";

export const continueSpec: FormatSpec = {
  id: "continue",
  title: "Continue",
  targets: ["continue"],
  keys: [
    { name: "name", type: "string", field: "name", description: "Name of the rule. Default: the last two segments of its path." },
    {
      name: "globs",
      type: "string or strings",
      field: "globs",
      description: "One pattern, or a list; `!` excludes files. The rule applies when a file in the context matches.",
    },
    {
      name: "regex",
      type: "string or strings",
      description: "Regular expressions. The rule applies when the contents of a file match one of them.",
    },
    descriptionKey("With `alwaysApply: false` and no `globs`"),
    {
      name: "alwaysApply",
      type: "boolean",
      field: "inclusion",
      description: "Whether the rule always applies. Default: true without `globs` and `regex`, else false.",
    },
    {
      name: "invokable",
      type: "boolean",
      field: "inclusion",
      description: "Whether the file is a prompt that the user invokes by name instead of a rule. Default false.",
    },
  ],
  inclusions: {
    always: { syntax: "`alwaysApply: true`, or none of `alwaysApply`, `globs` and `regex`" },
    fileMatch: { syntax: "`globs`" },
    agentRequested: { syntax: "`alwaysApply: false`, `description`" },
    manual: { syntax: "`alwaysApply: false`, `invokable: true`" },
    relevant: { fallback: "agentRequested" },
  },
  // Not converted: in Continue, `*` does not match names that start with a dot.
  globs: { ...rootedPatterns, list: "list", exclusions: true, source },
  describable: ["always", "fileMatch", "agentRequested", "manual"],
  allowsUnknownKeys: true,
  limits: [],
  source,
};

/** Continue's `rules.md`, in the directory that it applies to. Its patterns match at any depth below. */
export const colocatedSpec: FormatSpec = {
  ...continueSpec,
  id: "continue-colocated",
  keys: continueSpec.keys.filter(({ name }) => name !== "invokable"),
  inclusions: {
    always: { syntax: "`alwaysApply: true`" },
    fileMatch: { syntax: "`globs`, or no `alwaysApply: true`" },
    agentRequested: { fallback: "fileMatch" },
    manual: { fallback: "fileMatch" },
    relevant: { fallback: "fileMatch" },
  },
  globs: {
    ...rootedPatterns,
    withoutSlash: "anywhere",
    withSlash: "anywhere",
    list: "list",
    source,
    toCanonical: fromColocatedGlob,
  },
  describable: ["always", "fileMatch"],
};

/** Converts a `rules.md` pattern. Continue prefixes it with the directory and `**\/`, unless it starts with `**`. */
export function fromColocatedGlob(glob: string): string {
  return glob.startsWith("**") ? fromRootedGlob(glob) : `**/${glob}`;
}

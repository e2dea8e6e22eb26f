import type { FormatFacts } from "../../format/facts.ts";
import { plainInclusions } from "../../format/plain-facts.ts";
import { fromRootedGlob, toRootedGlob } from "../../globs/rooted.ts";
import { fromColocatedGlob } from "./colocated-glob.ts";

const source = "https://docs.continue.dev/customize/deep-dives/rules";
const title = "Continue";
const targets = ["continue"];

/** Continue's rules, `.continue/rules/**\/*.md`. */
export const continueFacts: FormatFacts = {
  id: "continue",
  title,
  targets,
  keys: [
    { name: "name", type: "text", field: "name", meaning: "What the rule is called. Default: the last two parts of its path." },
    {
      name: "globs",
      type: "text or texts",
      field: "globs",
      meaning: "One pattern, or a list; `!` takes files away. The rule applies when a file of the context matches.",
    },
    {
      name: "regex",
      type: "text or texts",
      meaning: "Regular expressions. The rule applies when the contents of a file match one of them.",
    },
    {
      name: "description",
      type: "text",
      field: "description",
      meaning: "By which the agent decides with `alwaysApply: false`, and without `globs`, whether it reads the rule.",
    },
    {
      name: "alwaysApply",
      type: "flag",
      field: "inclusion",
      meaning: "Whether the rule always applies. Default: true without `globs` and `regex`, else false.",
    },
    {
      name: "invokable",
      type: "flag",
      field: "inclusion",
      meaning: "Whether the file is a prompt that people call by its name, and no rule. Default false.",
    },
  ],
  inclusions: {
    always: { written: "`alwaysApply: true`, or none of `alwaysApply`, `globs` and `regex`" },
    fileMatch: { written: "`globs`" },
    agentRequested: { written: "`alwaysApply: false`, `description`" },
    manual: { written: "`alwaysApply: false`, `invokable: true`" },
    relevant: { becomes: "agentRequested" },
  },
  globs: {
    // One difference is left: by a star Continue finds no names that begin with a dot.
    bare: "root",
    rooted: "root",
    list: "list",
    exclusions: true,
    source,
    toCanonical: fromRootedGlob,
    fromCanonical: (glob) => [toRootedGlob(glob)],
  },
  describes: ["always", "fileMatch", "agentRequested", "manual"],
  keepsKeys: true,
  limits: [],
  source,
};

/** Continue's `rules.md` beside the files it is about. Each of its patterns is looked for in its directory, at any depth. */
export const colocatedFacts: FormatFacts = {
  ...continueFacts,
  id: "continue-colocated",
  keys: continueFacts.keys.filter(({ name }) => name !== "invokable"),
  inclusions: {
    always: { written: "`alwaysApply: true`" },
    fileMatch: { written: "anything else; `globs` for some of the files" },
    agentRequested: { becomes: "fileMatch" },
    manual: { becomes: "fileMatch" },
    relevant: { becomes: "fileMatch" },
  },
  globs: {
    bare: "anywhere",
    rooted: "anywhere",
    list: "list",
    exclusions: false,
    source,
    toCanonical: fromColocatedGlob,
    fromCanonical: (glob) => [toRootedGlob(glob)],
  },
  describes: ["always", "fileMatch"],
};

/** `.continuerules`, the one file of old. */
export const continueRulesFileFacts: FormatFacts = {
  id: "continuerules",
  title,
  targets,
  keys: [],
  inclusions: plainInclusions,
  describes: [],
  keepsKeys: false,
  limits: [],
  source,
};

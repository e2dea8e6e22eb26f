import type { FormatFacts, ImportFacts } from "../../format/facts.ts";
import { plainInclusions } from "../../format/plain-facts.ts";
import { fromRootedGlob, toRootedGlob } from "../../globs/rooted.ts";

const docs = "https://code.claude.com/docs/en/memory";

const targets = ["claude", "claude-code", "claudecode"];

/**
 * `@path` anywhere in a text: relative, absolute or below `~`, spaces behind a backslash. What may stand in front is not documented: an address, a
 * package in a path and the like are taken for none.
 */
const imports: ImportFacts = {
  pattern:
    /(?<![\p{L}\p{N}@\\/`])@((?:[\p{L}\p{N}_~/]|\.{1,2}\/|\.(?=[\p{L}\p{N}_]))(?:[\p{L}\p{N}_/~@%+=#$&-]|[.:]{1,2}(?=[\p{L}\p{N}_/])|\\ )*)/gu,
  source: docs,
};

/** Claude Code's rules, which apply always or by file. */
export const claudeFacts: FormatFacts = {
  id: "claude",
  title: "Claude Code",
  targets,
  keys: [
    {
      name: "paths",
      type: "text or texts",
      field: "globs",
      meaning:
        "Patterns, as a list or with commas between them. The rule is read when a matching file is; without patterns it always is.",
    },
  ],
  inclusions: {
    always: { written: "no `paths`" },
    fileMatch: { written: "`paths`" },
    agentRequested: { becomes: "always" },
    manual: { becomes: "always" },
    relevant: { becomes: "always" },
  },
  globs: {
    bare: "root",
    rooted: "root",
    list: "list or commas",
    exclusions: false,
    toCanonical: fromRootedGlob,
    fromCanonical: (glob) => [toRootedGlob(glob)],
  },
  describes: [],
  imports,
  keepsKeys: true,
  limits: [],
  source: docs,
};

/** `CLAUDE.md` and its kin. */
export const claudeMemoryFacts: FormatFacts = {
  id: "claude-memory",
  title: "Claude Code",
  targets,
  keys: [],
  inclusions: plainInclusions,
  describes: [],
  imports,
  keepsKeys: false,
  limits: [
    {
      most: 4_194_304,
      unit: "bytes",
      of: "file",
      effect: "ignored",
      meaning: "Claude Code passes over files of more than 4 MiB.",
    },
  ],
  source: docs,
};

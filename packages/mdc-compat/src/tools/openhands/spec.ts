import { descriptionKey } from "../../format/description-key.ts";
import { rootedPatterns, toRootedGlob } from "../../globs/rooted.ts";
import type { FormatSpec } from "../../model/spec.ts";

/** OpenHands' rules: Markdown files in the directory of skills, and microagents. A `SKILL.md` is offered to agents. */
export const openhandsSpec: FormatSpec = {
  id: "openhands",
  title: "OpenHands",
  targets: ["openhands"],
  keys: [
    { name: "name", type: "string", field: "name", description: "Name of the rule. Default: the file name." },
    descriptionKey(),
    {
      name: "paths",
      type: "string or strings",
      field: "globs",
      description: "Patterns, as a list or comma-separated. The rule applies when the agent reads or edits a matching file.",
    },
    { name: "triggers", type: "strings", description: "Words in a message that make the rule apply. `paths` has precedence." },
    {
      name: "disable-model-invocation",
      type: "boolean",
      description: "In a `SKILL.md`, `true`: only the user can call the skill.",
    },
  ],
  inclusions: {
    always: { syntax: "neither `paths` nor `triggers`" },
    fileMatch: { syntax: "`paths`" },
    agentRequested: { fallback: "always", limitation: "OpenHands offers only skills to the agent, not rules." },
    manual: { fallback: "always" },
    relevant: { fallback: "always" },
  },
  globs: {
    ...rootedPatterns,
    withoutSlash: "anywhere",
    source: "https://github.com/OpenHands/docs/blob/main/overview/skills/path.mdx",
    toCanonical: (glob) => glob,
    fromCanonical: (glob) => [toOpenhandsGlob(glob)],
  },
  describable: ["always", "fileMatch"],
  allowsUnknownKeys: true,
  limits: [],
  source: "https://github.com/OpenHands/software-agent-sdk/blob/main/openhands-sdk/openhands/sdk/skills/skill.py",
};

/** Converts a pattern from Precept's syntax. A root pattern keeps its slash, or it would match at any depth. */
export function toOpenhandsGlob(glob: string): string {
  return glob.startsWith("/") && !glob.slice(1).includes("/") ? glob : toRootedGlob(glob);
}

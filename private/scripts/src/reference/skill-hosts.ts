import { formatNumber } from "@precept/core";
import { skillHosts, type SkillFault, type SkillHost } from "@precept/mdc-compat";
import { table } from "./markdown.ts";

/** Describes how each tool reads skills. */
export function skillSection(): string {
  return [
    "## Skills",
    "A skill is a folder with a file `SKILL.md`. Precept reads skills as rules that the agent requests: as rules that have to be requested if the tool " +
      "reads `disable-model-invocation`, and as rules that apply by file if the tool reads `paths`. A rule that always applies is never written as a skill.",
    "The other files of the folder are imported to `.precept/skills` and exported with the skill. A rule is a skill if it was imported from one, is in the " +
      "file of one, or has files in `.precept/skills`. Exports write it as a skill for each tool in this table that reads it with the same meaning. " +
      "[Limits](limits.md#packagestransfer) has the limits of the files.",
    skillTable(skillHosts),
  ].join("\n\n");
}

/** Describes the skills of some tools, one row each. */
export function skillTable(hosts: readonly SkillHost[]): string {
  return table(
    ["tool", "in the project", "personal", "keys besides `name` and `description`", "limits", "replaced in the text", "source"],
    hosts.map((host) => [
      host.title,
      paths(host.dirs, "") + (host.nested === true ? " (in subdirectories too)" : ""),
      paths(host.personalDirs, "~/"),
      host.keys.map((key) => `\`${key}\``).join(", ") || "–",
      limits(host).join("; ") || "–",
      host.expansions
        .map(({ effect, escape }) => `${effect}${escape === undefined ? "" : " (escaped with a backslash)"}`)
        .join("; ") || "–",
      host.source,
    ]),
  );
}

const faults: Readonly<Record<SkillFault, string>> = {
  "no-description": "without a description",
  "long-description": "with a description that is too long",
  "other-name": "whose name is not that of its folder",
  "bad-paths": "whose `paths` is not a list of patterns below the project",
};

function limits({ maxDescription, drops, hidesFromUser, needsFirstByte, limits: sizes }: SkillHost): readonly string[] {
  return [
    ...(maxDescription === undefined
      ? []
      : [
          `descriptions of more than ${formatNumber(maxDescription.length)} ${maxDescription.unit} are ${maxDescription.effect === "cut" ? "cut" : "not accepted"}`,
        ]),
    ...(drops.length === 0 ? [] : [`does not load a skill ${drops.map((fault) => faults[fault]).join(", or ")}`]),
    ...(hidesFromUser === true ? ["the user can call a skill only with `user-invocable: true`"] : []),
    ...(needsFirstByte === true ? ["does not read front matter behind a byte order mark"] : []),
    ...sizes.map(({ description }) => description.replace(/\.$/, "")),
  ];
}

function paths(dirs: readonly string[], prefix: string): string {
  return dirs.map((dir) => `\`${prefix}${dir}\``).join(", ") || "–";
}

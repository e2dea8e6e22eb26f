import type { Inclusion } from "@precept/core";
import type { FormatSpec, InclusionSupport, KeySpec } from "../model/spec.ts";
import { rootedPatterns } from "../globs/rooted.ts";
import type { SkillHost, SkillKey } from "../model/skill-host.ts";

/** The keys of https://agentskills.io/specification, and those that only label a skill or grant it tools. */
const commonKeys: readonly KeySpec[] = [
  { name: "name", type: "string", field: "name", description: "Name of the skill: the name of its folder." },
  {
    name: "description",
    type: "string",
    field: "description",
    description:
      "What the skill does and when to use it, in at most 1,024 characters. The agent uses it to decide whether to read the skill.",
  },
  { name: "license", type: "string", description: "License of the skill." },
  { name: "compatibility", type: "string", description: "Environment that the skill requires, in at most 500 characters." },
  { name: "metadata", type: "mapping", description: "Further values for other programs." },
  {
    name: "allowed-tools",
    type: "string or strings",
    description: "Tools that the agent may use without asking, separated by spaces.",
  },
];

const optionalKeys: Readonly<Record<SkillKey, KeySpec>> = {
  paths: {
    name: "paths",
    type: "string or strings",
    field: "globs",
    description: "Patterns. The skill is offered once the agent works on a matching file.",
  },
  "disable-model-invocation": {
    name: "disable-model-invocation",
    type: "boolean",
    field: "inclusion",
    description: "`true`: only the user can call the skill.",
  },
  "user-invocable": { name: "user-invocable", type: "boolean", description: "Whether the user can call the skill by its name." },
};

export function createSkillSpec(host: SkillHost): FormatSpec {
  const { id, title, keys, expansions, limits, source, hidesFromUser = false } = host;
  const reads = (key: SkillKey): boolean => keys.includes(key);
  // Crush lets the user call a skill only with this key, so a rule that has to be requested needs it.
  const own = (key: SkillKey): KeySpec =>
    key === "user-invocable" && hidesFromUser ? { ...optionalKeys[key], field: "inclusion" } : optionalKeys[key];
  const inclusions: Readonly<Record<Inclusion, InclusionSupport>> = {
    always: { fallback: "agentRequested", limitation: `${title} reads a skill only when the agent or the user asks for it.` },
    fileMatch: reads("paths")
      ? { syntax: "`paths`" }
      : { fallback: "agentRequested", limitation: `Skills of ${title} have no patterns.` },
    agentRequested: { syntax: "`description`" },
    manual: reads("disable-model-invocation")
      ? { syntax: `\`disable-model-invocation: true\`${hidesFromUser ? ", `user-invocable: true`" : ""}` }
      : { fallback: "agentRequested", limitation: `${title} cannot keep the agent from choosing a skill by itself.` },
    relevant: { fallback: "agentRequested" },
  };
  return {
    id: id === "skill" ? id : `${id}-skill`,
    title,
    targets: [id],
    keys: [...commonKeys, ...keys.map(own)],
    inclusions,
    ...(reads("paths") && { globs: { ...rootedPatterns, list: host.needsPathList === true ? "list" : "list or commas" } }),
    describable: ["always", "fileMatch", "agentRequested", "manual"],
    ...(expansions.length > 0 && { expansions }),
    allowsUnknownKeys: true,
    limits,
    ...(id !== "skill" && { schema: "skill" }),
    source,
  };
}

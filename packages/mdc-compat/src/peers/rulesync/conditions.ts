import { isRecord, type Inclusion, type Json } from "@precept/core";
import { readPatternValues } from "../../format/read-values.ts";
import { readToolNames } from "../tool-names.ts";

/** When a rule of rulesync applies, and in which tools. */
export interface RulesyncConditions {
  readonly inclusion: Inclusion;
  readonly globs: readonly string[];
  /** The ids of the tools that it is for. Empty: all. */
  readonly targets: readonly string[];
  /** Names in `targets` of tools that Precept does not know. */
  readonly unknownTools: readonly string[];
  /** The paths of settings for one tool that the rule does not have, such as `kiro.inclusion`. */
  readonly dropped: readonly string[];
}

type Condition = Pick<RulesyncConditions, "inclusion" | "globs">;

type Settings = Readonly<Record<string, Json>>;

/** A tool whose settings say when a rule applies. */
interface ConditionSettings {
  /** The keys that say it. */
  readonly keys: readonly string[];
  read(settings: Settings, common: { readonly globs: readonly string[]; readonly isDescribed: boolean }): Condition | undefined;
}

/** Settings with one word for when a rule applies, and patterns for those that apply by file. */
function readWord(key: string, words: Readonly<Record<string, Inclusion>>, patterns: string): ConditionSettings {
  return {
    keys: [key, patterns, "name", "description"],
    read(settings, { globs }) {
      const word = settings[key];
      return withPatterns(typeof word === "string" ? words[word] : undefined, settings[patterns], globs);
    },
  };
}

const triggers = readWord(
  "trigger",
  { always_on: "always", glob: "fileMatch", manual: "manual", model_decision: "agentRequested" },
  "globs",
);

const conditionSettings: Readonly<Record<string, ConditionSettings>> = {
  cursor: {
    keys: ["alwaysApply", "globs", "description"],
    read({ alwaysApply, globs: own, description }, { globs: common, isDescribed }) {
      if (typeof alwaysApply !== "boolean") return undefined;
      const globs = own === undefined ? common : readPatternValues(own);
      if (alwaysApply) return { inclusion: "always", globs: [] };
      if (globs.length > 0) return { inclusion: "fileMatch", globs };
      return { inclusion: isDescribed || isText(description) ? "agentRequested" : "manual", globs: [] };
    },
  },
  claudecode: { keys: ["paths"], read: ({ paths }) => withPatterns("fileMatch", paths, []) },
  kiro: readWord(
    "inclusion",
    { always: "always", fileMatch: "fileMatch", manual: "manual", auto: "agentRequested" },
    "fileMatchPattern",
  ),
  devin: triggers,
  windsurf: triggers,
  antigravity: triggers,
  augmentcode: readWord("type", { always_apply: "always", manual: "manual", agent_requested: "agentRequested" }, "globs"),
};

function withPatterns(inclusion: Inclusion | undefined, own: Json | undefined, common: readonly string[]): Condition | undefined {
  if (inclusion !== "fileMatch") return inclusion && { inclusion, globs: [] };
  const globs = own === undefined ? common : readPatternValues(own);
  return globs.length === 0 ? undefined : { inclusion, globs };
}

function isText(value: Json | undefined): boolean {
  return typeof value === "string" && value !== "";
}

/** Patterns that match every file, with which rulesync says that a rule always applies. */
const universal = new Set(["*", "**", "**/*"]);

/**
 * Reads when a rule applies. `root` and `globs` decide for all tools. Without them, the settings of the first tool that
 * say it decide, since rulesync has no other key for rules that the user or the agent requests.
 */
export function readConditions(value: (key: string) => Json | undefined, toolKeys: readonly string[]): RulesyncConditions {
  const { known, unknown } = readToolNames(readPatternValues(value("targets")).filter((name) => name !== "*"));
  const isForAll = readPatternValues(value("targets")).includes("*") || known.length + unknown.length === 0;
  const globs = readPatternValues(value("globs"));
  const isDescribed = isText(value("description"));
  const settings = toolKeys.flatMap((tool) => {
    const own = value(tool);
    return isRecord(own) ? [{ tool, own }] : [];
  });
  const stated = settings.flatMap(({ tool, own }) => {
    const condition = conditionSettings[tool]?.read(own, { globs, isDescribed });
    return condition === undefined ? [] : [{ tool, condition: simplify(condition) }];
  });
  const common = readCommon(value("root") === true || value("localRoot") === true, globs);
  const condition = common ?? stated[0]?.condition ?? { inclusion: "always", globs: [] };
  const subproject = settings.find(({ tool }) => tool === "agentsmd")?.own["subprojectPath"];
  const dropped = settings.flatMap(({ tool, own }) => {
    const found = stated.find((one) => one.tool === tool);
    const isSame = found !== undefined && JSON.stringify(found.condition) === JSON.stringify(condition);
    const carried = isSame ? [...(conditionSettings[tool]?.keys ?? [])] : [];
    if (tool === "agentsmd") carried.push("subprojectPath");
    return Object.keys(own).flatMap((key) => (carried.includes(key) ? [] : [`${tool}.${key}`]));
  });
  return {
    ...(typeof subproject === "string" ? limitTo(condition, subproject) : condition),
    targets: isForAll ? [] : known,
    unknownTools: isForAll ? [] : unknown,
    dropped,
  };
}

function readCommon(isRoot: boolean, globs: readonly string[]): Condition | undefined {
  if (isRoot) return { inclusion: "always", globs: [] };
  return globs.length === 0 ? undefined : simplify({ inclusion: "fileMatch", globs });
}

function simplify({ inclusion, globs }: Condition): Condition {
  const isAlways = inclusion === "fileMatch" && globs.some((glob) => universal.has(glob));
  return isAlways ? { inclusion: "always", globs: [] } : { inclusion, globs };
}

/** Limits a rule to a subdirectory, in whose `AGENTS.md` rulesync writes it. */
function limitTo({ inclusion, globs }: Condition, subproject: string): Condition {
  const dir = subproject.replace(/^(?:\.?\/)+|\/+$/g, "");
  if (dir === "" || dir === "." || inclusion === "manual" || inclusion === "agentRequested") return { inclusion, globs };
  const inside = globs.map((glob) => (glob.includes("/") ? `${dir}/${glob.replace(/^\//, "")}` : `${dir}/**/${glob}`));
  return { inclusion: "fileMatch", globs: inclusion === "always" ? [`${dir}/**`] : inside };
}

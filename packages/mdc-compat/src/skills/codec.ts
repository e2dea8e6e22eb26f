import { formatNumber, measureLength, printYaml, type FidelityNote, type Rule, type RuleCodec } from "@precept/core";
import { createHeaderCodec } from "../format/header-codec.ts";
import type { HeaderValues, PrintableRule } from "../format/header-format.ts";
import { splitStrictly } from "../format/split-strictly.ts";
import { toRootedGlob } from "../globs/rooted.ts";
import { escapeExpansions, expands } from "./expansions.ts";
import { readSkill } from "./read-skill.ts";
import { skillDiagnostics } from "./skill-diagnostics.ts";
import type { SkillHost } from "../model/skill-host.ts";
import { getSkillFolder, toSkillName } from "./skill-name.ts";
import { createSkillSpec } from "./spec.ts";

const fileName = "SKILL.md";

/** Creates the codec of the skills of one tool, `NAME/SKILL.md` in one of its directories of skills. */
export function createSkillCodec(host: SkillHost): RuleCodec {
  const spec = createSkillSpec(host);
  const codec = createHeaderCodec({
    spec,
    diagnostics: skillDiagnostics,
    extensions: [`/${fileName}`],
    accepts: (path) => /^[^/]+\/SKILL\.md$/.test(path),
    ignored,
    split: (text) => splitStrictly(text, { afterMark: host.needsFirstByte !== true }),
    read: (header) => readSkill(header, host),
    write: (rule) => write(rule, host),
    getName: getSkillFolder,
    writeContent: (rule) => (isOwnText(rule) ? rule.content : escapeExpansions(rule.content, host.expansions)),
    findNotes: (rule) => findNotes(rule, host, isOwnText(rule)),
  });
  // The present text of the file does not count: an export may have written it, with escapes.
  const isOwnText = ({ origin }: Pick<Rule, "origin">): boolean => origin.dialect === spec.id;
  return {
    ...codec,
    parse(file) {
      const parsed = codec.parse(file);
      // The tool does not load such a file, so it has no rule.
      return parsed.diagnostics.some(({ code }) => code === "skill/dropped") ? { diagnostics: parsed.diagnostics } : parsed;
    },
  };
}

/** Other Markdown files in the folder of a skill belong to the skill. */
function ignored(path: string): string | undefined {
  if (/^[^/]+\.md$/i.test(path)) return "a skill is a folder with a file SKILL.md";
  if (/^[^/]+\/skill\.md$/i.test(path) && !path.endsWith(`/${fileName}`))
    return "most tools read it only under the name SKILL.md";
  return path.endsWith(`/${fileName}`)
    ? "most tools read only SKILL.md in a folder directly below the directory of skills"
    : undefined;
}

function write(rule: PrintableRule, host: SkillHost): HeaderValues {
  const { inclusion, name, description, globs } = rule;
  return {
    name: printYaml(toSkillName(name)),
    // One quoted line: some tools read the front matter line by line.
    description: description === "" ? undefined : JSON.stringify(description),
    ...(host.keys.includes("paths") && { paths: inclusion === "fileMatch" ? printYaml(globs.map(toRootedGlob)) : undefined }),
    ...(host.keys.includes("disable-model-invocation") && {
      "disable-model-invocation": inclusion === "manual" ? "true" : undefined,
    }),
    ...(host.hidesFromUser === true && { "user-invocable": inclusion === "manual" ? "true" : undefined }),
  };
}

/** @param isOwnText whether the text was written for a skill of this tool, so that expansions are intended. */
function findNotes({ content, description }: Rule, host: SkillHost, isOwnText: boolean): FidelityNote[] {
  const { title, maxDescription, expansions } = host;
  const notes: FidelityNote[] = [];
  const length = maxDescription === undefined ? 0 : measureLength(description, maxDescription.unit);
  if (maxDescription !== undefined && length > maxDescription.length) {
    const limit = `${formatNumber(maxDescription.length)} ${maxDescription.unit}`;
    notes.push({
      field: "description",
      kind: maxDescription.effect === "dropped" ? "meaning" : "lost",
      message: `The description has ${formatNumber(length)} ${maxDescription.unit}. ${title} ${maxDescription.effect === "dropped" ? `ignores a skill whose description has more than ${limit}` : `reads the first ${limit}`}.`,
    });
  }
  if (isOwnText) return notes;
  for (const expansion of expansions) {
    if (!expands(content, expansion)) continue;
    const isEscaped = expansion.escape !== undefined;
    notes.push({
      field: "content",
      kind: isEscaped ? "lost" : "meaning",
      message: `In a skill, ${host.id === "skill" ? "a tool that reads the directory" : title} ${expansion.effect}${isEscaped ? ", so they are escaped" : ""}.`,
    });
  }
  return notes;
}

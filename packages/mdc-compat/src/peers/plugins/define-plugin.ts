import type { DialectId } from "../../tools.ts";
import { dialects } from "../../lookup/dialects.ts";
import { findSkillCodec } from "../../lookup/skill-hosts.ts";
import type { FormatLocation, RuleFormat } from "../../model/dialect.ts";
import type { Peer } from "../../model/peer.ts";

interface PluginRow {
  readonly id: string;
  readonly title: string;
  /** The tool in whose formats the rules and skills are. */
  readonly tool: DialectId;
  /** The directory of the manifests. */
  readonly dir: string;
  /** Whether a plugin can have rules, besides skills. */
  readonly hasRules: boolean;
  /** What else a plugin can have, by path. */
  readonly others: Readonly<Record<string, string>>;
}

/**
 * Creates the source of the rules and skills of a plugin, which are in `rules` and `skills` of its directory. They are
 * only read for an import: a tool reads them where the plugin is installed, and not in the repository of the plugin.
 */
export function definePlugin({ id, title, tool, dir, hasRules, others }: PluginRow): Peer {
  const formats = dialects.find((dialect) => dialect.id === tool)?.formats ?? [];
  const manifest = `${dir}/plugin.json`;
  const locate = (name: string): readonly [FormatLocation] => [{ dir: name, requires: manifest }];
  const rename = ({ spec, codec }: Pick<RuleFormat, "spec" | "codec">, name: string, own: string): RuleFormat => ({
    spec: { ...spec, id: own, title },
    codec: { ...codec, id: own, title },
    locations: locate(name),
  });
  const [rules] = formats;
  const skills = formats.find(({ codec }) => codec === findSkillCodec(tool));
  if (rules === undefined || skills === undefined) throw new Error(`${tool} has no rules or no skills.`);
  const ofSkills = rename(skills, "skills", `${id}-skill`);
  return {
    id,
    title,
    aliases: [],
    formats: hasRules ? [rename(rules, "rules", id), ofSkills] : [ofSkills],
    configurations: [manifest, `${dir}/marketplace.json`],
    describeConfiguration: async (text) => (await import("./manifest.ts")).describeManifest(text, id),
    others,
  };
}

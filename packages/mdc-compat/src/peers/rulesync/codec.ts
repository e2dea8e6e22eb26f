import { printYaml, readYamlHeader, type RuleCodec } from "@precept/core";
import { createHeaderCodec } from "../../format/header-codec.ts";
import { splitStrictly } from "../../format/split-strictly.ts";
import type { PeerFile, PeerReview } from "../../model/peer.ts";
import { readConditions } from "./conditions.ts";
import { rulesyncSpec, toolKeys } from "./spec.ts";

/** Codec of rulesync's rules. */
export const rulesync: RuleCodec = createHeaderCodec({
  spec: rulesyncSpec,
  diagnostics: {},
  read(header) {
    const { inclusion, globs, targets } = readConditions((key) => header.value(key), toolKeys);
    return { inclusion, globs, targets, description: header.string("description") };
  },
  write: ({ inclusion, description, globs }) => ({
    description: description === "" ? undefined : printYaml(description),
    globs: inclusion === "fileMatch" ? printYaml([...globs]) : undefined,
  }),
});

/** The directory of rules that `rulesync install` fetched. */
const curated = ".rulesync/rules/.curated/";

/** Reviews a rule of rulesync: which parts of its front matter a native rule does not have. */
export function reviewRulesyncFile({ text, path, hasRule }: PeerFile): PeerReview {
  const split = splitStrictly(text);
  const { entries } = readYamlHeader(split.header, split.headerLine, path);
  const { unknownTools, targets, dropped } = readConditions((key) => entries.get(key)?.value, toolKeys);
  const excluded = findExclusion();
  if (excluded !== undefined) return { excluded, notes: [] };
  const notes = [
    ...(split.found ? [] : ["It has no front matter, so rulesync refuses it. The imported rule always applies."]),
    ...(unknownTools.length > 0 ? [`Precept does not know ${unknownTools.join(", ")}.`] : []),
    ...(dropped.length > 0
      ? [
          `A native rule has no settings for one tool. These are not carried over: ${dropped.map((one) => `\`${one}\``).join(", ")}.`,
        ]
      : []),
  ];
  return { notes };

  function findExclusion(): string | undefined {
    const [before = "", own] = path.split(curated);
    if (own !== undefined && hasRule(`${before}.rulesync/rules/${own}`)) return "replaced by the rule of the same name";
    if (entries.get("localRoot")?.value === true) return "a personal rule (`localRoot`)";
    return unknownTools.length > 0 && targets.length === 0 ? `only for ${unknownTools.join(", ")}` : undefined;
  }
}

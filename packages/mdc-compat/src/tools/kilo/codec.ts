import type { RuleCodec } from "@precept/core";
import { createPlainCodec } from "../../format/plain-codec.ts";
import { kiloFileSpec, kiloSpec } from "./spec.ts";

const ruleFile = /^rules(?:-([A-Za-z0-9-]+))?\/[^/]+\.md$/;

/** Codec of Kilo Code's rules, `.kilo/rules/*.md` and `.kilo/rules-{mode}/*.md`. */
export const kilo: RuleCodec = createPlainCodec({
  spec: kiloSpec,
  extensions: [".md"],
  accepts: (path) => ruleFile.test(path),
  ignored: (path) =>
    /^rules(?:-[^/]*)?\/.*\.md$/i.test(path) && !ruleFile.test(path)
      ? "Kilo Code reads only .md files directly in its rule directories"
      : undefined,
  getContexts: readMode,
});

/** Codec of the legacy file `.kilocoderules`, and of the user's own `AGENTS.md`. */
export const kiloFile: RuleCodec = createPlainCodec({ spec: kiloFileSpec, extensions: [".md"] });

/** Returns the path of a rule relative to `.kilo`: in the directory of its mode, or in `rules` if it applies in all modes. */
export function getKiloPath({ contexts: [mode, ...others] }: { readonly contexts: readonly string[] }, stem: string): string {
  const isMode = mode !== undefined && others.length === 0 && kiloSpec.contexts?.name?.test(mode) === true;
  return `${isMode ? `rules-${mode}` : "rules"}/${stem}.md`;
}

/** Returns the mode in a path, or an empty list if the rule applies in all modes. */
function readMode(path: string): readonly string[] {
  const mode = ruleFile.exec(path)?.[1];
  return mode === undefined ? [] : [mode];
}

import type { RuleCodec } from "@precept/core";
import { createPlainCodec } from "../../format/plain-codec.ts";
import { isCacheFile } from "./cache-file.ts";
import { rooSpec, rooRulesFileSpec } from "./spec.ts";

const directory = /^rules(?:-([^/]+))?\//;

/** Codec of Roo Code's rules, `.roo/rules/**` and `.roo/rules-{mode}/**`. Files can have any extension. */
export const roo: RuleCodec = createPlainCodec({
  spec: rooSpec,
  extensions: [".md", ".txt"],
  accepts: (path) => isInRuleDirectory(path) && !isCacheFile(path),
  ignored: (path) =>
    directory.test(path) && !isInRuleDirectory(path)
      ? "names of Roo Code's modes contain only letters, digits and dashes"
      : undefined,
  getContexts: (path) => readMode(directory, path),
});

/** Codec of the legacy files `.roorules` and `.roorules-{mode}`. */
export const rooRulesFile: RuleCodec = createPlainCodec({
  spec: rooRulesFileSpec,
  extensions: [],
  getContexts: (path) => readMode(/^\.roorules(?:-(.+))?$/, path),
});

/** Returns the path of a rule relative to `.roo`: in the directory of its mode, or in `rules` if it applies in all modes. */
export function getRooPath({ contexts: [mode, ...others] }: { readonly contexts: readonly string[] }, stem: string): string {
  const isMode = mode !== undefined && others.length === 0 && rooSpec.contexts?.name?.test(mode) === true;
  return `${isMode ? `rules-${mode}` : "rules"}/${stem}.md`;
}

/** Whether a path is in a directory that Roo Code reads. The name of a mode has to be valid. */
function isInRuleDirectory(path: string): boolean {
  return directory.test(path) && readMode(directory, path).every((mode) => rooSpec.contexts?.name?.test(mode));
}

/** Returns the mode in a path, or an empty list if the rule applies in all modes. */
function readMode(pattern: RegExp, path: string): readonly string[] {
  const mode = pattern.exec(path)?.[1];
  return mode === undefined ? [] : [mode];
}

import type { RuleCodec } from "@precept/core";
import { createPlainCodec } from "../../format/plain-codec.ts";
import { isCacheFile } from "./cache-file.ts";
import { rooFacts, rooRulesFileFacts } from "./facts.ts";

const directory = /^rules(?:-([^/]+))?\//;

/** Roo Code's rules, `.roo/rules/**` and `.roo/rules-{mode}/**`, whatever their files' endings. */
export const roo: RuleCodec = createPlainCodec({
  facts: rooFacts,
  extensions: [".md", ".txt"],
  accepts: (path) => isInUse(path) && !isCacheFile(path),
  ignored: (path) =>
    directory.test(path) && !isInUse(path) ? "no mode of Roo Code has such a name: it has letters, digits and dashes" : undefined,
  contextsOf: (path) => modesIn(directory, path),
});

/** `.roorules` and `.roorules-{mode}`, the files of old. */
export const rooRulesFile: RuleCodec = createPlainCodec({
  facts: rooRulesFileFacts,
  extensions: [],
  contextsOf: (path) => modesIn(/^\.roorules(?:-(.+))?$/, path),
});

/** Where the rule of a mode lies, or of all of them. */
export function rooPathOf({ contexts: [mode, ...others] }: { readonly contexts: readonly string[] }, stem: string): string {
  const isMode = mode !== undefined && others.length === 0 && rooFacts.contexts?.name?.test(mode) === true;
  return `${isMode ? `rules-${mode}` : "rules"}/${stem}.md`;
}

/** Whether Roo Code ever looks into the directory. */
function isInUse(path: string): boolean {
  return directory.test(path) && modesIn(directory, path).every((mode) => rooFacts.contexts?.name?.test(mode));
}

function modesIn(pattern: RegExp, path: string): readonly string[] {
  const mode = pattern.exec(path)?.[1];
  return mode === undefined ? [] : [mode];
}

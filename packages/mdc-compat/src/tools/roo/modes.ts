import type { ContextSpec } from "../../model/spec.ts";

/** The names of modes: https://github.com/RooCodeInc/Roo-Code/blob/main/packages/types/src/mode.ts */
export const modeName: RegExp = /^[A-Za-z0-9-]+$/;

/** The directory of a rule file is for all modes, or for one: `rules`, `rules-{mode}`. */
export const modes: ContextSpec = { max: 1, name: modeName };

/** Returns the path of a rule: in the directory of its mode, or in `rules` if it applies in all modes. */
export function getModePath({ contexts: [mode, ...others] }: { readonly contexts: readonly string[] }, stem: string): string {
  const isMode = mode !== undefined && others.length === 0 && modeName.test(mode);
  return `${isMode ? `rules-${mode}` : "rules"}/${stem}.md`;
}

/** Returns the mode in a path, the first group of the pattern. An empty list if the rule applies in all modes. */
export function readMode(pattern: RegExp, path: string): readonly string[] {
  const mode = pattern.exec(path)?.[1];
  return mode === undefined ? [] : [mode];
}

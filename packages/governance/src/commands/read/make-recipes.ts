import { directoryOption } from "../directory/change-directory.ts";

/** The recipe of a target. */
export interface Recipe {
  readonly target: string;
  readonly text: string;
}

/**
 * Returns the recipes of the targets that `make` is asked for, and of the targets that they need.
 *
 * @param read returns the text of a makefile.
 */
export function makeRecipes(words: readonly string[], read: (file: string) => string | undefined): readonly Recipe[] {
  const named = words.find((_, at) => /^(?:-f|--file|--makefile)$/.test(words[at - 1] ?? ""));
  const names = named === undefined ? ["GNUmakefile", "Makefile", "makefile"] : [named];
  const text = names.map(read).find((one) => one !== undefined);
  if (text === undefined) return [];
  const rules = rulesIn(text);
  const asked = words.filter((word) => !/^-|=/.test(word) && word !== named && word !== directoryOption("make", words));
  const wanted = asked.length === 0 ? rules.slice(0, 1).map(({ target }) => target) : asked;
  const needed = new Set(rules.filter(({ target }) => wanted.includes(target)).flatMap(({ needs }) => needs));
  const variables = new Map([...variablesIn(text), ...words.flatMap(variablesIn)]);
  return rules
    .filter(({ target }) => wanted.includes(target) || needed.has(target))
    .map(({ target, recipe }) => ({ target, text: shellTextOf(recipe, variables) }));
}

interface Rule {
  readonly target: string;
  readonly needs: readonly string[];
  /** The lines without their tab. */
  readonly recipe: string;
}

function rulesIn(makefile: string): readonly Rule[] {
  return [...makefile.matchAll(/^([\w./-]+(?: +[\w./-]+)*) *::?(?!=)([^\n=]*)\n((?:\t[^\n]*(?:\n|$)|[ ]*\n)*)/gm)].flatMap(
    ([, targets = "", needs = "", body = ""]) => {
      const recipe = body.replace(/^\t[@+-]*/gm, "");
      return targets.split(/ +/).map((target) => ({ target, needs: needs.trim().split(/\s+/), recipe }));
    },
  );
}

function variablesIn(text: string): readonly (readonly [name: string, value: string])[] {
  return [...text.matchAll(/^(?:export +)?(\w+) *(?::{0,3}|\?)= *([^\n#]*)/gm)].map(([, name = "", value = ""]) => [
    name,
    value.trim(),
  ]);
}

/** The maximum length of a value of a variable, in UTF-16 code units. A longer one is not inserted. */
const maxValue = 1000;

/** Inserts the values of variables, also in other values, once. `$$` is the dollar sign of the shell. */
function shellTextOf(recipe: string, variables: ReadonlyMap<string, string>): string {
  const insert = (text: string, inner: (value: string) => string): string =>
    text.replace(/\$\$|\$[({](\w+)[)}]/g, (written, name?: string) => {
      const value = name === undefined ? undefined : variables.get(name);
      return value === undefined || value.length > maxValue ? written : inner(value);
    });
  return insert(recipe, (value) => insert(value, (one) => one)).replaceAll("$$", "$");
}

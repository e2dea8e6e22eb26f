import { createNameMatcher, matchesName } from "../program-name.ts";
import { containerWrappers } from "./container-wrappers.ts";
import { environmentWrappers } from "./environment-wrappers.ts";
import { processWrappers } from "./process-wrappers.ts";
import { isShell, shells } from "./shells.ts";
import { textWrappers } from "./text-wrappers.ts";
import type { WrapperSpec } from "./wrapper-spec.ts";

/**
 * The programs that run a command in their arguments. A name with wildcards stands for the first one that it matches,
 * after the shells.
 */
const wrappers: Readonly<Record<string, WrapperSpec>> = {
  ...processWrappers,
  ...textWrappers,
  ...shells,
  ...containerWrappers,
  ...environmentWrappers,
  // Its commands follow the actions of `find`.
  fd: { onlyText: true },
};

/** Returns how a program runs a command in its arguments. Undefined if it runs none. */
export function wrapperSpecOf(program: string): WrapperSpec | undefined {
  return Object.hasOwn(wrappers, program) ? wrappers[program] : undefined;
}

/**
 * Returns the program of the table that a name with wildcards stands for: `bash` for `ba*`. A shell, if it can stand
 * for several. Every other name remains as it is.
 */
export function knownProgramOf(program: string): string {
  if (!/[*?[]/.test(program) || program.length > maxGlobLength) return program;
  return matchers.find(({ matcher }) => matchesName(matcher, program))?.name ?? program;
}

/** The maximum length of a name with wildcards, in UTF-16 code units. */
const maxGlobLength = 64;

const knownPrograms = Object.keys(wrappers)
  .toSorted((left, right) => Number(isShell(right)) - Number(isShell(left)))
  .concat("find", "python3", "python", "node", "perl", "ruby", "php", "base64", "source");
const matchers = knownPrograms.map((name) => ({ name, matcher: createNameMatcher([name]) }));

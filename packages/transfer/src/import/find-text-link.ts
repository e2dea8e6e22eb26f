import { normalisePath, type Rule } from "@precept/core";
import { findRuleImports } from "@precept/mdc-compat";
import { resolveImport } from "../references/reference-path.ts";

/** Maximum length of the target of a link that git checked out as text. */
const maxLength = 1024;

/** A file that only names another one. */
export interface TextLink {
  /** The path of the other file in the project. It need not exist. */
  readonly target: string;
  /** Whether the tool imports the other file, as Claude Code does for `@AGENTS.md`. */
  readonly isImport: boolean;
}

/**
 * Returns the file that a rule file names if it has no other text: as a relative path, which is how git checks out a symbolic link without
 * `core.symlinks`, as on Windows, or as an import such as `@AGENTS.md`.
 *
 * @param path the path of the file in the project.
 */
export function findTextLink(path: string, text: string, rule: Rule): TextLink | undefined {
  const word = text.trim();
  if (word === "" || word.length > maxLength || /[\n\r\0]/.test(word)) return undefined;
  const imported = findImport(path, word, rule);
  if (imported !== undefined) return imported === path ? undefined : { target: imported, isImport: true };
  if (word.startsWith("/") || text.startsWith(" ")) return undefined;
  const target = normalisePath(path.slice(0, path.lastIndexOf("/") + 1) + word.replaceAll("\\", "/"));
  return target === path || /^\.\.(?:\/|$)/.test(target) ? undefined : { target, isImport: false };
}

function findImport(path: string, word: string, rule: Rule): string | undefined {
  if (rule.origin.imports !== true) return undefined;
  const [only, ...others] = findRuleImports(word, rule);
  const isWhole = only !== undefined && only.start === 0 && only.end === word.length && others.length === 0;
  return isWhole ? resolveImport(only.path, path) : undefined;
}

import { joinPath } from "../join-path.ts";
import type { ParsedCommand } from "../parsed-command.ts";
import { pathInProject } from "../project-files.ts";
import { expandWildcards } from "./known-names.ts";

/** The program of a command, and where it runs. */
type LocatedCommand = Pick<ParsedCommand, "program" | "directory" | "project">;

/** A word that means files of the working directory, whatever its name: `*`, `.`, `../x`. */
const ofDirectory = /^(?:\.{1,2}(?:\/|$)|\.?\*|\{\})/;

/** Programs whose operands are paths. The operands of others may be names of anything. */
const takesPaths =
  /^(?:|cat|tac|nl|head|tail|less|more|bat|strings|base(?:32|64)|xxd|od|hexdump|[ef]?grep|rg|[gm]?awk|sed|cut|sort|uniq|wc|diff|cmp|comm|paste|join|fold|fmt|pr|rev|jq|yq|cp|mv|ln|rm|rmdir|unlink|shred|truncate|chmod|chown|chgrp|touch|tee|dd|install|mkdir|tar|zip|unzip|gzip|gunzip|bzip2|xz|7z|rsync|scp|find|fd|ls|stat|file|source|\.|(?:ba|z|da|k)?sh|python[\d.]*|node|ruby|perl|php|vim?|nano|ed|ex|view|emacs|rimraf|trash|sponge|patch|split|iconv|column|expand|look|tr|openssl|gpg|xargs|curl|wget|srm|git)$/;

/**
 * Returns the paths that an operand can mean: as it is written, in the directory of the command, and the protected files
 * that its wildcards match. Where the directory is certain, a path that only has a meaning in it (`*`, `../x`) is not
 * returned as it is written.
 */
export function pathsOf({ program, directory, project }: LocatedCommand, operand: string): readonly string[] {
  if (/^-|:\/\//.test(operand) || !takesPaths.test(program)) return [operand];
  const inside = project !== undefined && operand.startsWith("/") ? pathInProject(project, operand) : undefined;
  // An absolute path in the project is as good as a relative one.
  if (inside !== undefined) return [inside];
  const joined = directory === undefined ? operand : joinPath(directory.path, operand);
  const paths = joined === operand || (directory?.isCertain === true && ofDirectory.test(operand)) ? [joined] : [operand, joined];
  return [...paths, ...expandWildcards(joined)];
}

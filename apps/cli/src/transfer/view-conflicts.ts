import type { EditConflict } from "@precept/mdc-compat";
import { viewHunks } from "../terminal/difference.ts";
import type { Style } from "../terminal/style.ts";
import { printable } from "../terminal/text.ts";

/** The maximum number of diff lines to show for one pair of versions. */
const maxDiffLines = 60;

/** Prints each conflict with the differences between its versions, and what to do about it. */
export function viewConflicts(conflicts: readonly EditConflict[], style: Style): readonly string[] {
  return conflicts.flatMap(({ rule, field, versions }) => {
    const [first, ...others] = versions;
    const paths = versions.map(({ path }) => printable(path));
    const last = others.at(-1) ?? first;
    if (first === undefined || last === undefined) return [];
    return [
      "",
      `${style.yellow("conflict")}  ${printable(nameOf(rule))}  the ${field} differs in ${paths.join(" and ")}`,
      ...others.flatMap(({ path, text }) => [
        ...(versions.length > 2 ? [`    ${style.dim(`${paths[0]} → ${printable(path)}`)}`] : []),
        ...viewHunks({ path, before: withEnd(first.text), after: withEnd(text) }, style, maxDiffLines).map(
          (line) => `    ${line}`,
        ),
      ]),
      `    ${style.dim(adviceOn(last.path))}`,
    ];
  });
}

function adviceOn(path: string): string {
  const shown = printable(path);
  return `Run \`precept import --take ${shown}\` to take the text of that file, or \`precept export --force ${shown}\` to write the rule over it. The other text is kept in the backup.`;
}

function nameOf(rule: string): string {
  return rule.replace(/^[a-z]+:/, "");
}

/** A diff would otherwise say that there is no line break at the end. */
function withEnd(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}

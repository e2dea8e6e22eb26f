import type { EditConflict } from "@precept/transfer";
import { viewHunks } from "../terminal/difference.ts";
import { printable, type Style } from "../terminal/text.ts";

const maxDiffLines = 60;

export function viewConflicts(conflicts: readonly EditConflict[], style: Style): readonly string[] {
  return conflicts.flatMap(({ rule, file = nameOf(rule), field, versions }) => {
    const [first, ...others] = versions;
    const paths = versions.map(({ path }) => printable(path));
    if (first === undefined) return [];
    const edited = versions.filter(({ path, text }) => path !== file && text !== "");
    return [
      "",
      `${style.yellow("conflict")}  ${printable(file)}  the ${field} differs in ${paths.join(" and ")}`,
      ...others.flatMap(({ path, text }) => [
        ...(versions.length > 2 ? [`    ${style.dim(`${paths[0]} → ${printable(path)}`)}`] : []),
        ...viewHunks({ path, before: withEnd(first.text), after: withEnd(text) }, style, maxDiffLines).map(
          (line) => `    ${line}`,
        ),
      ]),
      ...adviceOn(edited.map(({ path }) => path)).map((line) => `    ${style.dim(line)}`),
    ];
  });
}

function adviceOn(paths: readonly string[]): readonly string[] {
  return [
    ...paths.map((path) => `Run \`precept import --take ${printable(path)}\` to take the text of that file.`),
    "Run `precept export --force FILE` to write the rule over a file. Texts that lose are stored in the backup.",
  ];
}

function nameOf(rule: string): string {
  return rule.replace(/^[a-z]+:/, "");
}

/** A diff would otherwise say that there is no line break at the end. */
function withEnd(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}

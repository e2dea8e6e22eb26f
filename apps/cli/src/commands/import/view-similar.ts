import type { SimilarSources } from "@precept/transfer";
import { colourOf, escapeHidden } from "../../terminal/difference.ts";
import type { Style } from "../../terminal/style.ts";
import { count, printable } from "../../terminal/text.ts";

/** The maximum number of lines of a difference to show. */
const maxLines = 40;

/** Shows pairs of files with nearly the same text, each with its difference. */
export function viewSimilar(similar: readonly SimilarSources[], style: Style): readonly string[] {
  return similar.flatMap(({ paths, ratio, difference }) => {
    const percent = Math.min(99, Math.floor(ratio * 100));
    const lines = difference.trimEnd().split("\n").slice(2);
    const shown = lines.slice(0, maxLines).map((line) => {
      const colour = line.startsWith("@@") ? style.cyan : colourOf(line, style);
      return `    ${colour(escapeHidden(line))}`;
    });
    const rest = lines.length > maxLines ? [style.dim(`    … ${count(lines.length - maxLines, "more line")}`)] : [];
    return [
      "",
      `${style.yellow("similar")}  ${paths.map(printable).join(" and ")} (${percent} % of their lines are the same)`,
      ...shown,
      ...rest,
    ];
  });
}

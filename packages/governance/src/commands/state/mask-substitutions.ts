/** A text in which substitutions are replaced with their numbers between NUL characters, and the substitutions. */
interface Masked {
  readonly masked: string;
  readonly masks: readonly string[];
}

/** Replaces each `$(…)` of a text, so that it can be split at blanks. A text whose substitutions do not end stays as it is. */
export function maskSubstitutions(text: string): Masked {
  const whole: Masked = { masked: text, masks: [] };
  if (!text.includes("$(") || text.includes("\0")) return whole;
  const masks: string[] = [];
  let masked = "";
  let end = 0;
  for (let start = text.indexOf("$("); start !== -1; start = text.indexOf("$(", end)) {
    masked += text.slice(end, start);
    const after = endOfSubstitution(text, start + 2);
    if (after === undefined) return whole;
    masked += `\0${masks.length}\0`;
    masks.push(text.slice(start, after));
    end = after;
  }
  return { masked: masked + text.slice(end), masks };
}

/** Returns the position after the bracket that ends a substitution. Brackets in quotes do not count. */
function endOfSubstitution(text: string, start: number): number | undefined {
  let depth = 1;
  const parts = /'[^']*'|"(?:[^"\\]|\\[^])*"|\\[^]|[()'"]/g;
  parts.lastIndex = start;
  for (let part = parts.exec(text); part !== null; part = parts.exec(text)) {
    const [found] = part;
    // A quote that does not end.
    if (found === "'" || found === '"') return undefined;
    if (found === "(") depth += 1;
    if (found === ")") depth -= 1;
    if (depth === 0) return parts.lastIndex;
  }
  return undefined;
}

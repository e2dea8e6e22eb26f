import type { GivenFields } from "./read-fields.ts";
import type { WireNote } from "./wire-note.ts";

/** The number of names in a message. */
const maxNames = 5;

/**
 * Reports the fields of an object from outside that have no meaning. A field that is a known name in another spelling, such as `projectId`, is a
 * problem: without it the result could apply elsewhere. Other fields are dropped, with one note for all.
 */
export function reportUnknownFields(given: GivenFields, known: Iterable<string>, problems: string[], notes: WireNote[]): void {
  const names = new Set(known);
  const spellings = new Map([...names].map((name) => [spelling(name), name]));
  const unknown = [...given.keys()].filter((name) => !names.has(name));
  const [first] = unknown;
  if (first === undefined) return;
  const misspelled = unknown.filter((name) => spellings.has(spelling(name))).slice(0, maxNames);
  for (const name of misspelled) problems.push(`${shown(name)}: is unknown; did you mean \`${spellings.get(spelling(name))}\`?`);
  const list = unknown.slice(0, maxNames).map(shown).join(", ");
  const more = unknown.length > maxNames ? ` and ${unknown.length - maxNames} more` : "";
  notes.push({
    field: first,
    kind: "dropped",
    message: `Unknown fields are ignored: ${list}${more}. Put them into \`metadata\`.`,
  });
}

/** A name without its style, as `toolTargets`, `tool-targets` and `tool_target` have in common. */
function spelling(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, "").replace(/s$/, "");
}

function shown(name: string): string {
  return JSON.stringify(name.length <= 40 ? name : `${name.slice(0, 40)}…`);
}

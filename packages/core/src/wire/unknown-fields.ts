import type { GivenFields } from "./read-fields.ts";

/** The maximum number of names in messages. */
const maxNames = 5;

/** The fields of an object from outside that have no meaning. */
export interface UnknownFields {
  /** The first of them. */
  readonly first: string;
  /** Their names for a message, of which there can be any number: `"a", "b" and 7 more`. */
  readonly names: string;
  /** Those that are a known name in another spelling, such as `projectId`, as problems. Without such a field the result could apply elsewhere. */
  readonly problems: readonly string[];
}

/** Finds the fields with unknown names; undefined if there are none. */
export function findUnknownFields(given: GivenFields, known: ReadonlySet<string>): UnknownFields | undefined {
  const unknown = [...given.keys()].filter((name) => !known.has(name));
  const [first] = unknown;
  if (first === undefined) return undefined;
  const spellings = new Map([...known].map((name) => [spelling(name), name]));
  const misspelled = unknown.filter((name) => spellings.has(spelling(name))).slice(0, maxNames);
  const more = unknown.length > maxNames ? ` and ${unknown.length - maxNames} more` : "";
  return {
    first,
    names: unknown.slice(0, maxNames).map(shown).join(", ") + more,
    problems: misspelled.map((name) => `${shown(name)}: is unknown; did you mean \`${spellings.get(spelling(name))}\`?`),
  };
}

/** A name without its style: the same for `toolTargets`, `tool-targets` and `tool_target`. */
function spelling(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, "").replace(/s$/, "");
}

function shown(name: string): string {
  return JSON.stringify(name.length <= 40 ? name : `${name.slice(0, 40)}…`);
}

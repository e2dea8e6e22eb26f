import { describeValue, type Reader } from "./reading.ts";

export interface WireField<Value = unknown> {
  /** Its names on the wire. If a value has several, they must agree. */
  readonly names: readonly string[];
  readonly read: Reader<Value>;
  /** Whether a value under this name belongs to this field, for a name that two fields share. Default: always. */
  readonly accepts?: (value: unknown, name: string) => boolean;
}

export type WireFields = Readonly<Record<string, WireField>>;

/** The fields of an object from outside, except those that are null or undefined. */
export type GivenFields = ReadonlyMap<string, unknown>;

/** Returns the own fields of an object that have a value. */
export function givenFields(value: Readonly<Record<string, unknown>>): Map<string, unknown> {
  return new Map(Object.entries(value).filter(([, field]) => field !== undefined && field !== null));
}

/** Reads the fields of a table: the valid ones by their names in Precept. Adds at most one problem for each name. */
export function readFields(given: GivenFields, table: WireFields, problems: string[]): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (const [target, { names, read, accepts }] of Object.entries(table)) {
    let first: { readonly name: string; readonly value: unknown } | undefined;
    for (const name of names) {
      const raw = given.get(name);
      if (raw === undefined || accepts?.(raw, name) === false) continue;
      const reading = read(raw);
      if ("problem" in reading) problems.push(`${name}: ${reading.problem}`);
      else if (first === undefined) first = { name, value: reading.value };
      else if (!agrees(first.value, reading.value, raw)) {
        problems.push(
          `${name}: is ${describeValue(raw)}, but \`${first.name}\` is ${describeValue(first.value)}; send one of them`,
        );
      }
    }
    if (first !== undefined) values[target] = first.value;
  }
  return values;
}

/** A list agrees with its items joined with commas, too: that is how `file_match_pattern` is printed. */
function agrees(first: unknown, second: unknown, raw: unknown): boolean {
  return JSON.stringify(first) === JSON.stringify(second) || (Array.isArray(first) && first.join(",") === raw);
}

const maxNames = 5;

/** The fields of an object from outside that have no meaning. */
export interface UnknownFields {
  readonly first: string;
  /** Their names for a message, of which there can be any number: `"a", "b" and 7 more`. */
  readonly names: string;
  /** Problems with misspelled names, such as `projectId`. Without such a field the result could apply elsewhere. */
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

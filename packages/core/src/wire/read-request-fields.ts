import { pushAll } from "../model/lists.ts";
import { PreceptError } from "../model/error.ts";
import { isRecord } from "../model/json.ts";
import { findUnknownFields, givenFields, readFields, type WireFields } from "./read-fields.ts";
import { describeValue } from "./reading.ts";

export interface RequestSpec {
  readonly fields: WireFields;
  /** The names on the wire of fields that must be given. Default: none. */
  readonly required?: readonly string[];
  /** The names on the wire of fields for which an empty text means that they are missing. Default: none. */
  readonly emptyIsMissing?: readonly string[];
  /** What to do about unknown fields, as the rest of a sentence. */
  readonly unknownHint: string;
  /** Finds problems between fields, by their names in Precept. */
  readonly check?: (values: Readonly<Record<string, unknown>>) => readonly string[];
}

/** Owners. An empty one is a project or user that was not found; ignoring it would answer as if it were another. */
const ownerNames = ["project_id", "user_id"];

/** The names on the wire of the fields of each table. Computing them would take a tenth of the time of reading. */
const namesByTable = new WeakMap<WireFields, ReadonlySet<string>>();

function namesOf(table: WireFields): ReadonlySet<string> {
  const known = namesByTable.get(table);
  if (known !== undefined) return known;
  const names = new Set(Object.values(table).flatMap((field) => field.names));
  namesByTable.set(table, names);
  return names;
}

/** Reads a request from outside. Throws `REQUEST_INVALID` with every missing, invalid or unknown field. */
export function readRequestFields(value: unknown, spec: RequestSpec): Readonly<Record<string, unknown>> {
  if (!isRecord(value))
    throw new PreceptError("REQUEST_INVALID", { reasons: [`it must be an object, not ${describeValue(value)}`] });
  const given = givenFields(value);
  const problems = ownerNames
    .filter((name) => given.get(name) === "")
    .map((name) => `${name}: is empty; omit it if there is none`);
  for (const name of spec.emptyIsMissing ?? []) if (given.get(name) === "") given.delete(name);
  pushAll(
    problems,
    (spec.required ?? []).filter((name) => !given.has(name)).map((name) => `${name}: is missing`),
  );
  const values = readFields(given, spec.fields, problems);
  const unknown = findUnknownFields(given, namesOf(spec.fields));
  if (unknown !== undefined) {
    const all = [`unknown fields: ${unknown.names}; ${spec.unknownHint}`];
    pushAll(problems, unknown.problems.length > 0 ? unknown.problems : all);
  }
  pushAll(problems, spec.check?.(values) ?? []);
  if (problems.length > 0) throw new PreceptError("REQUEST_INVALID", { reasons: problems });
  return values;
}

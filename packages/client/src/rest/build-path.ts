type QueryValue = string | number | boolean | null | undefined | readonly string[];

export interface RequestParts {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly body?: unknown;
}

/** The names of the parameters of a path, in order. */
export function pathParameters(path: string): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
}

/**
 * Builds the path and the query of a request. Fields of the query without a value are omitted; lists are repeated
 * fields.
 *
 * @throws TypeError if a parameter is missing or cannot be in a path.
 */
export function buildPath(path: string, { params = {}, query = {} }: RequestParts): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeSegment(name, params[name]));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of typeof value === "object" && value !== null ? value : [value]) {
      if (one !== undefined && one !== null) search.append(name, String(one));
    }
  }
  return search.size === 0 ? filled : `${filled}?${search.toString()}`;
}

function encodeSegment(name: string, value: unknown): string {
  const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
  // URLs remove the segments `.` and `..`, also if they are encoded, so that the request would go to another path.
  if (text === "" || text === "." || text === "..")
    throw new TypeError(`${name} must be a text other than "", "." and "..", not ${JSON.stringify(value)}.`);
  return encodeURIComponent(text);
}

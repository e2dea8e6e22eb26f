export interface ErrorEntry<Details> {
  readonly title: string;
  /** What is wrong, in terms of what the caller passed. */
  readonly message: (details: Details) => string;
  /** What to do about it. */
  readonly hint?: (details: Details) => string | undefined;
}

/** Declares an entry of the catalogue with the type of its details. */
export function entry<Details>(written: ErrorEntry<Details>): ErrorEntry<Details> {
  return written;
}

export type NoDetails = Readonly<Record<string, never>>;

/** `Did you mean "style" or "tile"?`, or undefined if no name is close. */
export function suggest(names: readonly string[]): string | undefined {
  return names.length === 0 ? undefined : `Did you mean ${names.map((name) => `"${name}"`).join(" or ")}?`;
}

/** `a, b or c`. */
export function listOr(items: readonly string[]): string {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} or ${items.at(-1)}`;
}

/** `a, b and c`. */
export function listAnd(items: readonly string[]): string {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}

/** A path with its middle left out if it is too long for a message. */
export function shorten(path: string): string {
  return path.length <= 200 ? path : `${path.slice(0, 120)}…${path.slice(-60)}`;
}

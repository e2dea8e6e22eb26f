import { formatNumber, PreceptError } from "@precept/core";
import type { ZodError } from "zod";

export type InputPart = "json" | "query" | "param";

export interface InvalidPart {
  /** A JSON Pointer into the body, `?name` for the query, or the name of a parameter. */
  readonly pointer: string;
  readonly detail: string;
}

type Issue = ZodError["issues"][number];

/** How many invalid parts an error names. A body of 2 MiB can have a million. */
const maxParts = 100;

/**
 * Converts the invalid parts of a request to one error. It names at most 100 parts, and says how many others there are.
 */
export function toInvalidInput(all: readonly InvalidPart[]): PreceptError<"REQUEST_INVALID"> {
  const others = all.length - maxParts;
  const more = others > 0 ? [{ pointer: "", detail: `${formatNumber(others)} other parts are invalid, too` }] : [];
  const parts = [...all.slice(0, maxParts), ...more];
  return new PreceptError("REQUEST_INVALID", { reasons: parts.map(({ pointer, detail }) => `${pointer}: ${detail}`), parts });
}

/** Makes the error of invalid fields. Its reasons name them without the `/` or `?` of the pointer. */
export function invalidFields(...parts: readonly InvalidPart[]): PreceptError<"REQUEST_INVALID"> {
  const reasons = parts.map(({ pointer, detail }) => `${pointer.slice(1)}: ${detail}`);
  return new PreceptError("REQUEST_INVALID", { reasons, parts });
}

export function toInvalidParts(part: InputPart, issues: readonly Issue[]): readonly InvalidPart[] {
  return issues.flatMap((issue) => pathsOf(issue).map((path) => ({ pointer: toPointer(part, path), detail: issue.message })));
}

/** Each unknown field is a part of its own. */
function pathsOf(issue: Issue): readonly (readonly PropertyKey[])[] {
  return issue.code === "unrecognized_keys" ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
}

function toPointer(part: InputPart, path: readonly PropertyKey[]): string {
  const segments = path.map((segment) => String(segment).replaceAll("~", "~0").replaceAll("/", "~1"));
  if (part === "json") return segments.map((segment) => `/${segment}`).join("");
  return part === "query" ? `?${segments.join("/")}` : segments.join("/");
}

import { PreceptError } from "@precept/core";
import type { ZodError } from "zod";

/** The parts of a request that are validated, as Hono names them. */
export type InputPart = "json" | "query" | "param" | "header";

type Issue = ZodError["issues"][number];

/** Converts the errors of a schema to one error with all invalid parts. */
export function toInvalidInput(part: InputPart, issues: readonly Issue[]): PreceptError<"REQUEST_INVALID"> {
  const parts = issues.flatMap((issue) =>
    pathsOf(issue).map((path) => ({ pointer: toPointer(part, path), detail: issue.message })),
  );
  return new PreceptError("REQUEST_INVALID", { reasons: parts.map(({ pointer, detail }) => `${pointer}: ${detail}`), parts });
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

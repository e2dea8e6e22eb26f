import type { YamlValue } from "@precept/core";
import type * as z from "zod/v4/core";
import { isMapping } from "./normalise-document.ts";

type Issue = z.$ZodIssue;

/**
 * Replaces the issue of a union with the issues of its one member for mappings, so that they name the wrong key. Other
 * issues are unchanged: the message of a union of strings and lists says more than the message of one member.
 */
export function expandUnion(issue: Issue, document: YamlValue): readonly Issue[] {
  if (issue.code !== "invalid_union") return [issue];
  const written = issue.path.reduce<YamlValue | undefined>(child, document);
  if (!isMapping(written) && !(Array.isArray(written) && written.some(isMapping))) return [issue];
  const fitting = issue.errors.filter((issues) => !issues.some(({ code, path }) => code === "invalid_type" && path.length === 0));
  const [only] = fitting;
  if (only === undefined || fitting.length > 1) return [issue];
  return only.flatMap((inner) => expandUnion({ ...inner, path: [...issue.path, ...inner.path] }, document));
}

function child(node: YamlValue | undefined, key: PropertyKey): YamlValue | undefined {
  return typeof node === "object" && node !== null ? (node as { [key: PropertyKey]: YamlValue })[key] : undefined;
}

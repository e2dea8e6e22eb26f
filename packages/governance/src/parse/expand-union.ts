import type { YamlValue } from "@precept/core";
import type * as z from "zod/v4/core";
import { isMapping } from "./normalise-document.ts";

type Issue = z.$ZodIssue;

/**
 * Replaces the issue of a union by those of the one member that a mapping was meant for, so that they name the key that
 * is wrong. Other issues stay as they are: the message of a union of strings and lists says more than that of one
 * member.
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

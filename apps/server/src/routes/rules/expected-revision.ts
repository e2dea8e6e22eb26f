import { PreceptError, type StoredRule } from "@precept/core";
import { namesEntityTag, toEntityTag } from "../../http/entity-tag.ts";
import type { RequestContext } from "../handler.ts";

/**
 * Returns the revision that a write expects: the one that was read.
 *
 * @throws PreceptError `RULE_CONFLICT` if the request has an `If-Match` header that does not name it.
 */
export function expectedRevision({ rule, revision }: Pick<StoredRule, "rule" | "revision">, { header }: RequestContext): string {
  const condition = header("if-match");
  if (condition === undefined || namesEntityTag(condition, toEntityTag(revision), "strong")) return revision;
  throw new PreceptError("RULE_CONFLICT", { id: rule.id, expected: condition, actual: revision });
}

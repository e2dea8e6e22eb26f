import { createRule, PreceptError, type Rule, type RuleInput } from "@precept/core";

/** A rule of a session, which decides its scope and origin. The id defaults to one made from the name. */
export type SessionRuleInput = Omit<RuleInput, "id" | "scope" | "origin"> & { readonly id?: string };

/** The session of a rule. */
export interface SessionOwner {
  readonly session: string;
  /** The only user who sees the rule: sessions of different users may have the same id. Default: all users. */
  readonly userId?: string | undefined;
}

/**
 * Creates a rule of a session. Ids of different sessions and users differ.
 *
 * @param store the id of the store.
 * @throws PreceptError `RULE_INVALID`
 */
export function createSessionRule({ id, ...input }: SessionRuleInput, { session, userId }: SessionOwner, store: string): Rule {
  const rule = createRule({
    ...input,
    id: prefixOf(session, userId) + (id ?? input.name),
    scope: "session",
    ...(userId !== undefined && { userId }),
    origin: { store, session },
  });
  assertOwnReplacements(rule);
  return rule;
}

/** Checks that a session rule only replaces rules of its session, not of all. @throws PreceptError `RULE_INVALID` */
export function assertOwnReplacements({ id, name, userId, origin, replaces }: Rule): void {
  if (origin.session === undefined) return;
  const prefix = [prefixOf(origin.session, userId), prefixOf(origin.session)].find((one) => id.startsWith(one)) ?? id;
  const foreign = replaces.find((replaced) => !replaced.startsWith(prefix));
  if (foreign === undefined) return;
  const reasons = [`replaces: "${foreign}" is not a rule of this session; use its name and \`override\` instead`];
  throw new PreceptError("RULE_INVALID", { name, reasons });
}

/** The beginning of the ids of a session's rules. */
function prefixOf(session: string, userId?: string): string {
  // An encoded text has no "@", so no session has the prefix of a user.
  const user = userId === undefined ? "" : `@${encodeURIComponent(userId)}/`;
  return `session:${user}${encodeURIComponent(session)}/`;
}

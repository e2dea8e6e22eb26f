import type { RuleSource } from "./model/dialect.ts";
import type { Peer } from "./model/peer.ts";
import { findDialect } from "./lookup/dialects.ts";
import { claudePlugin, cursorPlugin } from "./peers/plugins/peers.ts";
import { ruler } from "./peers/ruler/peer.ts";
import { rulesync } from "./peers/rulesync/peer.ts";

/** Programs and kinds of plugins whose rules can be imported, one row each: an export of a folder in `peers/`. */
export const peers: readonly Peer[] = [rulesync, ruler, cursorPlugin, claudePlugin];

/** Finds a tool or a program whose rules can be imported by its id or alias, ignoring case. */
export function findRuleSource(name: string): RuleSource | undefined {
  const wanted = name.trim().toLowerCase();
  return findDialect(name) ?? peers.find(({ id, aliases }) => id === wanted || aliases.includes(wanted));
}

import type { ApprovalAnswer, SoftHookEffect, SoftHookEvent } from "@precept/governance";
import type { ActivePolicies } from "../active-policies.ts";
import type { Approval, Approvals } from "../approvals.ts";
import type { SoftHooks } from "../policy-engine.ts";
import type { ApprovalStore } from "./approval-store.ts";
import type { DecisionLog } from "./decision-log.ts";
import type { SequenceStore } from "./session-sequences.ts";
import type { SoftHookStore } from "./soft-hook-store.ts";
import { writeAnswer, writeSoftHooks } from "./write-audit.ts";

/** Where what is known about sessions is stored. */
export interface SessionStores {
  readonly softHooks: SoftHookStore;
  readonly approvals: ApprovalStore;
  readonly sequences: SequenceStore;
}

export function createSoftHooks(
  stores: SessionStores,
  log: DecisionLog,
  active: () => ActivePolicies,
  isReadOnly: boolean,
): SoftHooks {
  const apply = async (event: SoftHookEvent): Promise<readonly SoftHookEffect[]> => {
    const { effects } = await stores.softHooks.apply(event, active());
    if (!isReadOnly && effects.length > 0) await writeSoftHooks(await log.writable(), effects);
    return effects;
  };
  return {
    list: (session) => stores.softHooks.list(session),
    ignore: (key, toolUse) => apply({ kind: "ignored", ...key, toolUse }),
    comply: (key) => apply({ kind: "complied", ...key }),
    fork: async (from, to) => {
      await apply({ kind: "forked", from, to });
      await stores.sequences.apply({ kind: "forked", from, to }, active().policies);
    },
    end: async (session) => {
      await apply({ kind: "ended", session });
      await stores.sequences.apply({ kind: "ended", session }, active().policies);
      await stores.approvals.end(session);
    },
  };
}

/** Returns the operations on questions to humans. */
export function createApprovals({ approvals }: Pick<SessionStores, "approvals">, log: DecisionLog): Approvals {
  const give = async (key: string, answer: ApprovalAnswer): Promise<Approval> => {
    const answered = await approvals.answer(key, answer, new Date());
    await writeAnswer(await log.writable(), answered);
    return answered;
  };
  return {
    list: (session) => approvals.listValid(session, new Date()),
    approve: (key, answer) => give(key, { ...answer, approved: true }),
    deny: (key, answer) => give(key, { ...answer, approved: false }),
    end: (session) => approvals.end(session),
  };
}

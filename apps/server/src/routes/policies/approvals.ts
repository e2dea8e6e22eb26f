import { hasRole, type OwnedApproval } from "@precept/contract";
import { PreceptError } from "@precept/core";
import type { Approval } from "@precept/enforcement";
import { toWireApprovalQuestion } from "@precept/governance";
import { readStoredSession, toUserId } from "../../access/agent-session.ts";
import type { Handlers } from "../handler.ts";
import { mayUseSession } from "./actor.ts";

export const approvalHandlers = {
  listApprovals: async ({ query }, context) => {
    const all = await context.project.workspace.policies.approvals.list();
    const visible = all.filter(({ question }) => mayUseSession(context, question.session)).map(toOwned);
    return { body: { approvals: visible.filter(({ session }) => query.session === undefined || session === query.session) } };
  },
  answerApproval: async ({ body: { key, approved, remember, reason } }, context) => {
    const { tokenId, user, role } = context.principal;
    // Without tokens, an agent on this machine could approve what it asks for.
    if (tokenId === undefined || !hasRole(role, "admin")) {
      throw new PreceptError("APPROVAL_NEEDS_HUMAN", { reason: "the request has no token of an admin" });
    }
    const { approvals } = context.project.workspace.policies;
    const answer = { by: user ?? `token ${tokenId}`, remember, ...(reason !== undefined && { reason }) };
    return { body: toOwned(approved ? await approvals.approve(key, answer) : await approvals.deny(key, answer)) };
  },
} satisfies Partial<Handlers>;

function toOwned({ question, askedAt, expiresAt, answer }: Approval): OwnedApproval {
  const { user, session } = readStoredSession(question.session);
  return {
    ...toWireApprovalQuestion(question),
    session,
    user_id: toUserId(user),
    asked_at: askedAt,
    expires_at: expiresAt,
    answer: answer === undefined ? null : { ...answer, reason: answer.reason ?? null },
  };
}

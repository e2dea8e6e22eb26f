import { randomUUID } from "node:crypto";
import type { SoftHookSelector } from "@precept/contract";
import { PreceptError } from "@precept/core";
import { findSoftHook, shortKeyOf } from "@precept/enforcement/soft-hook-key";
import { softHookId, type SoftHook } from "@precept/governance";
import { userOf } from "../../access/tenant.ts";
import type { Handlers, RequestContext } from "../handler.ts";
import { actorOf, mayUseSession, toOwnedEffects, toOwnedSoftHook, type NamedActor } from "./actor.ts";

export const softHookHandlers = {
  listSoftHooks: async ({ query }, context) => {
    const { session, agent, user_id: user } = query;
    // Refuses clients that name another user.
    if (user !== undefined) userOf(context, user);
    const hooks = (await listVisible(context)).map(toOwnedSoftHook);
    return {
      body: {
        soft_hooks: hooks.filter(
          (hook) =>
            (session === undefined || hook.session === session) &&
            (agent === undefined || hook.agent === agent) &&
            (user === undefined || hook.user_id === user),
        ),
      },
    };
  },
  ignoreSoftHook: async ({ body }, context) => {
    const hook = await find(context, body);
    const { softHooks } = context.project.workspace.policies;
    return { body: { effects: toOwnedEffects(await softHooks.ignore(hook, body.tool_use ?? randomUUID())) } };
  },
  complySoftHook: async ({ body }, context) => {
    const hook = await find(context, body);
    return { body: { effects: toOwnedEffects(await context.project.workspace.policies.softHooks.comply(hook)) } };
  },
} satisfies Partial<Handlers>;

async function listVisible(context: RequestContext): Promise<readonly SoftHook[]> {
  const hooks = await context.project.workspace.policies.softHooks.list();
  return hooks.filter(({ session }) => mayUseSession(context, session));
}

/** @throws PreceptError `SOFT_HOOK_UNKNOWN`, `SOFT_HOOK_AMBIGUOUS`, `FORBIDDEN` */
async function find(context: RequestContext, selector: SoftHookSelector & NamedActor): Promise<SoftHook> {
  const visible = await listVisible(context);
  if (selector.key !== undefined) return findSoftHook(visible, selector.key);
  const { session, agent } = actorOf(context, selector);
  const wanted = { session, agent, policy: selector.rule_id ?? "", fingerprint: selector.fingerprint ?? "" };
  const found = visible.find((hook) => softHookId(hook) === softHookId(wanted));
  if (found === undefined) throw new PreceptError("SOFT_HOOK_UNKNOWN", { key: shortKeyOf(wanted) });
  return found;
}

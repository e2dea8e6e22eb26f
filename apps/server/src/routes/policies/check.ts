import type { CheckAnswer, ProjectRoutes, RouteInput } from "@precept/contract";
import { toSarif } from "@precept/lint";
import { withoutUndefined, type Json } from "@precept/core";
import { findPolicy, type CheckOptions } from "@precept/enforcement";
import { findingRulesOf, findingsOf, toWireExplainedDecision, type Decision, type Subject } from "@precept/governance";
import type { Workspace } from "@precept/workspace";
import { signalsOfPrincipal } from "../../access/signals.ts";
import { readVersion } from "../../version.ts";
import type { Handler, RequestContext } from "../handler.ts";

export const checkPolicies: Handler<ProjectRoutes["checkPolicies"]> = async ({ body }, context) => {
  const { workspace } = context.project;
  const decision = await workspace.policies.check(toSubjects(body.subjects), await toCheckOptions(context, body));
  const answer: CheckAnswer = toWireExplainedDecision(decision, body.explain);
  return { body: body.format === "sarif" ? { ...answer, sarif: await toReport(decision, workspace) } : answer };
};

type Body = RouteInput<ProjectRoutes["checkPolicies"]>["body"];

/** @throws PreceptError `POLICY_UNKNOWN`, `POLICY_REFUSED` */
export async function toCheckOptions(
  { signal, project, principal }: RequestContext,
  {
    phase,
    context,
    high_quality: highQuality,
    only,
    baseline,
  }: Pick<Body, "phase" | "context" | "high_quality" | "only" | "baseline">,
): Promise<CheckOptions> {
  for (const id of only ?? []) await findPolicy(project.workspace.policies, id);
  return {
    signal,
    baseline,
    signals: signalsOfPrincipal(principal),
    ...withoutUndefined({ phase, context, highQuality, only }),
  };
}

export function toSubjects(subjects: Body["subjects"]): readonly Subject[] {
  return subjects.map(({ text, file, kind, fragment }) => ({
    text,
    ...withoutUndefined({ file, kind, fragment }),
  }));
}

async function toReport(decision: Decision, { policies }: Workspace): Promise<Readonly<Record<string, Json>>> {
  const rules = findingRulesOf(await policies.list(), await policies.tables());
  return toSarif(findingsOf(decision), rules, { name: "precept", version: readVersion() }) as Readonly<Record<string, Json>>;
}

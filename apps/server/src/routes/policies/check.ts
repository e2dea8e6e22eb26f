import type { CheckAnswer, ProjectRoutes, RouteInput } from "@precept/contract";
import { toSarif } from "@precept/lint";
import { withoutUndefined, type Json } from "@precept/core";
import { findPolicy, type CheckOptions } from "@precept/enforcement";
import { findingRulesOf, findingsOf, toWireExplainedDecision, type Decision, type Subject } from "@precept/governance";
import type { Workspace } from "@precept/workspace";
import { signalsOfPrincipal } from "../../access/principal.ts";
import { invalidFields } from "../../problems/invalid-input.ts";
import { readVersion } from "../../version.ts";
import type { Handlers, RequestContext } from "../handler.ts";

export const checkHandlers = {
  checkPolicies: async ({ body }, context) => {
    const { workspace } = context.project;
    const decision = await workspace.policies.check(toSubjects(subjectsOf(body)), await toCheckOptions(context, body));
    const answer: CheckAnswer = toWireExplainedDecision(decision, body.explain);
    return { body: body.format === "sarif" ? { ...answer, sarif: await toReport(decision, workspace) } : answer };
  },
} satisfies Partial<Handlers>;

type Body = RouteInput<ProjectRoutes["checkPolicies"]>["body"];
type WireSubjects = NonNullable<Body["subjects"]>;

/** @throws PreceptError `REQUEST_INVALID` without a text, or with both forms. */
function subjectsOf({ subjects, code, file }: Body): WireSubjects {
  if (subjects !== undefined && (code ?? file) !== undefined)
    throw invalidFields({ pointer: "/subjects", detail: "cannot be combined with `code` and `file`" });
  const found = code === undefined ? subjects : [{ text: code, file }];
  if (found === undefined) throw invalidFields({ pointer: "/subjects", detail: "is required, or `code`" });
  return found;
}

/** @throws PreceptError `POLICY_UNKNOWN`, `POLICY_REFUSED` */
export async function toCheckOptions(
  { signal, project, principal }: RequestContext,
  body: Pick<Body, "phase" | "context" | "high_quality" | "only" | "baseline">,
): Promise<CheckOptions> {
  const { phase, context, high_quality: highQuality, only, baseline } = body;
  for (const id of only ?? []) await findPolicy(project.workspace.policies, id);
  const signals = signalsOfPrincipal(principal);
  return { signal, baseline, signals, ...withoutUndefined({ phase, context, highQuality, only }) };
}

export function toSubjects(subjects: WireSubjects): readonly Subject[] {
  return subjects.map(({ text, file, kind, fragment }) => ({ text, ...withoutUndefined({ file, kind, fragment }) }));
}

async function toReport(decision: Decision, { policies }: Workspace): Promise<Readonly<Record<string, Json>>> {
  const rules = findingRulesOf(await policies.list(), await policies.tables());
  return toSarif(findingsOf(decision), rules, { name: "precept", version: readVersion() }) as Readonly<Record<string, Json>>;
}

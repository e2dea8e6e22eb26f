import { report } from "../diagnostic-catalogue.ts";
import type { Decision } from "../model/decision.ts";
import type { Policy } from "../model/policy.ts";
import { prioritySpecs } from "../model/priority.ts";
import type { Subject } from "../model/subject.ts";
import { defaultTables, effectivePriorityOf, type EffectivePriority } from "../model/tables.ts";
import { lookFor, type Look } from "./look.ts";
import type { EvaluateOptions } from "./options.ts";
import { Secrets } from "./secrets.ts";
import { settle, type Found } from "./settle.ts";
import { isRedacted, ViolationMaker } from "./violation.ts";

/**
 * Checks one text against policies: which are broken, where, and what is to be done about it. The strictest handler wins, whatever the order
 * of the policies. A policy that could not be checked counts as broken where it is P0 or P1.
 *
 * @param policies a list that is kept from call to call is prepared only once.
 */
export function evaluate(policies: readonly Policy[], subject: Subject, options: EvaluateOptions): Decision {
  const { phase, tables = defaultTables, highQuality = false, hash } = options;
  const found: Found = { violations: [], passed: [], skipped: [], diagnostics: [] };
  const looks = lookFor(policies, subject, options);
  const maker = new ViolationMaker(subject, phase, hash, secretsIn(looks));
  for (const [policy, look] of looks) {
    judge(policy, effectivePriorityOf(policy, tables, phase, highQuality), look, maker, subject.file, found);
  }
  return settle(found, policies, subject, options);
}

function secretsIn(looks: ReadonlyMap<Policy, Look>): Secrets {
  const found = [...looks].flatMap(([policy, look]) => (look.kind === "matches" && isRedacted(policy) ? look.matches : []));
  return new Secrets(found.map(({ text }) => text));
}

function judge(
  policy: Policy,
  standing: EffectivePriority,
  look: Look,
  maker: ViolationMaker,
  file: string | undefined,
  found: Found,
): void {
  const { id } = policy;
  switch (look.kind) {
    case "skipped":
      found.skipped.push({ policy: id, reason: look.reason });
      break;
    case "whole":
      found.violations.push(maker.fromWhole(policy, standing));
      break;
    case "matches": {
      const { matches, isCut } = look;
      if (matches.length === 0) found.passed.push(id);
      for (const match of matches) found.violations.push(maker.fromMatch(policy, standing, match));
      const message = `${id} is broken more than ${matches.length} times; only these are counted.`;
      if (isCut) found.diagnostics.push(report("check/too-many", { file }, message));
      break;
    }
    case "indeterminate": {
      const { reason: problem } = look;
      found.diagnostics.push(report("check/indeterminate", { file }, `${id} could not be checked: ${problem}.`));
      // What is at stake is too much to let it pass unseen.
      if (prioritySpecs[standing.priority].failsClosed) found.violations.push(maker.fromDoubt(policy, standing, problem));
      else found.skipped.push({ policy: id, reason: { kind: "indeterminate", problem } });
      break;
    }
  }
}

import { createHash } from "node:crypto";
import { pushAll, withoutUndefined, type Diagnostic } from "@precept/core";
import {
  canonicalId,
  createPolicySet,
  deniesWithoutAnswer,
  defaultTables,
  effectsOf,
  evaluate,
  fixViolations,
  highestPenalty,
  needsApproval,
  parsePolicies,
  readPolicy,
  registerPolicy,
  signalsOf,
  stopsAgent,
  unwrapPolicy,
  type Decision,
  type EvaluateOptions,
  type GovernanceTables,
  type PatternRunner,
  type LocatedPolicy,
  type Policy,
  type PolicyContext,
  type PolicySet,
  type Subject,
} from "@precept/governance";
import { createBoundedRunner } from "@precept/enforcement/runner";
import { resolveContext, type ResolvedContext } from "@precept/enforcement/signals";
import { reportProtected, type TrustedSignals } from "@precept/enforcement";
import type { EnforcedHostDecision, HostCheckOptions, RegisteringHost } from "./rule-engine-host.ts";

export interface PolicyHostOptions {
  /** Runs the patterns. Default: a runner with a time limit, since clients can register policies. */
  readonly runner?: PatternRunner;
  readonly tables?: GovernanceTables;
  /** The absolute project directory, whose repository supplies git's context values. Default: none; they are empty. */
  readonly root?: string;
  /** Signals of the program, which replace git's and the machine's signals. A client's context cannot set any. */
  readonly signals?: TrustedSignals;
}

/** The signals of git without a project directory. */
const withoutGit: TrustedSignals = { branch: "", default_branch: "", remote: "" };

/**
 * Serves policies in memory, for a program without a policy engine. It only returns decisions: there is no audit log,
 * no rollback and no counting of ignored advice. Clients can add policies and replace policies that clients added, but
 * not the program's policies.
 *
 * @param policies policies that fail their own tests are excluded.
 */
export function createPolicyHost(policies: readonly Policy[] = [], options: PolicyHostOptions = {}): RegisteringHost {
  const { tables = defaultTables, runner = createBoundedRunner(), root, signals } = options;
  const trusted = root === undefined ? { ...withoutGit, ...signals } : { ...signals };
  const validationOptions = { tables, runner };
  let { set } = createPolicySet(
    policies.map((policy) => ({ policy, location: {} })),
    validationOptions,
  );
  const listeners = new Set<() => void>();
  const resolve = ({ context = {} }: HostCheckOptions): ResolvedContext =>
    resolveContext({ context, signals: trusted }, signalsOf(set.policies), root ?? process.cwd());
  const optionsFor = ({ phase, highQuality }: HostCheckOptions, context: PolicyContext): EvaluateOptions => ({
    ...validationOptions,
    hash,
    context,
    ...withoutUndefined({ phase, highQuality }),
  });
  const check = (subject: Subject, wanted: HostCheckOptions): Decision => {
    const { context, diagnostics } = resolve(wanted);
    const decision = evaluate(selectPolicies(set, wanted), subject, optionsFor(wanted, context));
    return { ...decision, diagnostics: [...decision.diagnostics, ...diagnostics] };
  };
  return {
    tables: async () => tables,
    policies: async () => set.policies,
    async register(source, by) {
      const { policies: read, diagnostics } = readSource(source);
      const accepted: Policy[] = [];
      const allDiagnostics = [...diagnostics];
      for (const { policy: written, location } of read) {
        const policy = by === undefined ? written : { ...written, origin: "registered" as const };
        const protectedPolicy = by === undefined ? undefined : findProtected(set, policy.id);
        if (protectedPolicy !== undefined) {
          allDiagnostics.push(reportProtected(policy.id, protectedPolicy.id, location));
          continue;
        }
        const registered = registerPolicy(set, policy, validationOptions, location);
        set = registered.set;
        pushAll(allDiagnostics, registered.diagnostics);
        if (registered.accepted) accepted.push(policy);
      }
      if (accepted.length > 0) for (const listener of listeners) listener();
      return { accepted, diagnostics: allDiagnostics };
    },
    check: async (subject, wanted) => check(subject, wanted),
    async enforce(subject, wanted) {
      const decision = check(subject, wanted);
      return { ...decision, ...consequencesOf(decision, set, tables), fixes: fixesOf(decision) };

      function fixesOf({ action }: Decision): EnforcedHostDecision["fixes"] {
        if (action === "PASS") return [];
        const { fixed, text } = fixViolations(selectPolicies(set, wanted), subject, optionsFor(wanted, resolve(wanted).context));
        return fixed.length === 0 ? [] : [{ text, ...(subject.file !== undefined && { file: subject.file }) }];
      }
    },
    subscribe(listener) {
      // A new function each time, so that the same listener can subscribe twice.
      const own = (): void => listener();
      listeners.add(own);
      return () => void listeners.delete(own);
    },
  };
}

/** Finds a policy that clients cannot replace: one of the program, or one whose id differs in letter case. */
function findProtected({ policies }: PolicySet, id: string): Policy | undefined {
  return policies.find(
    (known) => canonicalId(known.id) === canonicalId(id) && !(known.id === id && known.origin === "registered"),
  );
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function selectPolicies({ policies }: PolicySet, { only }: HostCheckOptions): readonly Policy[] {
  return only === undefined ? policies : policies.filter(({ id }) => only.includes(id));
}

function readSource(source: string | object): {
  readonly policies: readonly LocatedPolicy[];
  readonly diagnostics: readonly Diagnostic[];
} {
  if (typeof source === "string") return parsePolicies(source);
  const { policy, diagnostics } = readPolicy(unwrapPolicy(source));
  return { policies: policy === undefined ? [] : [{ policy, location: {} }], diagnostics };
}

function consequencesOf(
  { action, violations }: Decision,
  set: PolicySet,
  tables: GovernanceTables,
): Pick<EnforcedHostDecision, "stops" | "denies" | "questions" | "advice" | "notifiesHuman" | "iterationPenalty" | "logIds"> {
  const effects = violations.flatMap((violation) => {
    const policy = set.get(violation.policy);
    return policy === undefined ? [] : [effectsOf(policy, violation, tables)];
  });
  return {
    stops: stopsAgent(action),
    // It cannot ask a human, so that a call is denied as without an answer.
    denies: violations.some((one) => stopsAgent(one.action) || (needsApproval(one) && deniesWithoutAnswer(one.priority))),
    questions: [],
    advice: [],
    notifiesHuman: effects.some(({ notifyHuman }) => notifyHuman),
    iterationPenalty: highestPenalty(effects.map(({ iterationPenalty }) => iterationPenalty)),
    logIds: [],
  };
}

import { compareText, PreceptError, type Diagnostic, type SourceLocation } from "@precept/core";
import {
  parsePolicies,
  patternsOf,
  readPolicy,
  registerPolicy,
  toWirePolicy,
  type LocatedPolicy,
  type Policy,
  type PolicySet,
} from "@precept/governance";
import { createFile, fileFailureOf, openRoot, replaceFile } from "@precept/files";
import { stringify } from "yaml";
import { policiesDir } from "../paths.ts";
import type { ActivePolicies } from "../active-policies.ts";
import type { RegisteredPolicies } from "../policy-engine.ts";
import type { Examiner, CachedPolicies } from "./policy-cache.ts";

/** Policies that were registered while the program runs. */
export class Registry {
  readonly #registered = new Map<string, Policy>();
  readonly #examiner: Examiner;

  constructor(examiner: Examiner) {
    this.#examiner = examiner;
  }

  /**
   * Takes policies that stand their tests.
   *
   * @param saveIn the project they are written to; else they are kept in memory.
   * @throws PreceptError `POLICY_DEFINED_ELSEWHERE`, `POLICY_FILE_TAKEN`, `FILE_SYSTEM_FAILED`.
   */
  async register(source: string | object, active: ActivePolicies, saveIn: string | undefined): Promise<RegisteredPolicies> {
    const { placed, diagnostics } = read(source);
    const { findRegexRisk } = await this.#examiner.findDangers(placed.flatMap(({ policy }) => patternsOf(policy)));
    let set: PolicySet = { policies: active.written, get: (id) => active.written.find((policy) => policy.id === id) };
    const accepted: Policy[] = [];
    const problems = [...diagnostics];
    for (const { policy, location } of placed) {
      const outcome = registerPolicy(set, policy, { ...this.#examiner.options, tables: active.tables, findRegexRisk }, location);
      problems.push(...outcome.diagnostics);
      if (!outcome.accepted) continue;
      accepted.push(policy);
      set = outcome.set;
    }
    for (const policy of accepted) {
      if (saveIn === undefined) this.#registered.set(policy.id, policy);
      else {
        await write(policy, saveIn, active.sources);
        this.#registered.delete(policy.id);
      }
    }
    return { accepted, diagnostics: problems };
  }

  /** All policies, those that were registered in place of others of the same id; in the order of their ids. */
  over({ policies, sources }: CachedPolicies): Pick<CachedPolicies, "policies" | "sources"> {
    const all = new Map([...policies, ...this.#registered]);
    return {
      policies: new Map([...all].toSorted(([left], [right]) => compareText(left, right))),
      sources: new Map([...sources, ...[...this.#registered.keys()].map((id) => [id, "memory"] as const)]),
    };
  }
}

function read(source: string | object): {
  readonly placed: readonly LocatedPolicy[];
  readonly diagnostics: readonly Diagnostic[];
} {
  if (typeof source === "string") {
    const { policies, diagnostics } = parsePolicies(source);
    return { placed: policies, diagnostics };
  }
  const { policy, diagnostics } = readPolicy(structuredClone(source));
  const location: SourceLocation = {};
  return { placed: policy === undefined ? [] : [{ policy, location }], diagnostics };
}

/** A policy has a file of its own, called after it. What anybody else has written is left alone. */
async function write(policy: Policy, root: string, sources: ReadonlyMap<string, string>): Promise<void> {
  const { id } = policy;
  const name = `${policiesDir}/${id.toLowerCase()}.yaml`;
  const source = sources.get(id);
  if (source !== undefined && source !== name && source.startsWith(`${policiesDir}/`)) {
    throw new PreceptError("POLICY_DEFINED_ELSEWHERE", { id, path: source });
  }
  const project = openRoot(root);
  const text = stringify(toWirePolicy(policy));
  try {
    if (await createFile(project, name, text)) return;
    const isOwn = source === name && [...sources].every(([other, file]) => file !== name || other === id);
    if (!isOwn) throw new PreceptError("POLICY_FILE_TAKEN", { id, path: name });
    await replaceFile(project, name, text);
  } catch (error) {
    throw fileFailureOf("write", name, error);
  }
}

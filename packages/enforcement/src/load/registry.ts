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
import type { ValidatorOptions, CachedPolicies } from "./policy-cache.ts";

/** Policies that were registered at run time. */
export class Registry {
  readonly #registered = new Map<string, Policy>();
  readonly #validator: ValidatorOptions;

  constructor(validator: ValidatorOptions) {
    this.#validator = validator;
  }

  /**
   * Registers policies that pass their tests.
   *
   * @param saveIn the project to save them in. Default: in memory only.
   * @throws PreceptError `POLICY_DEFINED_ELSEWHERE`, `POLICY_FILE_TAKEN`, `FILE_SYSTEM_FAILED`.
   */
  async register(source: string | object, active: ActivePolicies, saveIn: string | undefined): Promise<RegisteredPolicies> {
    const { located, diagnostics } = read(source);
    const { findRegexRisk } = await this.#validator.checkPatterns(located.flatMap(({ policy }) => patternsOf(policy)));
    let set: PolicySet = { policies: active.loaded, get: (id) => active.loaded.find((policy) => policy.id === id) };
    const accepted: Policy[] = [];
    const allDiagnostics = [...diagnostics];
    for (const { policy, location } of located) {
      const outcome = registerPolicy(set, policy, { ...this.#validator.options, tables: active.tables, findRegexRisk }, location);
      allDiagnostics.push(...outcome.diagnostics);
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
    return { accepted, diagnostics: allDiagnostics };
  }

  /** Adds the registered policies to others, which they replace if they have the same id. Ordered by id. */
  mergeInto({ policies, sources }: CachedPolicies): Pick<CachedPolicies, "policies" | "sources"> {
    const all = new Map([...policies, ...this.#registered]);
    return {
      policies: new Map([...all].toSorted(([left], [right]) => compareText(left, right))),
      sources: new Map([...sources, ...[...this.#registered.keys()].map((id) => [id, "memory"] as const)]),
    };
  }
}

function read(source: string | object): {
  readonly located: readonly LocatedPolicy[];
  readonly diagnostics: readonly Diagnostic[];
} {
  if (typeof source === "string") {
    const { policies, diagnostics } = parsePolicies(source);
    return { located: policies, diagnostics };
  }
  const { policy, diagnostics } = readPolicy(structuredClone(source));
  const location: SourceLocation = {};
  return { located: policy === undefined ? [] : [{ policy, location }], diagnostics };
}

/** Writes a policy to its own file, named after its id. Never overwrites a file with other contents. */
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

import type { Diagnostic } from "@precept/core";
import {
  createPolicySet,
  parsePolicies,
  patternsOf,
  reportOnPolicy,
  type GovernanceTables,
  type PatternSource,
  type LocatedPolicy,
  type Policy,
  type PolicySetOptions,
} from "@precept/governance";
import { report } from "../diagnostic-catalogue.ts";
import type { ValidationCache } from "./validation-cache.ts";
import type { PolicySource, ReadSources } from "./read-sources.ts";

/** A source as it was examined. */
interface Version {
  readonly text: string;
  /** The tables that it was examined with, as JSON. */
  readonly tables: string;
  readonly placed: readonly LocatedPolicy[];
  readonly diagnostics: readonly Diagnostic[];
  readonly givesWay: boolean;
}

/** What is known of the time that some patterns take. */
interface FoundDangers {
  /** What speaks against a pattern: nothing, or the end of a sentence. */
  readonly findRegexRisk: (pattern: PatternSource) => string | undefined;
  /** Whether all of them could be tried. */
  readonly isSure: boolean;
}

/** What policies are examined with. */
export interface Examiner {
  readonly options: Pick<PolicySetOptions, "runner">;
  readonly validationCache: ValidationCache;
  /** Tries patterns out. */
  findDangers(patterns: readonly PatternSource[]): Promise<FoundDangers>;
}

/** The policies of all sources together. */
export interface CachedPolicies {
  readonly policies: ReadonlyMap<string, Policy>;
  /** By id. */
  readonly sources: ReadonlyMap<string, string>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Keeps the policies of each source as they were when it last was without errors. */
export class PolicyCache {
  /** As last examined, errors and all. */
  readonly #latest = new Map<string, Version>();
  readonly #good = new Map<string, Version>();
  readonly #examiner: Examiner;

  constructor(examiner: Examiner) {
    this.#examiner = examiner;
  }

  /** Takes note of the sources as they are. Those that are gone are forgotten; those that could not be read stay. */
  async set({ sources, unread, diagnostics }: ReadSources, tables: GovernanceTables): Promise<CachedPolicies> {
    const named = new Set(sources.map(({ name }) => name));
    const versions: (readonly [name: string, version: Version])[] = [];
    const problems = [...diagnostics];
    for (const name of this.#good.keys())
      if (!named.has(name) && unread(name)) versions.push([name, this.#good.get(name) as Version]);
    for (const source of sources) {
      const latest = await this.#examine(source, tables);
      problems.push(...latest.diagnostics);
      const good = this.#good.get(source.name);
      const isGood = latest.diagnostics.every(({ severity }) => severity !== "error");
      if (!isGood && good !== undefined) problems.push(report("policies/kept", { file: source.name }));
      if (isGood) this.#good.set(source.name, latest);
      versions.push([source.name, isGood ? latest : (good ?? latest)]);
    }
    const kept = new Set(versions.map(([name]) => name));
    for (const known of [this.#latest, this.#good]) for (const name of known.keys()) if (!kept.has(name)) known.delete(name);
    return join(versions, problems);
  }

  async #examine(source: PolicySource, tables: GovernanceTables): Promise<Version> {
    const { name, text, givesWay } = source;
    const known = this.#latest.get(name);
    const asJson = JSON.stringify(tables);
    if (known?.text === text && known.tables === asJson) return known;
    const { policies: placed, diagnostics } = parsePolicies(text, name);
    const examined = await this.#tryOut(source, placed, tables);
    const version = {
      text,
      tables: asJson,
      placed: examined.placed,
      diagnostics: [...diagnostics, ...examined.diagnostics],
      givesWay,
    };
    this.#latest.set(name, version);
    return version;
  }

  /** What was tried out before, and found to be good, is not tried out again. */
  async #tryOut(
    source: PolicySource,
    placed: readonly LocatedPolicy[],
    tables: GovernanceTables,
  ): Promise<Pick<Version, "placed" | "diagnostics">> {
    const { validationCache, options } = this.#examiner;
    const known = validationCache.passed(source, tables);
    if (known !== undefined) return { placed, diagnostics: known };
    const { findRegexRisk, isSure } = await this.#examiner.findDangers(placed.flatMap(({ policy }) => patternsOf(policy)));
    const { set, diagnostics } = createPolicySet(placed, { ...options, tables, findRegexRisk });
    if (isSure && diagnostics.every(({ severity }) => severity !== "error")) validationCache.pass(source, tables, diagnostics);
    return { placed: placed.filter(({ policy }) => set.get(policy.id) === policy), diagnostics };
  }
}

function join(versions: readonly (readonly [string, Version])[], problems: readonly Diagnostic[]): CachedPolicies {
  const policies = new Map<string, Policy>();
  const sources = new Map<string, string>();
  const diagnostics = [...problems];
  for (const [name, { placed, givesWay }] of versions) {
    for (const { policy, location } of placed) {
      const first = sources.get(policy.id);
      if (first === undefined) {
        policies.set(policy.id, policy);
        sources.set(policy.id, name);
      } else if (!givesWay) {
        const message = `There is another policy ${policy.id} in ${first}; this one is not enforced.`;
        diagnostics.push(reportOnPolicy("policy/duplicate-id", location, message));
      }
    }
  }
  return { policies, sources, diagnostics };
}

import type { Diagnostic } from "@precept/core";
import {
  createPolicySet,
  defaultTables,
  parsePolicies,
  partsOf,
  patternsOf,
  type GovernanceTables,
  type PatternSource,
  type LocatedPolicy,
  type PolicySetOptions,
} from "@precept/governance";
import { report } from "../diagnostic-catalogue.ts";
import type { PolicySourceOf } from "../policy-source.ts";
import { joinSources, type JoinedPolicies } from "./join-sources.ts";
import type { ValidationCache } from "./validation-cache.ts";
import type { PolicySource, ReadSources } from "./read-sources.ts";

/** A validated version of a source. */
interface ValidatedSource {
  readonly text: string;
  /** The governance tables that it was validated with, as JSON. */
  readonly tables: string;
  readonly located: readonly LocatedPolicy[];
  readonly diagnostics: readonly Diagnostic[];
  readonly source: PolicySourceOf;
}

/** The result of checking patterns for ReDoS. */
interface CheckedPatterns {
  /** Describes the risk of a pattern; undefined if it has none. See `PolicySetOptions`. */
  readonly findRegexRisk: (pattern: PatternSource) => string | undefined;
  /** Whether all patterns could be checked. */
  readonly isComplete: boolean;
}

/** How policies are validated. */
export interface ValidatorOptions {
  readonly options: Pick<PolicySetOptions, "runner">;
  readonly validationCache: ValidationCache;
  /** Checks patterns for ReDoS. */
  checkPatterns(patterns: readonly PatternSource[]): Promise<CheckedPatterns>;
}

/** Caches the last valid version of each source of policies. */
export class PolicyCache {
  /** The latest versions, even with errors. */
  readonly #latest = new Map<string, ValidatedSource>();
  /** The latest versions without errors. */
  readonly #valid = new Map<string, ValidatedSource>();
  readonly #validator: ValidatorOptions;

  constructor(validator: ValidatorOptions) {
    this.#validator = validator;
  }

  /** Updates the cache with the current sources. Removes missing sources, but not those that could not be read. */
  async set({ sources, isUnreadable, diagnostics }: ReadSources, tables: GovernanceTables): Promise<JoinedPolicies> {
    const names = new Set(sources.map(({ name }) => name));
    const versions: (readonly [name: string, version: ValidatedSource])[] = [];
    const allDiagnostics = [...diagnostics];
    for (const name of this.#valid.keys())
      if (!names.has(name) && isUnreadable(name)) versions.push([name, this.#valid.get(name) as ValidatedSource]);
    for (const source of sources) {
      const latest = await this.#validate(source, tables);
      allDiagnostics.push(...latest.diagnostics);
      const valid = this.#valid.get(source.name);
      const isValid = latest.diagnostics.every(({ severity }) => severity !== "error");
      if (!isValid && valid !== undefined) allDiagnostics.push(report("policies/kept", { file: source.name }));
      if (isValid) this.#valid.set(source.name, latest);
      versions.push([source.name, isValid ? latest : (valid ?? latest)]);
    }
    const current = new Set(versions.map(([name]) => name));
    for (const known of [this.#latest, this.#valid]) for (const name of known.keys()) if (!current.has(name)) known.delete(name);
    return joinSources(
      versions.map(([name, version]) => ({ name, ...version })),
      allDiagnostics,
    );
  }

  async #validate(source: PolicySource, tables: GovernanceTables): Promise<ValidatedSource> {
    const { name, text } = source;
    const known = this.#latest.get(name);
    const tablesJson = JSON.stringify(tables);
    if (known?.text === text && known.tables === tablesJson) return known;
    const { policies: located, diagnostics } = parsePolicies(text, name);
    const validated = await this.#validatePolicies(source, located, tables);
    const version = {
      text,
      tables: tablesJson,
      located: validated.located,
      diagnostics: [...diagnostics, ...validated.diagnostics],
      source: source.source,
    };
    this.#latest.set(name, version);
    return version;
  }

  /** Validates policies, unless the validation cache has the result. */
  async #validatePolicies(
    source: PolicySource,
    located: readonly LocatedPolicy[],
    tables: GovernanceTables,
  ): Promise<Pick<ValidatedSource, "located" | "diagnostics">> {
    const { validationCache, options } = this.#validator;
    if (source.source.kind === "managed") {
      // The cache belongs to the project, which could use it to refuse managed policies.
      const { set, diagnostics } = createPolicySet(located, { ...options, tables: defaultTables });
      return { located: located.filter(({ policy }) => set.get(policy.id) === policy).map(toManaged), diagnostics };
    }
    const known = validationCache.get(source, tables);
    if (known !== undefined) return { located, diagnostics: known };
    const { findRegexRisk, isComplete } = await this.#validator.checkPatterns(
      located.flatMap(({ policy }) => partsOf(policy).flatMap(patternsOf)),
    );
    const { set, diagnostics } = createPolicySet(located, { ...options, tables, findRegexRisk });
    if (isComplete && diagnostics.every(({ severity }) => severity !== "error")) validationCache.set(source, tables, diagnostics);
    return { located: located.filter(({ policy }) => set.get(policy.id) === policy), diagnostics };
  }
}

function toManaged({ policy, location }: LocatedPolicy): LocatedPolicy {
  return { policy: { ...policy, origin: "managed" }, location };
}

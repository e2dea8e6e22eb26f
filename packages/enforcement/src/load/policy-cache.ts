import { pushAll, type Diagnostic } from "@precept/core";
import { sha256, RememberedValues, type SnapshotLocation } from "@precept/files";
import {
  createPolicySet,
  defaultTables,
  loadCompiledPolicies,
  parsePolicies,
  preparePolicyGlobs,
  type GovernanceTables,
  type LocatedPolicy,
  type ParsedPolicies,
  type PolicySetOptions,
  compilePolicies,
} from "@precept/governance";
import { report } from "../diagnostic-catalogue.ts";
import type { PolicySourceOf } from "../policy-source.ts";
import type { RegexRisk, RegexRiskCache } from "../runner/regex-safety-checker.ts";
import { joinSources, type JoinedPolicies } from "./join-sources.ts";
import type { PolicySource, ReadSources } from "./read-sources.ts";
import { areDefault } from "./report-weakened.ts";

interface ValidatedSource {
  /** The text, or the digest of the text of compiled policies. */
  readonly content: string;
  /** The governance tables that it was validated with, as JSON. */
  readonly tables: string;
  readonly located: readonly LocatedPolicy[];
  readonly diagnostics: readonly Diagnostic[];
  readonly source: PolicySourceOf;
}

/** Governance tables, as JSON for comparisons. */
interface WrittenTables {
  readonly tables: GovernanceTables;
  readonly json: string;
  readonly isDefault: boolean;
}

interface CheckedPatterns extends Required<Pick<PolicySetOptions, "findRegexRisk">> {
  /** Whether all patterns could be checked. */
  readonly isComplete: boolean;
}

export interface ValidatorOptions {
  readonly options: Pick<PolicySetOptions, "runner">;
  readonly compiledCache: CompiledPolicyCache;
  checkPatterns(located: readonly LocatedPolicy[]): Promise<CheckedPatterns>;
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

  /** Updates the cache with the current sources. Removes missing sources, but not unreadable ones. */
  async set({ sources, isUnreadable, diagnostics }: ReadSources, tables: GovernanceTables): Promise<JoinedPolicies> {
    const names = new Set(sources.map(({ name }) => name));
    const versions: (readonly [name: string, version: ValidatedSource])[] = [];
    const allDiagnostics = [...diagnostics];
    const written = { tables, json: JSON.stringify(tables), isDefault: areDefault(tables) };
    for (const known of this.#valid) if (!names.has(known[0]) && isUnreadable(known[0])) versions.push(known);
    for (const source of sources) {
      const latest = await this.#validate(source, written);
      pushAll(allDiagnostics, latest.diagnostics);
      const valid = this.#valid.get(source.name);
      const isValid = latest.diagnostics.every(({ severity }) => severity !== "error");
      if (!isValid && valid !== undefined) allDiagnostics.push(report("policies/kept", { file: source.name }));
      if (isValid) this.#valid.set(source.name, latest);
      versions.push([source.name, isValid ? latest : (valid ?? latest)]);
    }
    const current = new Set(versions.map(([name]) => name));
    for (const known of [this.#latest, this.#valid]) for (const name of known.keys()) if (!current.has(name)) known.delete(name);
    const all = versions.map(([name, version]) => ({ name, ...version }));
    return joinSources(all, allDiagnostics);
  }

  async #validate(source: PolicySource, tables: WrittenTables): Promise<ValidatedSource> {
    const { name } = source;
    const content = source.starter?.digest ?? source.text;
    const known = this.#latest.get(name);
    if (known?.content === content && known.tables === tables.json) return known;
    const parsed = this.#parse(source);
    const validated = await this.#validatePolicies(source, parsed.policies, tables);
    const diagnostics = [...parsed.diagnostics, ...validated.diagnostics];
    const version = { content, tables: tables.json, located: validated.located, diagnostics, source: source.source };
    this.#latest.set(name, version);
    return version;
  }

  /** Parses a source, unless its policies are compiled. */
  #parse(policySource: PolicySource): ParsedPolicies {
    const { name, text, starter, source } = policySource;
    if (starter !== undefined) return loadCompiledPolicies(starter.compiled);
    if (source.kind === "managed") return parsePolicies(text, name);
    return this.#validator.compiledCache.parse(policySource);
  }

  /** Validates policies, unless they are known to be valid. */
  async #validatePolicies(
    policySource: PolicySource,
    located: readonly LocatedPolicy[],
    { tables, json, isDefault }: WrittenTables,
  ): Promise<Pick<ValidatedSource, "located" | "diagnostics">> {
    await preparePolicyGlobs(located.map(({ policy }) => policy));
    const { text, starter, source } = policySource;
    const { compiledCache, options } = this.#validator;
    if (source.kind === "managed") {
      // Managed policies are never read from the cache, because the user could write to it.
      const { set, diagnostics } = createPolicySet(located, { ...options, tables: defaultTables });
      const valid = located.filter(({ policy }) => set.get(policy.id) === policy);
      return { located: valid.map((one) => ({ ...one, policy: { ...one.policy, origin: "managed" } })), diagnostics };
    }
    if (starter !== undefined && isDefault) return { located, diagnostics: starter.diagnostics };
    const known = compiledCache.getValidated(policySource, json);
    if (known !== undefined) return { located, diagnostics: known };
    // Validating all starters takes seconds: longer than an agent should wait for its first hook.
    if (isDefault && (await isStarterCopy(text))) {
      compiledCache.setValidated(policySource, json, []);
      return { located, diagnostics: [] };
    }
    const { findRegexRisk, isComplete } = await this.#validator.checkPatterns(located);
    const { set, diagnostics } = createPolicySet(located, { ...options, tables, findRegexRisk });
    // Once the missing package is installed, the tests that were not run must be.
    const isTested = diagnostics.every(({ code }) => code !== "policy/tests-not-run");
    if (isComplete && isTested && diagnostics.every(({ severity }) => severity !== "error")) {
      compiledCache.setValidated(policySource, json, diagnostics);
    }
    return { located: located.filter(({ policy }) => set.get(policy.id) === policy), diagnostics };
  }
}

/** Whether a text equals a starter policy file. Such policies are valid with the default governance tables. */
async function isStarterCopy(text: string): Promise<boolean> {
  const { compiledStarters } = await import("@precept/governance/compiled-starters");
  const digest = sha256(text);
  return Object.values(compiledStarters).some((starter) => starter.digest === digest && starter.diagnostics.length === 0);
}

/** What is remembered of policies that were validated without errors. */
interface Validated {
  /** The digest of policies that are not in a file. */
  readonly digest: string | undefined;
  /** The governance tables, as JSON. */
  readonly tables: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** Remembers parsed and validated policies, for short-lived processes such as hooks. */
export class CompiledPolicyCache {
  readonly #values: RememberedValues;
  readonly risks: RegexRiskCache;

  /** @param location undefined: results are remembered in memory only. */
  constructor(location: SnapshotLocation | undefined) {
    const values = new RememberedValues(location, "policies", "");
    this.#values = values;
    this.risks = {
      get: (hash) => parseRemembered(values.get(`risk ${hash}`)) as RegexRisk | undefined,
      set: (hash, risk) => values.set(`risk ${hash}`, JSON.stringify(risk)),
    };
  }

  /** Returns the policies of a file, which are parsed if they are not remembered. */
  parse({ name, status, text }: PolicySource): ParsedPolicies {
    const key = `compiled ${name}`;
    const known = this.#values.get(key, status);
    if (known !== undefined) return loadCompiledPolicies(known);
    const policies = parsePolicies(text, name);
    const compiled = compilePolicies(policies);
    if (compiled !== undefined) this.#values.set(key, compiled, status);
    return policies;
  }

  /** Returns the diagnostics of policies that are known to be valid. @param tables as JSON. */
  getValidated({ name, status, starter }: PolicySource, tables: string): readonly Diagnostic[] | undefined {
    const known = parseRemembered(this.#values.get(`validated ${name}`, status)) as Validated | undefined;
    return known?.digest === starter?.digest && known?.tables === tables ? known.diagnostics : undefined;
  }

  setValidated({ name, status, starter }: PolicySource, tables: string, diagnostics: readonly Diagnostic[]): void {
    const validated: Validated = { digest: starter?.digest, tables, diagnostics };
    this.#values.set(`validated ${name}`, JSON.stringify(validated), status);
  }

  /** Writes new results to the disk. Errors are ignored: the results can be computed again. */
  async save(): Promise<void> {
    await this.#values.save();
  }
}

function parseRemembered(json: string | undefined): unknown {
  return json === undefined ? undefined : JSON.parse(json);
}

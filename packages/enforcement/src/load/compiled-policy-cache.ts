import { compilePolicies, loadCompiledPolicies, parsePolicies, type ParsedPolicies } from "@precept/governance";
import type { Diagnostic } from "@precept/core";
import { RememberedValues, type SnapshotLocation } from "@precept/files";
import type { RegexRisk, RegexRiskCache } from "../runner/regex-risk.ts";
import type { PolicySource } from "./read-sources.ts";

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

  /** Records that policies are valid. @param diagnostics without errors. */
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

import { compilePolicies, type GovernanceTables, type ParsedPolicies } from "@precept/governance";
import type { Diagnostic } from "@precept/core";
import { ContentCache } from "@precept/files";
import type { CacheLocation } from "../project.ts";
import type { RegexRisk, RegexRiskCache } from "../runner/regex-risk.ts";

/**
 * Caches what is learnt about policy files in the user's directory, so that short-lived processes such as hooks do not
 * repeat it.
 */
export interface CompiledPolicyCache {
  readonly risks: RegexRiskCache;
  /** Returns the compiled policies of a file with this text; see `compilePolicies`. */
  getCompiled(file: string, text: string): string | undefined;
  setCompiled(file: string, text: string, parsed: ParsedPolicies): void;
  /**
   * Returns the diagnostics of policies that were validated without errors. @param content identifies the source: its
   * name and its text or digest.
   */
  getValidated(content: readonly string[], tables: GovernanceTables): readonly Diagnostic[] | undefined;
  /** Records that policies are valid. @param diagnostics without errors. */
  setValidated(content: readonly string[], tables: GovernanceTables, diagnostics: readonly Diagnostic[]): void;
  /** Writes new results to the disk. Errors are ignored: the results can be computed again. */
  save(): Promise<void>;
}

/**
 * Opens the cache of a project.
 *
 * @param location undefined: results are cached in memory only.
 * @param isReadOnly whether to never write the cache file.
 */
export function openCompiledPolicyCache(
  root: string,
  location: CacheLocation | undefined,
  isReadOnly: boolean,
): CompiledPolicyCache {
  const store = location === undefined ? new MemoryCache() : openFile(root, location, isReadOnly);
  return {
    risks: {
      get: (hash) => parse(store.get(`risk-${hash}`)) as RegexRisk | undefined,
      set: (hash, risk) => store.set(`risk-${hash}`, JSON.stringify(risk)),
    },
    // Diagnostics contain the name of the file.
    getCompiled: (file, text) => store.get(keyOf("compiled", [file, text])),
    setCompiled(file, text, parsed) {
      const compiled = compilePolicies(parsed);
      if (compiled !== undefined) store.set(keyOf("compiled", [file, text]), compiled);
    },
    getValidated: (content, tables) => parse(store.get(validationKey(content, tables))) as readonly Diagnostic[] | undefined,
    setValidated: (content, tables, diagnostics) => store.set(validationKey(content, tables), JSON.stringify(diagnostics)),
    save: () => store.save(),
  };
}

type Store = Pick<ContentCache, "get" | "set" | "save">;

class MemoryCache extends Map<string, string> implements Store {
  async save(): Promise<void> {}
}

function openFile(root: string, { dir, version }: CacheLocation, readOnly: boolean): Store {
  return new ContentCache({ dir, version, readOnly, subject: root });
}

function validationKey(content: readonly string[], tables: GovernanceTables): string {
  return keyOf("validated", [JSON.stringify(tables), ...content]);
}

function keyOf(kind: string, parts: readonly string[]): string {
  return `${kind}${JSON.stringify(parts)}`;
}

/** Returns undefined if the text is not JSON. */
function parse(json: string | undefined): unknown {
  try {
    return json === undefined ? undefined : JSON.parse(json);
  } catch {
    return undefined;
  }
}

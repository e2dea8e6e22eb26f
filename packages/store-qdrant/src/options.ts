import { PreceptError, type Embedder, type RuleStore } from "@precept/core";

export interface QdrantSearchOptions {
  /** The address of the REST API, such as `http://localhost:6333`. */
  readonly url: string;
  /** Default: none. */
  readonly apiKey?: string;
  /**
   * The name under which other programs find the collection. Each embedder has a separate collection, and the name is an
   * alias of the one that is complete. Each database of rules needs another name. Default `_memory`.
   */
  readonly collection?: string;
  /** The store of record. It needs the capability `positions`. Not disposed of. */
  readonly store: RuleStore;
  /** Embeds rules. Not disposed of. */
  readonly embedder: Embedder;
  /** How long a request may take, in milliseconds. Default 2000. */
  readonly timeoutMs?: number;
  /** Called while all rules are compared with the collection. */
  readonly onProgress?: (progress: FillProgress) => void;
  /** Receives errors of the background. It tries again. Default: errors are ignored. */
  readonly onError?: (error: unknown) => void;
}

/** How many rules were compared with the collection, and for how many a vector was computed. */
export interface FillProgress {
  readonly compared: number;
  readonly embedded: number;
  readonly rules: number;
}

type OptionWithoutDefault = "apiKey" | "onProgress" | "onError";

export type CompleteOptions = Required<Omit<QdrantSearchOptions, OptionWithoutDefault>> &
  Pick<QdrantSearchOptions, OptionWithoutDefault>;

/** Fills in the defaults. @throws PreceptError `OPTION_VALUE_INVALID`, `STORE_CAPABILITY_MISSING` */
export function completeOptions(options: QdrantSearchOptions): CompleteOptions {
  const { url, collection = "_memory", timeoutMs = 2000, store } = options;
  if (!/^https?:\/\/./.test(url) || !URL.canParse(url)) throw invalid("url", "a text that is no URL", "http://localhost:6333");
  if (!/^[\w-]{1,200}$/.test(collection)) throw invalid("collection", collection, "letters, digits, _ and -, at most 200");
  if (!Number.isInteger(timeoutMs) || timeoutMs < 1) throw invalid("timeoutMs", String(timeoutMs), "milliseconds, more than 0");
  if (!store.capabilities.positions) {
    throw new PreceptError("STORE_CAPABILITY_MISSING", { store: store.id, capability: "positions" });
  }
  return { ...options, collection, timeoutMs };
}

function invalid(option: string, value: string, expected: string): PreceptError {
  return new PreceptError("OPTION_VALUE_INVALID", { option, value, expected });
}

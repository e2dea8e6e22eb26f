import type { StoreKind } from "@precept/contract/values";
import type { MeaningSearch, RuleStore, StoreState } from "@precept/core";
import type { QdrantSearch, Verification } from "@precept/store-qdrant";
import type { OpenEmbedder } from "./open-embedder.ts";
import type { WorkspaceOptions } from "./options.ts";
import type { WorkspacePlan } from "./plan.ts";
import { LoadedLater } from "./loaded-later.ts";

/** The server that finds rules by meaning. */
export interface SharedSearch {
  /** `failed` with the reason from a failed request until the next one that succeeds. Rules are then found by words. */
  state(): StoreState;
  /** The version of the server. @throws PreceptError `STORE_FAILED` */
  version(): Promise<string>;
  /** Compares the collection with the store. @throws PreceptError `STORE_FAILED` */
  verify(): Promise<Verification>;
}

export interface OpenMeaning {
  /** Identifies the settings that it was created with. */
  readonly key: string;
  readonly store: RuleStore;
  readonly search: MeaningSearch;
  readonly shared: SharedSearch;
  readonly close: () => Promise<void>;
}

/** The kinds of stores whose rules can be found by it, the first one that is open. */
const kinds: readonly StoreKind[] = ["postgres", "sqlite"];

interface Opened {
  readonly stores: readonly { readonly kind: StoreKind; readonly store: RuleStore }[];
  readonly embedder: OpenEmbedder | undefined;
}

/** Opens a plan's search by meaning, or returns the previous one if nothing changed. A watched workspace also fills it. */
export function openMeaning(
  { settings }: WorkspacePlan,
  { watch = false, readOnly = false }: WorkspaceOptions,
  { stores, embedder }: Opened,
  previous?: OpenMeaning,
): OpenMeaning | undefined {
  const { qdrant } = settings.search;
  const store = kinds.flatMap((kind) => stores.find((one) => one.kind === kind)?.store ?? [])[0];
  if (qdrant === undefined || embedder === undefined || store === undefined) return undefined;
  const key = JSON.stringify([qdrant, embedder.key]);
  if (previous?.key === key && previous.store === store) return previous;
  const later = new LoadedLater<QdrantSearch>(async () => {
    const { createQdrantSearch } = await import("@precept/store-qdrant");
    return createQdrantSearch({ ...qdrant, store, embedder: embedder.embedder });
  });
  if (watch && !readOnly) void later.get().then((search) => search.follow());
  return {
    key,
    store,
    search: { store: store.id, search: async (...args) => (await later.get()).search(...args) },
    shared: {
      state: () => later.loaded?.state() ?? { status: "ready" },
      version: async () => (await later.get()).version(),
      verify: async () => (await later.get()).verify(),
    },
    close: async () => later[Symbol.asyncDispose](),
  };
}

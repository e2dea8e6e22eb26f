/** The kinds of stores whose rules outlast the process. A kind is also the store's id, in `origin.store` and in messages. */
export const persistentStoreKinds = ["fs", "sqlite"] as const;

export type PersistentStoreKind = (typeof persistentStoreKinds)[number];

/** The kinds of stores of a workspace. */
export type StoreKind = PersistentStoreKind | "session";

import { storeKinds } from "@precept/workspace";

/** The kinds of stores whose rules outlast the process, for `--store`. */
export const persistentKinds: readonly string[] = Object.entries(storeKinds).flatMap(([kind, { isPersistent }]) =>
  isPersistent ? [kind] : [],
);

/** The client that registers policies at run time. */
export interface Registrant {
  /** Identifies the client, which can replace its own policies. The client must not be able to choose it. */
  readonly client: string;
  /** The name of the client, as it says. */
  readonly name?: string;
  readonly user?: string;
  readonly session?: string;
  readonly agent?: string;
}

/**
 * Where a policy comes from. `managed`: a directory of the owner of the machine. `file`: the project. `starter`: the
 * policies that come with Precept. `registered`: registered at run time, by a client, or by the program itself.
 */
export type PolicySourceOf =
  | { readonly kind: "managed"; readonly file: string }
  | { readonly kind: "file"; readonly file: string }
  | { readonly kind: "starter"; readonly name: string }
  | { readonly kind: "registered"; readonly by?: Registrant };

/** Describes a source: `managed:FILE`, a path relative to the project, `starter:NAME`, or `memory`. */
export function describeSource(source: PolicySourceOf): string {
  switch (source.kind) {
    case "managed":
      return `managed:${source.file}`;
    case "file":
      return source.file;
    case "starter":
      return `starter:${source.name}`;
    case "registered":
      return "memory";
  }
}

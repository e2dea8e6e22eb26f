/** When a rule applies, in the order in which lists show inclusions. */
export const inclusions = ["always", "fileMatch", "manual", "agentRequested", "relevant"] as const;

export type Inclusion = (typeof inclusions)[number];

/** How the engine treats the rules of an inclusion. */
export interface InclusionSpec {
  /** When such a rule applies, as a phrase for schemas and help. */
  readonly description: string;
  /**
   * What makes such a rule apply: nothing in particular (`none`), a request file that its globs match (`files`), a reference in the request
   * (`reference`), or a search result (`search`).
   */
  readonly trigger: "none" | "files" | "reference" | "search";
  /** Whether such a rule can apply without a reference in the user's prompt. Only such rules are compared for contradictions and duplicates. */
  readonly isImplicit: boolean;
  /** Why such a rule is skipped if its trigger is missing, as a phrase. Reasons that name files or directories are more specific. */
  readonly skipped: string;
}

/** The inclusions as a table. The compiler requires a complete row for each. */
export const inclusionTable: Readonly<Record<Inclusion, InclusionSpec>> = {
  always: {
    description: "applies to every request",
    trigger: "none",
    isImplicit: true,
    skipped: "no file inside its directory",
  },
  fileMatch: {
    description: "applies if a file of the request matches its globs",
    trigger: "files",
    isImplicit: true,
    skipped: "no file matched its globs",
  },
  manual: {
    description: "applies if the request names it",
    trigger: "reference",
    isImplicit: false,
    skipped: "manual, and not requested by name",
  },
  agentRequested: {
    description: "is offered to the agent by its description, and applies if the agent requests it",
    trigger: "reference",
    isImplicit: true,
    skipped: "offered by its description, but not requested",
  },
  relevant: {
    description: "applies if a search finds it for the prompt",
    trigger: "search",
    isImplicit: true,
    skipped: "not relevant to the prompt",
  },
};

/** The inclusion of a rule that does not set one. */
export function defaultInclusion(globs: readonly string[]): Inclusion {
  return globs.length > 0 ? "fileMatch" : "always";
}

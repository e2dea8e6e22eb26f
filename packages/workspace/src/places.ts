/** Where a project's configuration is, relative to the project. */
export const configPath = ".precept/config.yaml";

/** Where Precept keeps book of the files of other tools that it wrote or took over, relative to the project. Belongs in version control. */
export const ledgerPath = ".precept/ledger.json";

/** Where the database is that `store.sqlite: true` means, relative to the project. */
export const defaultSqlitePath = ".precept/rules.sqlite";

/** Where a project's policies are, relative to the project. */
export const policiesDir = ".precept/policies";

/** Where the violations are that a project accepts, relative to the project. Belongs in version control. */
export const defaultBaselinePath = ".precept/baseline.json";

/** Where violations are written down, relative to the project. Belongs in `.gitignore`. */
export const defaultAuditDir = ".precept/audit";

/** Where a person keeps rules of their own for one project, relative to the project. Belongs in `.gitignore`. */
export const overlayDir = ".precept/local/rules";

/**
 * Where programs may store what they remember about a project, relative to the project: traces, caches, recorded hashes. Everything in it can be
 * regenerated and differs from machine to machine, so git must not see it: create it with `makePrivateDirectory`, and only when it is needed.
 */
export const stateDir = ".precept/state";

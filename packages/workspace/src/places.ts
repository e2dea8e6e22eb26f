/** The configuration file of a project, relative to the project. */
export const configPath = ".precept/config.yaml";

/** Where Precept keeps book of the files of other tools that it wrote or took over, relative to the project. Belongs in version control. */
export const ledgerPath = ".precept/ledger.json";

/** Where the database is that `store.sqlite: true` means, relative to the project. */
export const defaultSqlitePath = ".precept/rules.sqlite";

/** Where a person keeps rules of their own for one project, relative to the project. Belongs in `.gitignore`. */
export const overlayDir = ".precept/local/rules";

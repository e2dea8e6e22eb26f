/** The configuration file of a project, relative to the project. */
export const configPath = ".precept/config.yaml";

/** The default path of the database (`store.sqlite: true`), relative to the project. */
export const defaultSqlitePath = ".precept/rules.sqlite";

/** The directory of a user's own rules for one project, relative to the project. Belongs in `.gitignore`. */
export const overlayDir = ".precept/local/rules";

import { stateDir } from "@precept/files";

/** The directory of cases, relative to the project. */
export const evalsDir = ".precept/evals";

/** The file with the agent and the judge of cases that have none. */
export const defaultsPath: string = `${evalsDir}/defaults.yaml`;

/** The file with the last result of each rule. It may be committed. */
export const resultsPath: string = `${evalsDir}/results.json`;

/** The directory with the records of evals. */
export const recordsDir: string = `${stateDir}/evals`;

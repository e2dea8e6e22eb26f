import { exitCodes } from "./exit-code.ts";

/** The environment variables, for the help and the reference. */
export const environmentVariables: Readonly<Record<string, string>> = {
  PRECEPT_RULES_DIRS: "like --rules-dir; several are separated as in PATH",
  PRECEPT_RULES_INCLUDE: "like --rules-include; several are separated by commas",
  PRECEPT_TRUSTED_DIRS: "directories outside the project that its configuration may let rules read from",
  PRECEPT_HOME: "where your own rules are (default: ~/.precept)",
  NO_COLOR: "no colours",
};

/** The exit codes, for the help and the reference. */
export const exitCodeMeanings: Readonly<Record<number, string>> = {
  [exitCodes.ok]: "fine",
  [exitCodes.findings]: "the command did its work and found something wrong",
  [exitCodes.usage]: "wrong usage or configuration",
  [exitCodes.internal]: "internal error",
};

/** What follows the options in the help of the program. */
export function closingHelp(): string {
  const width = Math.max(...Object.keys(environmentVariables).map((name) => name.length));
  const variables = Object.entries(environmentVariables).map(([name, meaning]) => `  ${name.padEnd(width)}  ${meaning}`);
  const codes = Object.entries(exitCodeMeanings).map(([code, meaning]) => `  ${code}  ${meaning}`);
  return ["", "Environment (options win over it):", ...variables, "", "Exit codes:", ...codes].join("\n");
}

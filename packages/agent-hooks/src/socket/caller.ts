import { buildVersion } from "@precept/files";
import { detectCi } from "@precept/enforcement/machine";

type Environment = Readonly<Record<string, string | undefined>>;

/** The environment variables from which the settings of a hook come. */
const settingVariables = ["HOME", "PRECEPT_HOME", "PRECEPT_MANAGED_DIR", "PRECEPT_RULES_DIRS", "PRECEPT_TRUSTED_DIRS"] as const;

/** The environment variables in which hosts name the project directory: those of `HostSpec.projectVariables`. */
export const projectVariables = [
  "AUGMENT_PROJECT_DIR",
  "CLAUDE_PROJECT_DIR",
  "COPILOT_PROJECT_DIR",
  "CURSOR_PROJECT_DIR",
  "FACTORY_PROJECT_DIR",
  "GEMINI_PROJECT_DIR",
  "OPENHANDS_PROJECT_DIR",
  "QWEN_PROJECT_DIR",
] as const;

/** Environment variables that are set. */
export type Variables = Readonly<Record<string, string>>;

/** What an answer depends on besides the project and the payload. A server whose own values differ declines. */
export interface CallerEnvironment {
  /** Identifies the code. */
  readonly version: string;
  /** The provider of continuous integration. */
  readonly ci: string;
  /** The environment variables from which settings come. */
  readonly settings: Variables;
}

/** Returns what answers of this process depend on. TypeScript sources change without a new version: restart the server after a change of them. */
export function callerEnvironment(env: Environment): CallerEnvironment {
  return { version: buildVersion() ?? "sources", ci: detectCi(env), settings: pickVariables(env, settingVariables) };
}

/** Returns the variables that are set. */
export function pickVariables(env: Environment, names: readonly string[]): Variables {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = env[name];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

/** Describes why the answer of this process could differ from that of the caller; undefined if it cannot. */
export function describeDifference(own: CallerEnvironment, caller: CallerEnvironment): string | undefined {
  if (own.version !== caller.version) return "the hook is of another version of Precept";
  if (own.ci !== caller.ci) return "the hook and the server do not both run in continuous integration";
  const name = settingVariables.find((one) => own.settings[one] !== caller.settings[one]);
  return name === undefined ? undefined : `${name} has other values for the hook and the server`;
}

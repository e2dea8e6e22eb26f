import { PreceptError, type ErrorCode, type ErrorDetails } from "@precept/core";

export interface ReportedFailure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string | undefined;
  readonly details: unknown;
}

/** Replaces the message or the hint of the catalogue. */
interface Words<Code extends ErrorCode> {
  readonly message?: (details: ErrorDetails<Code>) => string;
  readonly hint?: (details: ErrorDetails<Code>) => string | undefined;
}

/** Replacements for messages and hints that are about the API rather than the command line. */
const commandLineWords: { readonly [Code in ErrorCode]?: Words<Code> } = {
  RULE_NOT_FOUND: {
    hint: ({ known }) => (known.length > 0 ? undefined : "Run `precept list` to see all rules."),
  },
  RULE_EXISTS: { hint: ({ name }) => `Change it with \`precept edit ${name}\`, or choose another name.` },
  RULE_SIMILAR: {
    hint: ({ similar: [first] }) =>
      `Pass --replaces ${first?.rule.name ?? "<rule>"} to replace that rule, or --force to save both.`,
  },
  RULE_HAS_SECRET: { hint: () => "Remove the secret, or pass --force to save it." },
  RULE_FIELDS_NOT_STORED: {
    hint: ({ fields, storable }) => {
      const it = fields.length === 1 ? "it" : "them";
      const others =
        storable.length === 0 ? "" : ` Without ${it}, the file could store the rest of the change: ${storable.join(", ")}.`;
      return `Add --overlay to store ${it} in a native rule that replaces this one for you only, or run \`precept import\` to make it a native rule for everyone.${others}`;
    },
  },
  RULE_OF_OTHER_TOOL: { hint: ({ name }) => `Delete the file, or run \`precept delete ${name}\`.` },
  SEARCH_MODE_UNAVAILABLE: {
    hint: () => "Set search.embedder in ~/.precept/config.yaml, or pass --mode sparse to search by words.",
  },
  RULE_CONFLICT: { hint: () => "Run the command again to apply it to the current revision." },
  TARGET_MISSING: {
    hint: ({ known }) => `Pass --to, or set export.to in .precept/config.yaml. Known tools: ${known.join(", ")}.`,
  },
  STORE_CAPABILITY_MISSING: { hint: () => "Run `precept list` to see which store each rule is in." },
  SCOPE_UNSUPPORTED: {
    hint: ({ scope, scopes }) => {
      if (scope === "user") return "Pass --user <id>, the user that the rule belongs to.";
      const possible = scopes.filter((one) => one !== "session");
      return possible.length === 0
        ? "Pass --rules-dir, or leave out --no-default-rules."
        : `Pass --scope ${possible.join(" or --scope ")}.`;
    },
  },
  RULES_DIR_NOT_FOUND: {
    hint: ({ directory }) =>
      `Correct --rules-dir or PRECEPT_RULES_DIRS, or create the directory.${directory === "." ? "" : ` Relative paths start at ${directory}.`}`,
  },
  POLICY_UNKNOWN: {
    hint: ({ near }) => (near.length > 0 ? undefined : "Run `precept policies list` to see all policies."),
  },
  NO_CHECKPOINT: { hint: () => "Create one with `precept checkpoint create`." },
  CHECKPOINT_UNKNOWN: { hint: () => "Run `precept checkpoint list` to see the checkpoints." },
  ROLLBACK_UNKNOWN: { hint: () => "Run `precept checkpoint list` to see the rollbacks." },
  OPTION_VALUE_INVALID: {
    message: ({ option, value }) => `Invalid value for ${optionNames[option] ?? option}: ${JSON.stringify(value)}.`,
  },
};

/** The options of the command line that set options of the API. */
const optionNames: Readonly<Record<string, string>> = {
  user: "--user",
  session: "--session",
  cursor: "--cursor",
  limit: "--limit",
  expires: "--expires",
  project: "--project",
};

/**
 * Rewrites a failure in terms of commands and options instead of the API.
 *
 * @param showPath returns how to show a path: as the user typed it, or shortened.
 */
export function toCommandLineWords(failure: PreceptError, showPath: (path: string) => string): ReportedFailure {
  const { code, details, message, hint } = withPaths(failure, showPath);
  // The entry for a code accepts the details of that code, which the compiler cannot infer from an index.
  const words: Words<ErrorCode> | undefined = commandLineWords[code];
  return {
    code,
    message: words?.message?.(details) ?? message,
    hint: words?.hint?.(details) ?? hint,
    details,
  };
}

const pathDetails = new Set(["path", "directory"]);

function withPaths(failure: PreceptError, showPath: (path: string) => string): PreceptError {
  const entries = Object.entries<unknown>({ ...failure.details });
  if (!entries.some(([name]) => pathDetails.has(name))) return failure;
  const details = entries.map(
    ([name, value]) => [name, typeof value === "string" && pathDetails.has(name) ? showPath(value) : value] as const,
  );
  return new PreceptError(failure.code, Object.fromEntries(details) as ErrorDetails<ErrorCode>);
}

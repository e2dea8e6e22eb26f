import type { ExpansionSpec } from "../../model/spec.ts";

/** `$ARGUMENTS`, `$ARGUMENTS[0]`, `$1`. Claude Code takes a single backslash before the dollar sign as an escape. */
export const escapableArguments: ExpansionSpec = {
  pattern: () => /(?<!\\)\$(?=ARGUMENTS|\d)/g,
  escape: (match) => `\\${match}`,
  escaped: () => /(?<!\\)\\(\$(?:ARGUMENTS|\d))/g,
  effect: "replaces `$1` and `$ARGUMENTS` by arguments",
};

/** An argument after one backslash, which Claude Code removes, or after two, which escape nothing. */
export const escapedArguments: ExpansionSpec = {
  pattern: () => /\\\$(?=ARGUMENTS|\d)/g,
  effect: "reads `\\$1` as an escaped `$1`",
};

export const claudeVariables: ExpansionSpec = {
  pattern: () => /\$\{CLAUDE_[A-Z_]+\}/g,
  effect: "replaces `${CLAUDE_SESSION_ID}` and other variables",
};

export const commandBlocks: ExpansionSpec = {
  pattern: () => /^[ \t]*(?:`{3,}|~{3,})!/gm,
  effect: "runs the commands in code blocks that start with ```!",
};

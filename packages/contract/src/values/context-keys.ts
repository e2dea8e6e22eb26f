/**
 * The source of a value of the context. `check`: the check itself; `payload`: the hook payload of the agent's host, or
 * the caller; `git`, `machine`: the policy engine, which ignores the caller's value; `caller`: a server's token, or the
 * caller.
 */
export type ContextSource = "check" | "payload" | "git" | "machine" | "caller";

/** The values of the context key `ci`: a provider, `other` for an unknown one, `none` outside of CI. */
export const ciNames = [
  "appveyor",
  "azure-pipelines",
  "bitbucket",
  "bitrise",
  "buddy",
  "buildkite",
  "circleci",
  "cirrus",
  "cloudflare-pages",
  "codebuild",
  "codemagic",
  "drone",
  "forgejo-actions",
  "gitea-actions",
  "github-actions",
  "gitlab",
  "heroku",
  "jenkins",
  "netlify",
  "semaphore",
  "teamcity",
  "travis",
  "vercel",
  "other",
  "none",
] as const;

export type CiName = (typeof ciNames)[number];

/** One row of {@link contextKeys}. */
export interface ContextKeySpec {
  readonly source: ContextSource;
  /** A description of the value, for the reference. */
  readonly description: string;
  /** A valid filter on the key, for the reference and for errors. */
  readonly example: string;
}

/** The keys of `context_filter` with a meaning. Callers can define further keys. */
export const contextKeys = {
  subject: {
    source: "check",
    description: "what the text is: `text`, `file`, `command`, `prompt`, `response`, `tool` or `result`",
    example: "subject: [file, command]",
  },
  event: {
    source: "payload",
    description: "the event of the hook, under the agent's own name",
    example: "event: { not: check }",
  },
  tool: { source: "payload", description: "the name of the tool", example: "tool: [Write, Edit]" },
  agent_type: { source: "payload", description: "the type of a subagent", example: "agent_type: Reviewer" },
  permission_mode: {
    source: "payload",
    description: "the permission mode of the agent",
    example: "permission_mode: { not: plan }",
  },
  host: { source: "payload", description: "the agent's host, such as `claude-code`", example: "host: claude-code" },
  session: { source: "payload", description: "the session of the agent", example: "session: { not: nightly }" },
  branch: {
    source: "git",
    description: "the current branch of the project; empty without one, such as with a detached `HEAD`",
    example: "branch: [main, master]",
  },
  default_branch: {
    source: "git",
    description: "the default branch of the remote, or a local `main` or `master`; empty if unknown",
    example: "default_branch: main",
  },
  remote: {
    source: "git",
    description:
      "where the branch is pushed to, as `host/path` without user, scheme and `.git`: `github.com/shop/api`; empty without a remote",
    example: "remote: github.com/shop/api",
  },
  ci: {
    source: "machine",
    description:
      "the provider of continuous integration, such as `github-actions`; `other` if it is not known; `none` outside of CI",
    example: "ci: none",
  },
  user: {
    source: "machine",
    description: "the user name of the server's token, or else of the process",
    example: "user: { not: root }",
  },
  role: {
    source: "caller",
    description: "the role of the server's token, or else what the caller says",
    example: "role: { in: [editor, admin] }",
  },
} as const satisfies Record<string, ContextKeySpec>;

export type ContextKey = keyof typeof contextKeys;

/** The keys that a policy engine supplies. Their values in a caller's context are ignored. */
export const signalKeys = ["branch", "default_branch", "remote", "ci", "user"] as const satisfies readonly ContextKey[];

export type SignalKey = (typeof signalKeys)[number];

/** Whether a key is in {@link contextKeys}. */
export function isContextKey(key: string): key is ContextKey {
  return Object.hasOwn(contextKeys, key);
}

import type { EvalAgentDocument } from "@precept/contract/evals";

/** How common coding agents are run for an eval, by their names: without questions, and through the recorder. */
export const knownAgents: Readonly<Record<"claude" | "codex", EvalAgentDocument>> = {
  claude: {
    command: ["claude", "-p", "{prompt}", "--permission-mode", "acceptEdits"],
    protocol: "anthropic",
  },
  codex: {
    command: [
      "codex",
      "exec",
      "--skip-git-repo-check",
      "--sandbox",
      "workspace-write",
      "-c",
      "model_provider=eval",
      "-c",
      "model_providers.eval.name=eval",
      "-c",
      "model_providers.eval.base_url={url}",
      "-c",
      "model_providers.eval.wire_api=responses",
      "-c",
      "model_providers.eval.env_key=OPENAI_API_KEY",
      "{prompt}",
    ],
    protocol: "openai",
  },
};

export type KnownAgent = keyof typeof knownAgents;

export const knownAgentNames: readonly KnownAgent[] = Object.keys(knownAgents) as KnownAgent[];

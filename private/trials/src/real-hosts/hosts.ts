import type { HostId } from "@precept/agent-hooks";
import { join } from "node:path";
import type { ModelAnswer, Step } from "./step.ts";

/** What a run of a host needs to know. */
export interface HostRun {
  /** The project. */
  readonly dir: string;
  /** The home directory of the run. */
  readonly home: string;
  /** The URL of the model server. */
  readonly url: string;
}

/** A coding agent that runs without a terminal and an account, against a model server of the user. */
export interface RealHost {
  readonly id: HostId;
  /** The name of the program. */
  readonly program: string;
  /** The tool that runs commands. */
  readonly shell: string;
  /** The environment variables beside the ones of every run. */
  readonly env: (run: HostRun) => Readonly<Record<string, string>>;
  /** Files below the home directory, by path. */
  readonly files: (run: HostRun) => Readonly<Record<string, string>>;
  /** Settings of the project before the install, by path. An uninstall must restore them. */
  readonly own: Readonly<Record<string, string>>;
  /** Differences between records and requests that the reference names as limits. A part of their description. */
  readonly knownLosses?: readonly string[];
  /** The arguments for a prompt. @param continues whether the prompt continues the last session */
  readonly args: (prompt: string, continues: boolean) => readonly string[];
  /** The call of a tool for a step. Undefined: the host has no such tool. @param text the request that it answers */
  readonly call: (step: Exclude<Step, { kind: "say" }>, run: HostRun, text: string) => ModelAnswer | undefined;
  /** What only a request for a summary has, if those have tools. */
  readonly summary?: RegExp;
  /** How a session is compacted: by a prompt, or because the server reports so many tokens. Undefined: not without a terminal. */
  readonly compaction?: { readonly prompt: string } | { readonly tokens: number };
}

const key = "no-key";

export const realHosts: readonly RealHost[] = [
  {
    id: "claude-code",
    program: "claude",
    shell: "Bash",
    env: ({ url, home }) => ({
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: key,
      CLAUDE_CONFIG_DIR: join(home, ".claude"),
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1",
      // It refuses to skip its questions for the root user otherwise.
      IS_SANDBOX: "1",
    }),
    files: () => ({}),
    own: { ".claude/settings.json": '{\n   "permissions": { "deny": ["WebSearch"] }\n}' },
    args: (prompt, continues) => ["-p", ...(continues ? ["--continue"] : []), "--dangerously-skip-permissions", prompt],
    call: (step, { dir }) => {
      switch (step.kind) {
        case "run":
          return { name: "Bash", input: { command: step.command, description: "Run it" } };
        case "read":
          return { name: "Read", input: { file_path: join(dir, step.file) } };
        case "write":
          return { name: "Write", input: { file_path: join(dir, step.file), content: step.text } };
        case "delegate":
          return { name: "Agent", input: { description: "Look", prompt: step.prompt, subagent_type: "general-purpose" } };
        case "await":
          return undefined;
      }
    },
    compaction: { prompt: "/compact" },
    summary: /create a detailed summary of the conversation/,
  },
  {
    id: "codex",
    program: "codex",
    shell: "exec_command",
    env: ({ home }) => ({ CODEX_HOME: join(home, ".codex"), SCRIPTED_KEY: key }),
    files: ({ url, dir }) => ({
      ".codex/config.toml": [
        'model = "gpt-5.5"',
        'model_provider = "scripted"',
        "model_auto_compact_token_limit = 50000",
        "check_for_update_on_startup = false",
        "[model_providers.scripted]",
        'name = "Scripted"',
        `base_url = "${url}/v1"`,
        'wire_api = "responses"',
        'env_key = "SCRIPTED_KEY"',
        "[features]",
        "enable_request_compression = false",
        `[projects.${JSON.stringify(dir)}]`,
        'trust_level = "trusted"',
        "",
      ].join("\n"),
    }),
    own: { ".codex/hooks.json": '{ "hooks": { "Stop": [] } }\n' },
    args: (prompt, continues) => [
      "exec",
      ...(continues ? ["resume", "--last"] : []),
      "--dangerously-bypass-hook-trust",
      "--dangerously-bypass-approvals-and-sandbox",
      prompt,
    ],
    summary: /CONTEXT CHECKPOINT COMPACTION/,
    call: (step, _, text) => {
      switch (step.kind) {
        case "run":
          return { name: "exec_command", input: { cmd: step.command } };
        case "read":
          return { name: "exec_command", input: { cmd: `cat ${step.file}` } };
        case "write": {
          const lines = step.text.replace(/\n$/, "").replaceAll(/^/gm, "+");
          const patch = `*** Begin Patch\n*** Add File: ${step.file}\n${lines}\n*** End Patch`;
          return { name: "apply_patch", input: { input: patch }, isText: true };
        }
        case "delegate":
          return { name: "spawn_agent", namespace: "multi_agent_v1", input: { message: step.prompt } };
        case "await": {
          const id = /agent_id\W+([0-9a-f-]{36})/.exec(text)?.[1];
          return id && { name: "wait_agent", namespace: "multi_agent_v1", input: { targets: [id], timeout_ms: 30_000 } };
        }
      }
    },
    compaction: { tokens: 60_000 },
  },
  {
    id: "gemini",
    program: "gemini",
    shell: "run_shell_command",
    env: ({ url, home }) => ({
      GOOGLE_GEMINI_BASE_URL: url,
      GEMINI_API_KEY: key,
      GEMINI_CLI_HOME: home,
      GEMINI_CLI_TRUST_WORKSPACE: "true",
      CI: "true",
    }),
    files: () => ({ ".gemini/settings.json": '{ "security": { "auth": { "selectedType": "gemini-api-key" } } }\n' }),
    own: { ".gemini/settings.json": '{\r\n\t"ui": { "hideTips": true }\r\n}' },
    // It does not say when it compresses, and does not tell its subagents apart.
    knownLosses: ["SCRIPT-compacted): money", "SCRIPT-look): always", "SCRIPT-look): review", "SCRIPT-look): money"],
    args: (prompt, continues) => [
      "--skip-trust",
      "--yolo",
      "-m",
      "gemini-2.5-pro",
      ...(continues ? ["--resume", "latest"] : []),
      "-p",
      prompt,
    ],
    call: (step, { dir }) => {
      switch (step.kind) {
        case "run":
          return { name: "run_shell_command", input: { command: step.command, description: "Run it" } };
        case "read":
          return { name: "read_file", input: { file_path: join(dir, step.file) } };
        case "write":
          return { name: "write_file", input: { file_path: join(dir, step.file), content: step.text } };
        case "delegate":
          return { name: "invoke_agent", input: { agent_name: "generalist", prompt: step.prompt } };
        case "await":
          return undefined;
      }
    },
    compaction: { tokens: 900_000 },
  },
  {
    id: "qwen",
    program: "qwen",
    shell: "run_shell_command",
    env: ({ url }) => ({ OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: key, OPENAI_MODEL: "scripted" }),
    files: () => ({ ".qwen/settings.json": '{ "security": { "auth": { "selectedType": "openai" } } }\n' }),
    own: { ".qwen/settings.json": '{\n    "$version": 4,\n    "ui": { "hideTips": true }\n}\n' },
    args: (prompt, continues) => ["--yolo", "--auth-type", "openai", ...(continues ? ["--continue"] : []), "-p", prompt],
    call: (step, { dir }) => {
      switch (step.kind) {
        case "run":
          return { name: "run_shell_command", input: { command: step.command, is_background: false, description: "Run it" } };
        case "read":
          return { name: "read_file", input: { file_path: join(dir, step.file) } };
        case "write":
          return { name: "write_file", input: { file_path: join(dir, step.file), content: step.text } };
        case "delegate":
          return { name: "agent", input: { description: "Look", prompt: step.prompt, subagent_type: "general-purpose" } };
        case "await":
          return undefined;
      }
    },
    compaction: { prompt: "/compress" },
  },
  {
    id: "copilot-cli",
    program: "copilot",
    shell: "bash",
    env: ({ url, home }) => ({
      COPILOT_HOME: join(home, ".copilot"),
      COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
      COPILOT_PROVIDER_API_KEY: key,
      COPILOT_MODEL: "scripted",
      COPILOT_OFFLINE: "true",
      COPILOT_AUTO_UPDATE: "false",
      COPILOT_ALLOW_ALL: "true",
      COPILOT_PROVIDER_MAX_PROMPT_TOKENS: "100000",
    }),
    files: () => ({}),
    own: {},
    args: (prompt, continues) => [...(continues ? ["--continue"] : []), "--allow-all", "-p", prompt],
    call: (step, { dir }) => {
      switch (step.kind) {
        case "run":
          return { name: "bash", input: { command: step.command, description: "Run it" } };
        case "read":
          return { name: "view", input: { path: join(dir, step.file) } };
        case "write":
          return { name: "create", input: { path: join(dir, step.file), file_text: step.text } };
        case "delegate":
          return {
            name: "task",
            input: { agent_type: "general-purpose", name: "look", description: "Look", prompt: step.prompt, mode: "sync" },
          };
        case "await":
          return undefined;
      }
    },
    compaction: { tokens: 90_000 },
  },
  {
    id: "opencode",
    program: "opencode",
    shell: "bash",
    env: ({ home }) => ({
      XDG_CONFIG_HOME: join(home, ".config"),
      XDG_DATA_HOME: join(home, ".local/share"),
      XDG_STATE_HOME: join(home, ".local/state"),
      XDG_CACHE_HOME: join(home, ".cache"),
      OPENCODE_DISABLE_AUTOUPDATE: "true",
      OPENCODE_DISABLE_MODELS_FETCH: "true",
    }),
    files: ({ url }) => ({
      ".config/opencode/opencode.json": `${JSON.stringify({
        $schema: "https://opencode.ai/config.json",
        model: "scripted/scripted",
        permission: { "*": "allow" },
        provider: {
          scripted: {
            npm: "@ai-sdk/openai-compatible",
            name: "Scripted",
            options: { baseURL: `${url}/v1`, apiKey: key },
            models: { scripted: { name: "Scripted", limit: { context: 100_000, output: 8_000 } } },
          },
        },
      })}\n`,
    }),
    own: {},
    args: (prompt, continues) => ["run", ...(continues ? ["--continue"] : []), prompt],
    call: (step, { dir }) => {
      switch (step.kind) {
        case "run":
          return { name: "bash", input: { command: step.command, description: "Run it" } };
        case "read":
          return { name: "read", input: { filePath: join(dir, step.file) } };
        case "write":
          return { name: "write", input: { filePath: join(dir, step.file), content: step.text } };
        case "delegate":
          return { name: "task", input: { description: "Look", prompt: step.prompt, subagent_type: "general" } };
        case "await":
          return undefined;
      }
    },
    compaction: { tokens: 95_000 },
  },
];

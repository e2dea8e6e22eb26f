import { claudeEvents, claudeHooks, defineInstall } from "../../install-files/define-install.ts";
import { printArguments } from "../../install-files/precept-command.ts";
import type { ToolInstall } from "../../model/install-spec.ts";

export const install: ToolInstall<"codex"> = defineInstall({
  host: "codex",
  title: "Codex CLI",
  source: "developers.openai.com/codex/hooks; openai/codex codex-rs/hooks/src/engine/discovery.rs",
  signs: { project: [".codex"], user: [".codex"] },
  // Codex trusts a hook by its place in the file, so that new events come last.
  hooks: claudeHooks({ path: ".codex/hooks.json", events: [...claudeEvents, "SubagentStart", "Stop", "SubagentStop"] }),
  mcp: ({ command: precept, isWindows }) => {
    const [command, ...args] = printArguments(precept, ["mcp"], isWindows);
    const table = { path: ["mcp_servers", "precept"], values: { command, args } };
    return [{ path: ".codex/config.toml", content: { kind: "toml", table } }];
  },
  nextSteps: [
    "Start Codex, open /hooks and trust each hook of Precept. Codex skips hooks that are not trusted, and asks again when their command changes.",
    { project: "Trust the project in Codex: it reads .codex of trusted projects only." },
  ],
  trust: "Codex runs only hooks that you trusted in /hooks.",
  refusedJson: {
    extras: ["comments", "a comma before a closing bracket", "a byte order mark"],
    effect: "then no hook in it runs",
  },
  limits: [
    "If Precept is a dependency of the project, start Codex in the directory of the project: below it, the hooks are not found, and the tool runs.",
    "Codex has no setting that closes when a hook fails: the tool runs.",
    "Codex has no `ask`: the hook denies instead.",
    "On Windows, Codex does not enforce a denied apply_patch (reported).",
  ],
  canary: (command, cwd) => ({
    event: "PreToolUse",
    payload: {
      session_id: "precept-doctor",
      turn_id: "precept-doctor",
      transcript_path: null,
      cwd,
      hook_event_name: "PreToolUse",
      model: "precept-doctor",
      permission_mode: "default",
      tool_name: "Bash",
      tool_input: { command },
      tool_use_id: "precept-doctor",
    },
  }),
});

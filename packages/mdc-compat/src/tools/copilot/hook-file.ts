import type { HostFile, InstallContext, JsonEntry } from "../../model/install-spec.ts";
import { printShellLine } from "../../install-files/precept-command.ts";

const events = ["sessionStart", "userPromptSubmitted", "preToolUse", "postToolUse"];

/** The file of hooks that both Copilot CLI and VS Code read. One file for both, because each of them runs all files in the directory. */
export function copilotHooks({ level, command }: InstallContext): HostFile {
  const args = ["hook", "copilot-cli"];
  const value = {
    type: "command",
    bash: printShellLine(command, args),
    powershell: printShellLine(command, args, { shell: "powershell" }),
    timeoutSec: 30,
  };
  const entries = events.map((event): JsonEntry => ({ kind: "hook", path: ["hooks", event], value, agent: "copilot-cli" }));
  return {
    path: level === "project" ? ".github/hooks/precept.json" : ".copilot/hooks/precept.json",
    content: { kind: "json", entries: [{ kind: "default", path: ["version"], value: 1 }, ...entries], isOwnFile: true },
  };
}

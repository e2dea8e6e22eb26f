import { defineInstall } from "../../install-files/define-install.ts";
import { pluginHead } from "../../install-files/plugin-text.ts";
import { printArguments } from "../../install-files/precept-command.ts";
import type { JsonEntry, ToolInstall } from "../../model/install-spec.ts";

/** Sends tool calls, prompts and compactions to `precept hook opencode`. A plugin of OpenCode denies by throwing. */
const body = `
// The sessions of subagents, each with the session that it works for.
const parents = new Map();

function conversationOf(sessionID) {
  let main = sessionID;
  while (parents.has(main)) main = parents.get(main);
  return main === sessionID ? { sessionID } : { sessionID: main, agent_id: sessionID };
}

export const PreceptPlugin = async ({ directory }) => ({
  "tool.execute.before": async (input, output) => {
    const { tool, sessionID, callID } = input;
    const answer = await ask(
      { hook: "tool.execute.before", tool, ...conversationOf(sessionID), callID, args: output.args, cwd: directory },
      directory,
    );
    if (answer.decision === "deny") throw new Error(answer.reason);
    if (answer.input) Object.assign(output.args, answer.input);
  },
  "tool.execute.after": async (input, output) => {
    const { tool, sessionID, callID, args } = input;
    const payload = { hook: "tool.execute.after", tool, ...conversationOf(sessionID), callID, args, output: output.output, cwd: directory };
    const answer = await ask(payload, directory).catch(() => ({}));
    if (answer.decision === "deny") output.output = answer.reason;
    if (answer.context) output.output += "\\n\\n" + answer.context;
  },
  "chat.message": async (input, output) => {
    const text = output.parts.filter((part) => part.type === "text").map((part) => part.text).join("\\n");
    const answer = await ask({ hook: "chat.message", ...conversationOf(input.sessionID), prompt: text, cwd: directory }, directory);
    if (answer.decision === "deny") throw new Error(answer.reason);
    const last = output.parts.findLast((part) => part.type === "text");
    if (answer.context && last) last.text += "\\n\\n" + answer.context;
  },
  event: async ({ event }) => {
    if (event.type === "session.created") {
      const { id, parentID } = event.properties.info;
      if (parentID) parents.set(id, parentID);
    }
    if (event.type !== "session.compacted") return;
    const payload = { hook: event.type, ...conversationOf(event.properties.sessionID), cwd: directory };
    await ask(payload, directory).catch(() => ({}));
  },
});
`;

export const install: ToolInstall<"opencode"> = defineInstall({
  host: "opencode",
  title: "OpenCode",
  source: "opencode.ai/docs/plugins; anomalyco/opencode packages/plugin/src/index.ts",
  signs: { project: [".opencode", "opencode.json", "opencode.jsonc"], user: [".config/opencode"] },
  hooks: (context) => [
    {
      path: context.level === "project" ? ".opencode/plugins/precept.js" : ".config/opencode/plugins/precept.js",
      content: { kind: "text", text: pluginHead(context, "opencode") + body },
    },
  ],
  mcp: ({ level, command, isWindows }) => {
    const path = level === "project" ? "opencode.json" : ".config/opencode/opencode.json";
    const value = { type: "local", command: printArguments(command, ["mcp"], isWindows), enabled: true };
    const entries: readonly JsonEntry[] = [{ kind: "server", path: ["mcp", "precept"], value }];
    return [{ path, alternative: `${path}c`, content: { kind: "json", entries } }];
  },
  nextSteps: ["Restart OpenCode: it loads plugins when it starts."],
  limits: ["OpenCode has no `ask` for plugins: the plugin denies instead. If Precept fails, the plugin denies."],
  canary: (command, cwd) => ({
    event: "tool.execute.before",
    payload: {
      hook: "tool.execute.before",
      tool: "bash",
      sessionID: "precept-doctor",
      callID: "precept-doctor",
      args: { command },
      cwd,
    },
  }),
});

import { defineInstall, mcpServer } from "../../install-files/define-install.ts";
import { pluginHead } from "../../install-files/plugin-text.ts";
import type { ToolInstall } from "../../model/install-spec.ts";

/** Sends each tool call to `precept hook amp`. Amp ignores a plugin that throws, so failures become a rejection. */
const body = `
export default function (amp) {
  amp.on("tool.call", async (event) => {
    const payload = { event: "tool.call", tool: event.tool, input: event.input, toolUseID: event.toolUseID, cwd: process.cwd() };
    const answer = await ask(payload, process.cwd()).catch((error) => ({ decision: "deny", reason: error.message }));
    return answer.decision === "deny" ? { action: "reject-and-continue", message: answer.reason } : { action: "allow" };
  });
}
`;

const mcp = mcpServer({ project: ".amp/settings.json", user: ".config/amp/settings.json", parent: ["amp.mcpServers"] });

export const install: ToolInstall<"amp"> = defineInstall({
  host: "amp",
  title: "Amp",
  source: "ampcode.com/manual; adapters of other products",
  isVerified: false,
  signs: { project: [".amp"], user: [".config/amp"] },
  hooks: (context) => [
    {
      path: context.level === "project" ? ".amp/plugins/precept.js" : ".config/amp/plugins/precept.js",
      content: { kind: "text", text: pluginHead(context, "amp") + body },
    },
  ],
  mcp: (context) => mcp(context).map((file) => ({ ...file, alternative: `${file.path}c` })),
  nextSteps: ["Turn plugins on in Amp, and restart it.", { mcp: { project: "Approve the MCP server of the workspace in Amp." } }],
  limits: ["Amp ignores a plugin that cannot be loaded: the tool runs."],
  canary: (command, cwd) => ({
    event: "tool.call",
    payload: { event: "tool.call", tool: "Bash", input: { cmd: command }, toolUseID: "precept-doctor", cwd },
  }),
});

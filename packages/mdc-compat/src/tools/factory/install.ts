import { claudeCanary, claudeHooks, defineInstall, mcpServer } from "../../install-files/define-install.ts";
import type { ToolInstall } from "../../model/install-spec.ts";

export const install: ToolInstall<"factory"> = defineInstall({
  host: "droid",
  title: "Factory Droid",
  source: "Factory-AI/factory docs/reference/hooks-reference.mdx",
  projectVariable: "FACTORY_PROJECT_DIR",
  signs: { project: [".factory"], user: [".factory"] },
  // This file has the events at its top level.
  hooks: claudeHooks({ path: ".factory/hooks.json", wrapper: [], matcher: "*" }),
  mcp: mcpServer({ project: ".factory/mcp.json", user: ".factory/mcp.json", more: { type: "stdio" } }),
  nextSteps: ["Review the hooks in Droid with /hooks: it uses changed hooks only after a review."],
  limits: ["Droid has no setting that closes when a hook fails: the tool runs."],
  canary: claudeCanary("Execute"),
});

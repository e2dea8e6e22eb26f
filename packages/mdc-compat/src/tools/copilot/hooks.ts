import type { ToolHooks } from "../../model/host-spec.ts";
import { copilotCli } from "./copilot-cli-hooks.ts";
import { vscode } from "./vscode-hooks.ts";

export const hooks: ToolHooks<"copilot"> = { ...copilotCli, ...vscode };

import type { ToolInstall } from "../../model/install-spec.ts";
import { copilotCli } from "./copilot-cli-install.ts";
import { vscode } from "./vscode-install.ts";

export const install: ToolInstall<"copilot"> = { "copilot-cli": copilotCli, vscode };

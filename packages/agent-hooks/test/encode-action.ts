import { callsOf } from "@precept/agent-actions";
import { dialectIds, hostsOf } from "@precept/mdc-compat/tools";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { HostId } from "../src/host-ids.ts";
import { projectDir, type HostPayloads } from "../../mdc-compat/test/payloads.ts";
import type { AgentAction, EncodedAction } from "./agent-action.ts";

export { projectDir };

/** The folders of all tools, with test data of their agents. */
export const folders: string = join(import.meta.dirname, "../../mdc-compat/src/tools");

/** Returns the path of a golden file in the folder of an agent's tool. */
export function goldenFile(host: HostId, name: string): string {
  return join(folders, dialectIds.find((id) => hostsOf(id).includes(host)) ?? "", "golden", name);
}

const modules = dialectIds
  .filter((id) => hostsOf(id).length > 0)
  .map(async (id) => {
    const path = pathToFileURL(join(folders, id, "test/payloads.ts")).href;
    return ((await import(path)) as { readonly payloads: Readonly<Record<string, HostPayloads>> }).payloads;
  });

/** What each agent sends to its hooks. */
export const payloads = Object.assign({}, ...(await Promise.all(modules))) as Readonly<Record<HostId, HostPayloads>>;

/** Returns the payloads by which a host expresses an action, in all known forms. Empty if it has none. */
export function encodeAction(host: HostId, action: AgentAction): readonly EncodedAction[] {
  const { envelope, tools } = payloads[host];
  if (action.type === "prompt" || action.type === "response") {
    const payload = envelope[action.type]?.(action.text);
    return payload === undefined ? [] : [{ shape: action.type, payload }];
  }
  if (action.type === "result") {
    const { tool, text } = action;
    const call =
      host === "windsurf" ? { tool: "mcp_tool_use", input: { mcp_server_name: "s", mcp_tool_name: tool } } : { tool, input: {} };
    return envelope.tool("after", call, text).map((payload, at) => ({ shape: `result of ${tool} ${at}`, payload }));
  }
  const shapes = callsOf(tools, action);
  return shapes.flatMap((call) => envelope.tool("before", call).map((payload, at) => ({ shape: `${call.tool} ${at}`, payload })));
}

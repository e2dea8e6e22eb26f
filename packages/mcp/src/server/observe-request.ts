import { isRecord } from "@precept/core";
import { observe } from "@precept/telemetry";
import { policyOfTool } from "../tools/policy-tools.ts";
import { toolNames } from "../tools/tools.ts";

/** A request as the SDK passes it to handlers. */
interface ReceivedRequest {
  readonly method: string;
  readonly params?: unknown;
}

/** Traces and measures a request. It continues the trace that its `_meta` names. Arguments and answers are not recorded. */
export function observeRequest<Result extends object>(
  { method, params }: ReceivedRequest,
  answer: () => Promise<Result>,
): Promise<Result> {
  const { name, _meta: meta } = isRecord(params) ? params : {};
  const attributes = {
    "mcp.method.name": method,
    "gen_ai.tool.name": method === "tools/call" ? knownTool(name) : undefined,
  };
  const carrier = (field: string): string | undefined => {
    const value = isRecord(meta) ? meta[field] : undefined;
    return typeof value === "string" ? value : undefined;
  };
  return observe(
    "mcpRequest",
    attributes,
    async (annotate) => {
      const result = await answer();
      if ("isError" in result && result.isError === true) annotate({ "error.type": "tool_error" });
      return result;
    },
    { carrier },
  );
}

/** The tool that a client calls. Policies share the name of their tool, and unknown names are text of the client. */
function knownTool(name: unknown): string | undefined {
  if (typeof name !== "string") return undefined;
  return toolNames.find((known) => known === name) ?? (policyOfTool(name) === undefined ? undefined : "rule_engine");
}

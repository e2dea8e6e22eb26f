import { computed } from "@preact/signals";
import { pageLocation } from "../data/location.ts";

/** What the Explain page asks, from the address of the page. */
export interface ExplainRequest {
  readonly files: readonly string[];
  readonly prompt: string;
  /** A tool, or empty for the rules of all tools. */
  readonly tool: string;
  /** Whether to show what the tool itself reads, instead of what Precept delivers to it. */
  readonly isToolView: boolean;
}

export const request = computed<ExplainRequest>(() => readRequest(pageLocation.value.params));

function readRequest(params: URLSearchParams): ExplainRequest {
  const tool = params.get("tool") ?? "";
  return {
    files: params.getAll("file"),
    prompt: params.get("prompt") ?? "",
    tool,
    isToolView: tool !== "" && params.get("view") === "tool",
  };
}

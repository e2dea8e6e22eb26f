import type { ResolveAnswer } from "@precept/contract";
import { client } from "../data/projects.ts";
import { useLoaded } from "../data/use-loaded.ts";
import { Problem } from "../parts/section.tsx";
import { Answer } from "./answer.tsx";
import { PromptPanel } from "./prompt-panel.tsx";
import { RequestForm } from "./request-form.tsx";
import { request, type ExplainRequest } from "./request.ts";
import { RulePanel } from "../rules/rule-panel.tsx";
import { selectedRule } from "../rules/selected-rule.ts";

/** How many of the rules that do not apply are shown. */
const maxSkipped = 60;

/** Shows which rules apply to a request, in what order and why, and which do not. */
export function Explain() {
  const answer = useLoaded(() => request.value, resolve);
  const { value, problem } = answer.value;
  return (
    <div class="explain">
      <RequestForm />
      <Problem message={problem} />
      {value !== undefined && (
        <div class="columns">
          <div class="list">
            <Answer answer={value} />
          </div>
          <aside class="panel" aria-label={selectedRule.value === "" ? "Prompt section" : "Rule"}>
            {selectedRule.value === "" ? <PromptPanel answer={value} /> : <RulePanel id={selectedRule.value} />}
          </aside>
        </div>
      )}
    </div>
  );
}

function resolve({ files, prompt, tool, isToolView }: ExplainRequest): Promise<ResolveAnswer> {
  return client.value.resolve({
    files: [...files],
    count_use: false,
    max_skipped: maxSkipped,
    ...(prompt !== "" && { prompt }),
    ...(tool !== "" && { tool }),
    ...(isToolView && { view: "tool" }),
  });
}

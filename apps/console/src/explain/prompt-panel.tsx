import type { ResolveAnswer } from "@precept/contract";
import { formatNumber } from "@precept/core";
import { CopyButton } from "../parts/copy-button.tsx";
import { tokensOf } from "../parts/numbers.ts";
import { Empty } from "../parts/section.tsx";
import { TextBlock } from "../parts/text.tsx";

/** The prompt section as the agent gets it. */
export function PromptPanel({ answer: { prompt, totals, budget } }: { readonly answer: ResolveAnswer }) {
  return (
    <>
      <h2>
        Prompt section
        <span class="detail">
          {formatNumber(prompt.length)} characters, {tokensOf(totals.prompt_tokens, budget.tokens_estimated)}
        </span>
        {prompt !== "" && <CopyButton text={prompt} />}
      </h2>
      {prompt === "" ? (
        <Empty>The agent gets nothing: no rule applies.</Empty>
      ) : (
        <TextBlock value={prompt} label="Prompt section" />
      )}
    </>
  );
}

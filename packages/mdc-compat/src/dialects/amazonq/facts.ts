import type { FormatFacts } from "../../format/facts.ts";
import { plainFacts } from "../../format/plain-facts.ts";

/** Amazon Q Developer's project rules, as its default agent reads them. It takes `README.md` for context too, which is no rule. */
export const amazonqFacts: FormatFacts = plainFacts({
  id: "amazonq",
  title: "Amazon Q Developer",
  targets: ["amazonq", "amazon-q", "q"],
  source: "https://github.com/aws/amazon-q-developer-cli/blob/main/docs/default-agent-behavior.md",
});

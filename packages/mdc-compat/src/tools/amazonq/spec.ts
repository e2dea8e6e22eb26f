import type { FormatSpec } from "../../model/spec.ts";
import { createPlainSpec } from "../../format/plain-spec.ts";

/** Amazon Q Developer's project rules, as its default agent reads them. The agent also reads `README.md`, which is not a rule. */
export const amazonqSpec: FormatSpec = createPlainSpec({
  id: "amazonq",
  title: "Amazon Q Developer",
  targets: ["amazonq", "amazon-q", "q"],
  source: "https://github.com/aws/amazon-q-developer-cli/blob/main/docs/default-agent-behavior.md",
});

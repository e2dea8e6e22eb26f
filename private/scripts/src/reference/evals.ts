import { arms, armNames, evalJsonSchema, verdicts } from "@precept/evals";
import { page, table } from "./markdown.ts";
import { rowsOf, type Schema } from "./schema-rows.ts";

const headings = ["key", "value", "meaning"];

export function evalReference(): string {
  return page(
    "Eval cases",
    "A case is a YAML file in `.precept/evals`. [Does a rule help?](../guides/evals.md) shows how cases are written and run. " +
      "[`eval-case.schema.json`](eval-case.schema.json) is a JSON Schema for editors. A case with an unknown key or an invalid value is not run.",
    table(headings, withoutMatch(rowsOf(evalJsonSchema("case") as Schema))),
    "The keys of `expect.match` are those of a policy: see [Conditions of policies](policy-match.md).",
    "## Defaults",
    "`.precept/evals/defaults.yaml` has the agent and the judge of cases that have none.",
    table(headings, rowsOf(evalJsonSchema("defaults") as Schema)),
    "## Examples of a judge",
    table(headings, rowsOf(evalJsonSchema("examples") as Schema)),
    "## Arms",
    table(
      ["arm", "what the agent has"],
      armNames.map((arm) => [`\`${arm}\``, arms[arm].rules]),
    ),
    "## Verdicts",
    "In the output of `--json`, and in `.precept/evals/results.json`.",
    table(
      ["verdict", "meaning"],
      Object.entries(verdicts).map(([verdict, meaning]) => [`\`${verdict}\``, meaning]),
    ),
  );
}

export function evalCaseSchemaFile(): string {
  return `${JSON.stringify(evalJsonSchema("case", "ref"), undefined, 2)}\n`;
}

function withoutMatch(rows: string[][]): string[][] {
  return rows.filter(([key = ""]) => !key.startsWith("`expect.match."));
}

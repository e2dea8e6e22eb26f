import { z } from "zod";
import { defineRoute, objectAnswer } from "../route.ts";
import { transferActions, transferChanges, transferNotes } from "../values/transfer.ts";
import { count, falseByDefault, strictObjectOf, textOrNull, texts } from "../wire-parts.ts";

const post = { method: "post", tag: "Transfer", role: "admin" } as const;

const request = {
  action: z
    .enum(transferActions)
    .describe(
      "`import`: rules from the files of tools. `export`: files for tools from rules. `revert`: what was there before Precept.",
    ),
  tools: texts
    .max(100)
    .optional()
    .describe(
      "Ids or aliases of tools, such as `claude`. Default: for exports those of the configuration, else those that the project uses; otherwise all.",
    ),
  lossy: z
    .boolean()
    .optional()
    .describe("For exports, whether to write rules that a tool cannot express exactly. Default: as configured, else false."),
  over_limit: falseByDefault("For exports, whether to write files that are longer than their tools read."),
  force: texts.default([]).describe("For exports, files to overwrite or delete although they were written or edited by hand."),
  allow_programs: falseByDefault("For exports, whether files may let tools start programs, or act without asking."),
  merge: falseByDefault("For imports, whether files with nearly the same text become one rule."),
  take: texts.default([]).describe("For imports, edited files whose texts win over other edits of their rules."),
};

const change = z.object({
  kind: z.enum(transferChanges),
  path: z.string().describe("Relative to the project."),
  tools: texts.describe("The tools that the file is for, or comes from."),
  before: textOrNull.describe("The text now. Null: there is none, it is not readable, or `has_texts` is false."),
  after: textOrNull.describe("The text afterwards. Null: there is none, or `has_texts` is false."),
  has_texts: z.boolean().describe("Whether `before` and `after` are set. Ask for others with `show`."),
  message: textOrNull.describe("Why the file stays as it is, or where it comes from."),
  hint: textOrNull.describe("What to do about it."),
  can_force: z.boolean().describe("Whether the file would be written if `force` named it."),
  programs: texts.describe("What the file lets a tool start, or do without asking, that it did not before."),
  edited: z.boolean().describe("For reverts, whether the file was edited since the last export. Its text is kept in the backup."),
});

/** Importing, exporting and reverting: first a plan, then the plan applied. */
export const transferRoutes = {
  planTransfer: defineRoute({
    ...post,
    isRepeatable: true,
    path: "/transfer/plan",
    summary: "Plan an import, an export or a revert",
    description: "Reads files and changes none. The answer names each file that changes, what is lost, and what needs a yes.",
    body: strictObjectOf("TransferPlanRequest", "What to plan.", {
      ...request,
      show: texts
        .optional()
        .describe("The files whose texts are in the answer. Default: the first ones, up to 1,000,000 characters."),
    }),
    answer: objectAnswer("The plan.", {
      plan: z.string().describe("Identifies the plan with all texts. Pass it to apply exactly this plan."),
      tools: texts.describe("The tools of an export. Empty: all."),
      changes: z.array(change).describe("Ordered by path, without files that stay the same."),
      unchanged: count.describe("How many files are as they should be."),
      notes: z
        .array(
          z.object({
            kind: z.enum(transferNotes),
            subject: z.string().describe("The name of a rule or an item, or a path."),
            tool: textOrNull.describe("The title of the tool that it is about."),
            message: z.string(),
          }),
        )
        .describe("What is lost or left out, and what the user has to decide."),
      needs_yes: z
        .object({
          paths: texts.describe("The files that are deleted."),
          foreign: texts.describe("The files that Precept did not create."),
        })
        .nullable()
        .describe("Deletions that need `confirmed`. Null if there are none."),
    }),
  }),
  applyTransfer: defineRoute({
    ...post,
    isRepeatable: false,
    path: "/transfer/apply",
    summary: "Apply a plan",
    description: "Plans again, and writes nothing if the plan is no longer the one that was shown.",
    body: strictObjectOf("TransferRequest", "The request of the plan, and the plan.", {
      ...request,
      plan: z.string().describe("The `plan` of the answer that was shown."),
      confirmed: falseByDefault("Whether the user agreed to the deletions in `needs_yes`."),
    }),
    answer: objectAnswer("What was done.", {
      written: texts.describe("The files that were written or deleted."),
      not_written: texts.describe("The files that another program changed in the meantime."),
    }),
    errors: [409],
  }),
} as const;

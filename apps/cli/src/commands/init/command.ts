import { policiesDir } from "@precept/enforcement";
import { createFile, fileFailureOf, kindIn, openRoot } from "@precept/files";
import { detectTools } from "@precept/workspace";
import type { Call, CommandResult } from "../../define.ts";
import { styleFor } from "../../terminal/style.ts";
import { findOtherTools } from "./other-tools.ts";
import { createStarterFiles } from "./starter-files.ts";
import { readStarters, starterPolicyFiles, viewStarters } from "./starter-policies.ts";
import { viewPlan, type InitPlan } from "./view.ts";

export interface InitOptions {
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  readonly policies?: readonly string[];
}

export async function init(call: Call<InitOptions>): Promise<CommandResult> {
  const { workspace, options, terminal, settings } = call;
  const { root } = workspace;
  const project = openRoot(root);
  const isInteractive = terminal.interactive && options.yes !== true && options.dryRun !== true && !settings.json;
  const starters = await chooseStarters(call, isInteractive);
  const detected = await detectTools(workspace);
  const plan: InitPlan = {
    root,
    detected,
    files: Object.entries({ ...createStarterFiles(detected.length > 0), ...starterPolicyFiles(starters) }).map(
      ([path, text]) => ({
        path,
        text,
        exists: kindIn(project, path, "entry") !== undefined,
      }),
    ),
    others: findOtherTools(root),
  };
  const isNothingToDo = plan.files.every(({ exists }) => exists);
  if (options.dryRun === true || isNothingToDo) return resultOf(plan, isNothingToDo ? "nothing to do" : "would be created");
  if (isInteractive) {
    terminal.out(viewPlan(plan, "would be created", styleFor(terminal)));
    if (!(await terminal.ask("Create these files?", true))) return { ...resultOf(plan, "not created"), text: () => "" };
  }
  for (const { path, text, exists } of plan.files) {
    if (exists) continue;
    // Does not overwrite a file that another program created in the meantime.
    await createFile(project, path, text).catch((error: unknown) => {
      throw fileFailureOf("create", path, error);
    });
  }
  return resultOf(plan, "created");
}

/** The starter policies of `--policies`, or those that the user chooses. Asks only in a project without policies. */
async function chooseStarters(
  { workspace, options, terminal }: Call<InitOptions>,
  isInteractive: boolean,
): Promise<readonly string[]> {
  if (options.policies !== undefined) return readStarters(options.policies);
  if (!isInteractive || kindIn(openRoot(workspace.root), policiesDir, "entry") !== undefined) return [];
  terminal.out(viewStarters(styleFor(terminal)));
  const answer = await terminal.askText("Which ones? Names or numbers, separated by commas; empty for none:");
  return readStarters(answer.split(/[\s,]+/).filter((one) => one !== ""));
}

function resultOf(plan: InitPlan, outcome: "created" | "would be created" | "nothing to do" | "not created"): CommandResult {
  const created = plan.files.filter(({ exists }) => !exists).map(({ path }) => path);
  return {
    json: {
      root: plan.root,
      made: outcome === "created" ? created : [],
      planned: created,
      found: plan.others,
      detected: plan.detected.map(({ tool }) => tool.id),
    },
    isConfirmation: outcome !== "would be created",
    text: (style) => viewPlan(plan, outcome, style),
  };
}

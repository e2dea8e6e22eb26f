import { policiesDir } from "@precept/enforcement";
import { createFile, fileFailureOf, kindIn, openRoot } from "@precept/files";
import type { Call, CommandResult } from "../../define.ts";
import { exitCodes } from "../../exit-code.ts";
import type { SharedOptions } from "../../options.ts";
import { styleFor } from "../../terminal/style.ts";
import { findOtherTools } from "./other-tools.ts";
import { starterFiles } from "./starter-files.ts";
import { readStarters, starterPolicyFiles, viewStarters } from "./starter-policies.ts";
import { viewPlan, type InitPlan } from "./view.ts";

export interface InitOptions extends SharedOptions {
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  readonly policies?: readonly string[];
}

export async function init(call: Call<InitOptions>): Promise<CommandResult> {
  const { workspace, options, terminal, settings } = call;
  const { root } = workspace;
  const project = openRoot(root);
  const isAsked = terminal.interactive && options.yes !== true && options.dryRun !== true && !settings.json;
  const starters = await chooseStarters(call, isAsked);
  const plan: InitPlan = {
    root,
    files: Object.entries({ ...starterFiles, ...starterPolicyFiles(starters) }).map(([path, text]) => ({
      path,
      text,
      isThere: kindIn(project, path, "entry") !== undefined,
    })),
    others: findOtherTools(root),
  };
  const isNothingToDo = plan.files.every(({ isThere }) => isThere);
  if (options.dryRun === true || isNothingToDo) return resultOf(plan, isNothingToDo ? "nothing to do" : "would be made");
  if (isAsked) {
    terminal.out(viewPlan(plan, "would be made", styleFor(terminal)));
    if (!(await terminal.ask("Make them?", true))) return { ...resultOf(plan, "left"), text: () => "" };
  }
  for (const { path, text, isThere } of plan.files) {
    if (isThere) continue;
    // A file that another program has created by now stays as it is.
    await createFile(project, path, text).catch((error: unknown) => {
      throw fileFailureOf("create", path, error);
    });
  }
  return resultOf(plan, "made");
}

/** What was named, or what the person chooses where there are no policies yet. */
async function chooseStarters({ workspace, options, terminal }: Call<InitOptions>, isAsked: boolean): Promise<readonly string[]> {
  if (options.policies !== undefined) return readStarters(options.policies);
  if (!isAsked || kindIn(openRoot(workspace.root), policiesDir, "entry") !== undefined) return [];
  terminal.out(viewStarters(styleFor(terminal)));
  const answer = await terminal.askText("Which of them? Names or numbers, with commas between; empty for none:");
  return readStarters(answer.split(/[\s,]+/).filter((one) => one !== ""));
}

function resultOf(plan: InitPlan, what: "made" | "would be made" | "nothing to do" | "left"): CommandResult {
  const made = plan.files.filter(({ isThere }) => !isThere).map(({ path }) => path);
  return {
    code: exitCodes.ok,
    json: { root: plan.root, made: what === "made" ? made : [], planned: made, found: plan.others },
    isConfirmation: what === "made",
    text: (style) => viewPlan(plan, what, style),
  };
}

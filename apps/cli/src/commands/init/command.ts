import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Call, CommandResult } from "../../define.ts";
import { exitCodes } from "../../exit-code.ts";
import type { SharedOptions } from "../../options.ts";
import { styleFor } from "../../terminal/style.ts";
import { findOtherTools } from "./other-tools.ts";
import { starterFiles } from "./starter-files.ts";
import { viewPlan, type InitPlan } from "./view.ts";

export interface InitOptions extends SharedOptions {
  readonly yes?: boolean;
  readonly dryRun?: boolean;
}

export async function init({ workspace, options, terminal, settings }: Call<InitOptions>): Promise<CommandResult> {
  const { root } = workspace;
  const plan: InitPlan = {
    root,
    files: Object.entries(starterFiles).map(([path, text]) => ({ path, text, isThere: existsSync(join(root, path)) })),
    others: findOtherTools(root),
  };
  const isNothingToDo = plan.files.every(({ isThere }) => isThere);
  if (options.dryRun === true || isNothingToDo) return resultOf(plan, isNothingToDo ? "nothing to do" : "would be made");
  if (terminal.interactive && options.yes !== true && !settings.json) {
    terminal.out(viewPlan(plan, "would be made", styleFor(terminal)));
    if (!(await terminal.ask("Make them?", true))) return { ...resultOf(plan, "left"), text: () => "" };
  }
  for (const { path, text, isThere } of plan.files) {
    if (isThere) continue;
    await mkdir(dirname(join(root, path)), { recursive: true });
    // What somebody made in the meantime stays.
    await writeFile(join(root, path), text, { flag: "wx" });
  }
  return resultOf(plan, "made");
}

function resultOf(plan: InitPlan, what: "made" | "would be made" | "nothing to do" | "left"): CommandResult {
  const made = plan.files.filter(({ isThere }) => !isThere).map(({ path }) => path);
  return {
    code: exitCodes.fine,
    json: { root: plan.root, made: what === "made" ? made : [], planned: made, found: plan.others },
    text: (style) => viewPlan(plan, what, style),
  };
}

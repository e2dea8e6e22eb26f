import { applyContextInit, planContextInit, type ContextInitPlan, type ContextInitResult } from "@precept/agent-context";
import type { Call, CommandResult } from "../../define.ts";
import { printable, type Style } from "../../terminal/text.ts";
import { columns } from "../../terminal/layout.ts";

export interface InitContextOptions {
  readonly bootstrap?: boolean;
  readonly gitignore?: boolean;
  readonly dryRun?: boolean;
}

export async function initContext({ workspace, options }: Call<InitContextOptions>): Promise<CommandResult> {
  const { bootstrap = false, gitignore = false, dryRun = false } = options;
  const plan = await planContextInit(workspace.context.dir, { bootstrap });
  const done = dryRun ? undefined : await applyContextInit(plan, { gitignore });
  return {
    json: {
      dir: plan.dir,
      created: done?.created ?? [],
      existing: plan.files.filter(({ exists }) => exists).map(({ path }) => path),
      planned: plan.files.filter(({ exists }) => !exists).map(({ path }) => path),
      ignored: done?.ignored ?? [],
      not_ignored: plan.ignored.filter((pattern) => done?.ignored.includes(pattern) !== true),
    },
    isConfirmation: !dryRun,
    text: (style) => viewInit(plan, done, gitignore, style),
  };
}

/** @param done undefined for a dry run. */
function viewInit(plan: ContextInitPlan, done: ContextInitResult | undefined, gitignore: boolean, style: Style): string {
  const outcome = done === undefined ? "would be created" : "created";
  const rows = plan.files.map(({ path, exists }) => {
    const isNew = done === undefined ? !exists : done.created.includes(path);
    return [`  ${path}`, isNew ? style.green(outcome) : style.dim("exists")];
  });
  const patterns = plan.ignored.map((pattern) => pattern.replace(/^\//, "")).join(" and ");
  const isAdded = gitignore && plan.ignored.length > 0;
  const lines = [
    printable(plan.dir),
    ...columns(
      [...rows, ...(isAdded ? [["  .gitignore", style.green(`${patterns} ${done ? "added" : "would be added"}`)]] : [])],
      style,
    ),
    ...(plan.ignored.length === 0 || isAdded
      ? []
      : ["", `${patterns} should not be in git. \`precept context init --gitignore\` adds the lines to .gitignore.`]),
    ...(done === undefined ? [] : ["", "`precept context show` shows what an agent boots from."]),
  ];
  return `${lines.join("\n")}\n`;
}

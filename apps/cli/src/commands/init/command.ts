import { pushAll } from "@precept/core";
import { policiesDir } from "@precept/enforcement";
import { createFile, fileFailureOf, kindIn, openRoot, type Root } from "@precept/files";
import { ruleLocations } from "@precept/mdc-compat";
import { detectTools, type DetectedTool } from "@precept/workspace";
import { createStarterFiles, readStarters, starterPolicyFiles, viewStarters } from "./starter-files.ts";
import type { Call, CommandResult } from "../../define.ts";
import { asLines, printable, styleFor, type Style } from "../../terminal/text.ts";
import { columns } from "../../terminal/layout.ts";

interface InitOptions {
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
      ([path, text]) => ({ path, text, exists: kindIn(project, path, "entry") !== undefined }),
    ),
    others: findOtherTools(project),
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
async function chooseStarters({ workspace, options, terminal }: Call<InitOptions>, isInteractive: boolean) {
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

interface InitPlan {
  readonly root: string;
  readonly files: readonly { readonly path: string; readonly text: string; readonly exists: boolean }[];
  /** Rule files and directories of other tools. Precept reads them in place. */
  readonly others: readonly { readonly tool: string; readonly path: string }[];
  /** The tools that the project uses. The configuration names them as the tools to export to. */
  readonly detected: readonly DetectedTool[];
}

function viewPlan({ root, files, others, detected }: InitPlan, outcome: string, style: Style): string {
  const rows = files.map(({ path, exists }) => [`  ${path}`, exists ? style.dim("exists") : style.green(outcome)]);
  const found = others.map(({ tool, path }) => [`  ${path}`, tool, style.green("read in place")]);
  const lines = [printable(root), ...columns(rows, style)];
  if (found.length > 0) {
    const hint = "  `precept import` converts them to native rules, `precept export` writes native rules for every tool.";
    pushAll(lines, ["", "Rule files of other tools", ...columns(found, style), hint]);
  }
  if (detected.length > 0) lines.push(`  ${describeExport(files, detected)}`);
  if (outcome === "created" && files.some(({ path }) => path.startsWith(policiesDir)))
    lines.push("", "`precept check` checks the project against its policies.");
  if (outcome === "created") lines.push("", "`precept explain FILE` shows which rules apply to a file.");
  return asLines(lines);
}

function describeExport(files: InitPlan["files"], detected: readonly DetectedTool[]): string {
  const titles = detected.map(({ tool }) => tool.title).join(", ");
  const isConfigured = files.some(({ path, exists }) => path === ".precept/config.yaml" && !exists);
  return isConfigured
    ? `\`export.to: detected\` in .precept/config.yaml stands for the tools that the project uses: ${titles}.`
    : `To export to the tools that the project uses (${titles}), set \`export.to: detected\` in .precept/config.yaml.`;
}

function findOtherTools(project: Root): InitPlan["others"] {
  return ruleLocations
    .filter(({ dialect, personal }) => dialect.id !== "precept" && personal !== true)
    .flatMap(({ dialect, dir, files }) => {
      const paths = files === undefined ? [dir] : files.map((file) => (dir === "" ? file : `${dir}/${file}`));
      return paths.map((path) => ({ tool: dialect.title, path }));
    })
    .filter(({ path }) => kindIn(project, path) !== undefined);
}

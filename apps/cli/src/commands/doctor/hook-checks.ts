import {
  findInstalledHooks,
  findRemovedGuards,
  fireCanary,
  hosts,
  installSpecs,
  localProgram,
  projectTarget,
  rememberedCommand,
  splitCommand,
  userTarget,
  type CanaryOptions,
  type CanaryOutcome,
  type InstalledHooks,
  type InstallTarget,
  type PreceptCommand,
} from "@precept/agent-hooks";
import { pushAll } from "@precept/core";
import { pathInside, realPathAt } from "@precept/files";
import type { Call } from "../../define.ts";
import { homeOf } from "../install/targets.ts";
import { fail, ok, warn, type Finding } from "./finding.ts";

export interface DoctorOptions {
  readonly command?: string;
}

/** Sends a canary through each installed hook of the project and of the user, and reports whether it was stopped. */
export async function checkHooks({ workspace, settings, terminal, options }: Call<DoctorOptions>): Promise<readonly Finding[]> {
  const isWindows = process.platform === "win32";
  const user = userTarget(homeOf(terminal.env), settings.workspace.home);
  const findings: Finding[] = [];
  for (const target of [projectTarget(workspace.root), user]) {
    const remembered = rememberedCommand(user, target.root.dir);
    const commands = [...trustedCommands(workspace.root, options.command), ...(remembered === undefined ? [] : [remembered])];
    pushAll(
      findings,
      findRemovedGuards(target).map((problem) => fail("agent hooks", problem, "Agents run without policies.")),
    );
    for (const hooks of findInstalledHooks(target, commands, isWindows)) {
      findings.push(describe(target, hooks, await tryHooks(hooks, { cwd: workspace.root, env: terminal.env, isWindows })));
    }
  }
  return findings.length > 0 ? findings : [ok("agent hooks", "none installed")];
}

/** Sends a canary, and another one of a subagent to hosts that have them. Returns the first outcome that is not good. */
async function tryHooks(hooks: InstalledHooks, options: CanaryOptions): Promise<CanaryOutcome | undefined> {
  const { host, start } = hooks;
  if (start === undefined) return undefined;
  const outcome = await fireCanary(hooks, start, options);
  if (outcome.kind !== "stopped" || !("SubagentStart" in hosts[host].events)) return outcome;
  const inSubagent = await fireCanary(hooks, start, { ...options, isSubagent: true });
  return inSubagent.kind === "stopped" ? inSubagent : { ...inSubagent, detail: `in a subagent: ${inSubagent.detail}` };
}

/**
 * The commands that may be tried: the value of `--command`, `precept`, and npx. The project's dependency only if it
 * runs now, because the files of a project may come from others, and checking a project must not run them.
 */
function trustedCommands(root: string, typed: string | undefined): readonly PreceptCommand[] {
  const program = realPathAt(process.argv[1] ?? "");
  const isLocal = program !== undefined && pathInside(`${root}/node_modules`, program) !== undefined;
  const words = typed === undefined ? [] : splitCommand(typed);
  return [
    ...(words.length > 0 ? [{ words, isLocal: words[0] === localProgram }] : []),
    ...(isLocal ? [{ words: [localProgram], isLocal: true }] : []),
    { words: ["precept"], isLocal: false },
    { words: ["npx", "--yes", "@precept/cli"], isLocal: false },
  ];
}

function describe(
  target: InstallTarget,
  { host, path, missing, refused }: InstalledHooks,
  outcome: CanaryOutcome | undefined,
): Finding {
  const { title, trust, limits, refusedJson } = installSpecs[host];
  const what = `hook of ${title}`;
  const location = target.level === "user" ? `~/${path}` : path;
  const again = `precept install ${host}${target.level === "user" ? " --global" : ""}`;
  if (refused.length > 0) {
    const found = `${location} has ${refused.join(" and ")}, which ${title} does not read: ${refusedJson?.effect}`;
    return fail(what, found, "Policies are not enforced. Remove them from the file.");
  }
  if (outcome === undefined) {
    const found = `${location}: not tried, because its command is not one that is known to be Precept's`;
    return warn(what, found, `Repeat \`${again}\`, or name the command that you installed: precept doctor --command "…"`);
  }
  if (outcome.kind === "passed") {
    const found = `${location}: the canary was not stopped${outcome.detail === "" ? "" : `: ${outcome.detail}`}`;
    return fail(what, found, `Policies are not enforced. Repeat \`${again}\`.`);
  }
  if (outcome.kind === "failed") {
    return fail(what, `${location}: the hook failed: ${outcome.detail}`, `Repeat \`${again}\`. ${limits[0] ?? ""}`.trim());
  }
  if (missing.length > 0) {
    const found = `${location}: the canary was stopped, but events are missing: ${missing.join(", ")}`;
    return warn(what, found, `Repeat \`${again}\`.`);
  }
  // Whether the host itself runs the hook can only be seen in the host.
  const known = [trust, ...limits].find((text) => text !== undefined);
  return { ...ok(what, `${location}: the canary was stopped`), ...(known !== undefined && { fix: `Known: ${known}` }) };
}

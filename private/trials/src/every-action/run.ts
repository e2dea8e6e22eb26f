import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AgentAction } from "@precept/agent-actions";
import { hostIds, hosts, runHook, type HostId } from "@precept/agent-hooks";
import { hookEventKindOf, readHookPayload } from "@precept/governance";
import { starterPolicies } from "@precept/governance/starters";
import { openLazyWorkspace } from "@precept/workspace";
import { encodeAction, projectDir } from "../../../../packages/agent-hooks/test/encode-action.ts";

/** What one host did about one payload. `asked` where the host asks its user. */
interface ShapeOutcome {
  readonly host: HostId;
  readonly shape: string;
  readonly outcome: "stopped" | "asked" | "passed";
  /** What the hook answered. */
  readonly answer: string;
}

/** What all hosts did about one action. */
interface ActionOutcome {
  readonly action: AgentAction;
  readonly shapes: readonly ShapeOutcome[];
}

/**
 * Sends actions in every shape of every host to the code of `precept hook`, in one project with all starter policies. Shapes of events at which the host
 * ignores a denial are left out.
 */
export async function* sendActions(actions: Iterable<AgentAction>): AsyncGenerator<ActionOutcome> {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "precept-actions-")));
  try {
    mkdirSync(join(dir, ".git"));
    writeFileSync(join(dir, ".git/HEAD"), "ref: refs/heads/main\n");
    // Read-only: neither counts nor sequences of one action affect the next one.
    const options = { home: join(dir, "home"), readOnly: true, starterPolicies: Object.keys(starterPolicies) };
    await using workspace = await openLazyWorkspace(dir, options);
    const failures = (await workspace.policies.diagnostics()).filter(({ severity }) => severity === "error");
    if (failures.length > 0) throw new Error(`The starters cannot be loaded: ${failures[0]?.message ?? ""}`);
    const project = { ...workspace, resolve: () => Promise.reject(new Error("No rules are needed.")) };
    let calls = 0;
    for (const action of actions) {
      const shapes: ShapeOutcome[] = [];
      for (const host of hostIds) {
        for (const { shape, payload } of encodeAction(host, action.action)) {
          if (!canDeny(host, payload)) continue;
          calls += 1;
          const text = JSON.stringify(payload).replaceAll(projectDir, dir).replaceAll('"s1"', `"session-${calls}"`);
          const { stdout, stderr, exitCode } = await runHook(text, {
            host,
            open: () => Promise.resolve(project),
            env: {},
            cwd: dir,
            now: () => 1_763_000_000_000,
            deadline: 60_000,
          });
          shapes.push({ host, shape, outcome: outcomeOf(stdout, exitCode), answer: `${stdout}${stderr}` });
        }
      }
      yield { action, shapes };
    }
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** The ways in which the outcomes of one action differ, between hosts and shapes. Where one host asks, others may deny. */
export function describeDifference({ action, shapes }: ActionOutcome): string | undefined {
  // Cursor does not say which server a tool belongs to, so that policies for the tools of one server cannot apply.
  const passed = shapes.filter(({ outcome, shape }) => outcome === "passed" && !shape.startsWith("MCP:"));
  if (passed.length === 0 || shapes.every(({ outcome }) => outcome === "passed")) return undefined;
  const stopped = shapes.filter(({ outcome }) => outcome !== "passed");
  const [few, verb] = passed.length <= stopped.length ? [passed, "passes only in"] : [stopped, "is stopped only in"];
  return `${action.id} ${verb} ${listShapes(few)}: ${JSON.stringify(action.action).slice(0, 200)} ${stopped[0]?.answer.slice(0, 300) ?? ""}`;
}

function listShapes(shapes: readonly ShapeOutcome[]): string {
  return [...new Set(shapes.map(({ host, shape }) => `${host} (${shape})`))].join(", ");
}

function canDeny(host: HostId, payload: object): boolean {
  const { event, kind } = readHookPayload(payload) ?? {};
  const known = Object.entries(hosts[host].events).find(([name]) => name === event)?.[1];
  if (known !== undefined) return known.deny === true;
  return Object.entries(hosts[host].events).some(([name, spec]) => hookEventKindOf(name) === kind && spec.deny === true);
}

/**
 * The keys under which hosts take another input or result. A call that runs with a fixed input is not the call that was checked, and a result that
 * is replaced does not reach the model.
 */
const replaces = /"(?:(?:updatedInput|modifiedArgs|tool_input|input)":\{|updatedToolOutput":)/;

function outcomeOf(stdout: string, exitCode: number): ShapeOutcome["outcome"] {
  if (replaces.test(stdout)) return "stopped";
  if (exitCode === 2 || /"(?:deny|block)"|"cancel":true|"continue":false/.test(stdout)) return "stopped";
  return stdout.includes('"ask"') ? "asked" : "passed";
}

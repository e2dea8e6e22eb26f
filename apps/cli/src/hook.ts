import { hostIds, type HostId } from "@precept/agent-hooks/host-ids";
import { maxPayloadLength } from "@precept/agent-hooks/payload-limit";
import { answerPayload } from "./commands/hook/answer-payload.ts";
import { exitCodes, type ExitCode } from "./exit-code.ts";
import { writeHookOutput } from "./hook-failure.ts";
import { readSettings } from "./settings.ts";
import { readInput } from "./terminal/read-input.ts";
import type { Terminal } from "./terminal/terminal.ts";

/**
 * Runs `precept hook [agent] [--root DIR]`. Agents wait for it before each tool call, so it is a separate bundle,
 * without the other commands and without commander. Any other arguments go to the whole program.
 *
 * @param args the arguments after `hook`.
 * @param openTerminal opens the terminal for the whole program.
 * @throws what fails before the payload is read. The caller denies.
 */
export async function hook(args: readonly string[], openTerminal: () => Terminal): Promise<ExitCode> {
  const call = readArguments(args);
  if (call === undefined) return (await import("./run.ts")).run(["hook", ...args], openTerminal());
  const { host, root } = call;
  const { env } = process;
  const input = readInput(maxPayloadLength);
  // It is awaited later.
  input.catch(() => undefined);
  const hasRoot = root !== undefined;
  const settings = readSettings({ defaultRules: true, color: false, ...(hasRoot && { root }) }, { env, cwd: process.cwd() });
  const { stdout, stderr, exitCode } = await answerPayload({ host, hasRoot, settings, env, input });
  const code = exitCode === 0 ? exitCodes.ok : exitCodes.usage;
  // Not waiting for V8 to free the heap saves a sixth of an empty process. All background work has ended.
  if (writeHookOutput(stdout, stderr)) process.exit(code);
  return code;
}

interface HookArguments {
  readonly host?: HostId;
  readonly root?: string;
}

/** Reads the arguments that the settings of agents contain. Returns undefined for others, such as `--help`. */
function readArguments(args: readonly string[]): HookArguments | undefined {
  const rest = [...args];
  const at = rest.indexOf("--root");
  const root = at === -1 ? undefined : rest.splice(at, 2)[1];
  if (at !== -1 && (root === undefined || root.startsWith("-"))) return undefined;
  const [host, ...others] = rest;
  if (others.length > 0 || (host !== undefined && !isHostId(host))) return undefined;
  return { ...(host !== undefined && { host }), ...(root !== undefined && { root }) };
}

function isHostId(name: string): name is HostId {
  return hostIds.some((id) => id === name);
}

import { maxPayloadLength, runHook, type HostId, type HookOutput } from "@precept/agent-hooks";
import { openWorkspace, type Workspace } from "@precept/workspace";
import type { CallWithoutWorkspace, CommandResult } from "../../define.ts";
import { exitCodes } from "../../exit-code.ts";

/** How long the end of background work, such as notifications, is awaited, in milliseconds. */
const closingTime = 2_000;

/** Answers a hook. Standard output carries the protocol of the agent. */
export async function answerHook({ settings, options, args, terminal }: CallWithoutWorkspace): Promise<CommandResult> {
  let opening: Promise<Workspace> | undefined;
  const output = await runHook(terminal.readInput(maxPayloadLength), {
    // Commander has checked it.
    host: args[0] as HostId | undefined,
    open: (directory) =>
      (opening = openWorkspace(options.root === undefined ? directory : settings.dir, { ...settings.workspace, remember: true })),
    env: terminal.env,
    cwd: settings.dir,
    now: () => Date.now(),
  });
  await closeInTime(opening);
  return toResult(output);
}

/** Work that does not end must not keep the agent waiting: its time limit would let the call run. */
async function closeInTime(opening: Promise<Workspace> | undefined): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), closingTime);
  const closed = (async () => {
    await (await opening)?.[Symbol.asyncDispose]();
  })().catch(() => undefined);
  await Promise.race([closed, promise]);
  clearTimeout(timer);
}

function toResult({ stdout, stderr, exitCode }: HookOutput): CommandResult {
  return {
    code: exitCode === 0 ? exitCodes.ok : exitCodes.usage,
    json: undefined,
    text: () => stdout,
    isVerbatim: true,
    notice: () => stderr,
  };
}

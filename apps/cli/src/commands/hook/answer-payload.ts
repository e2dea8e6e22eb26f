import { runHook, type HookInput, type HostId, type HookOutput } from "@precept/agent-hooks";
import { openLazyWorkspace, type LazyWorkspace } from "@precept/workspace";
import type { Settings } from "../../settings.ts";
import type { Terminal } from "../../terminal/terminal.ts";

/** How long the end of background work, such as notifications, is awaited, in milliseconds. */
const closingTime = 2_000;

export interface HookCall {
  readonly host: HostId | undefined;
  /** Whether the command names the project directory. Otherwise the payload tells it. */
  readonly hasRoot: boolean;
  readonly settings: Pick<Settings, "dir" | "workspace">;
  readonly env: Terminal["env"];
  /** The payload, or a promise of it. */
  readonly input: HookInput;
}

export async function answerPayload({ host, hasRoot, settings, env, input }: HookCall): Promise<HookOutput> {
  let opening: Promise<LazyWorkspace> | undefined;
  const output = await runHook(input, {
    host,
    async open(directory) {
      const options = { ...settings.workspace, remember: true, endsSoon: true };
      return (opening = openLazyWorkspace(hasRoot ? settings.dir : directory, options));
    },
    env,
    cwd: settings.dir,
    now: () => Date.now(),
  });
  await closeInTime(opening);
  return output;
}

/** Work that does not end must not keep the agent waiting: its time limit would let the call run. */
async function closeInTime(opening: Promise<LazyWorkspace> | undefined): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), closingTime);
  const closed = (async () => {
    await (await opening)?.[Symbol.asyncDispose]();
  })().catch(() => undefined);
  await Promise.race([closed, promise]);
  clearTimeout(timer);
}

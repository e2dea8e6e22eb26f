import { describe, expect, it, onTestFinished, vi } from "vitest";
import { cloneHostile } from "./clone.ts";
import { entryPoints, type EntryPoint } from "./attack-surface.ts";
import { run as runCommand } from "../../../../apps/cli/src/run.ts";
import { actingSettings, pathSettings, type Entry } from "./traits.ts";
import { canary, createWorld, environmentOf, type World } from "./world.ts";

const paths = entryPoints.filter(
  (entryPoint): entryPoint is EntryPoint & Required<Pick<EntryPoint, "trial" | "links">> => entryPoint.trial !== undefined,
);
const settings = entryPoints.filter(
  (entryPoint): entryPoint is EntryPoint & { readonly setting: string } => entryPoint.setting !== undefined,
);

const base: Readonly<Record<string, Entry>> = {
  "src/a.ts": { kind: "file", text: "bad\n" },
  "CLAUDE.md": { kind: "file", text: "Text.\n" },
};

async function clone(entries: Readonly<Record<string, Entry>>): Promise<World> {
  const world = await createWorld();
  onTestFinished(world.remove);
  await cloneHostile(world, { entries: new Map(Object.entries({ ...base, ...entries })), gitConfig: [] });
  return world;
}

async function run(world: World, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string> {
  let printed = "";
  vi.stubEnv("HOME", world.home);
  await runCommand(args, {
    env: { ...environmentOf(world), ...env },
    cwd: world.project,
    interactive: false,
    out: (text) => (printed += text),
    err: (text) => (printed += text),
    readInput: async () => "input text\n",
    ask: async () => true,
    askText: async () => "",
    interrupted: () => Promise.resolve(),
  });
  return printed;
}

/** Returns entries with a link from the path of the entry point to a target in `directory`, which is relative to the project. */
function linked({ name: path, trial }: (typeof paths)[number], directory: string): Readonly<Record<string, Entry>> {
  const [name] = trial.target;
  const isFile = /\.[a-z]+$/.test(path.slice(1));
  const up = "../".repeat(path.split("/").length - 1);
  const target = `${directory}${isFile ? `/${name}` : ""}`;
  return {
    [path]: { kind: "link", target: `${up}${target}` },
    ...(trial.needs !== undefined && { [trial.needs[0]]: { kind: "file", text: trial.needs[1] } }),
  };
}

const explain = ["explain", "src/a.ts", "--json"];

describe.skipIf(process.platform === "win32")("a link at", () => {
  it.each(paths.map((entryPoint) => [entryPoint.name, entryPoint] as const))(
    "%s is followed or refused as its row says",
    { tags: "slow" },
    async (_, entryPoint) => {
      const { command = explain, target, code } = entryPoint.trial;
      const inside = await clone({ [`linked/${target[0]}`]: { kind: "file", text: target[1] }, ...linked(entryPoint, "linked") });
      const answer = await run(inside, command);
      expect(answer.includes(`"${code}"`)).toBe(entryPoint.links === "refused");
      const outside = await clone(linked(entryPoint, "../outside"));
      const refused = await run(outside, command);
      expect(refused).toContain(`"${code}"`);
      expect(refused).not.toContain(canary);
    },
  );
});

describe("the setting", () => {
  it.each(settings.map(({ name, setting }) => [name, setting] as const))(
    "%s is used only in a trusted project",
    async (name, setting) => {
      const world = await clone({ ".precept/config.yaml": { kind: "file", text: `${setting}\n` } });
      const isRefused = async (env?: Readonly<Record<string, string>>): Promise<boolean> => {
        const answer = await run(world, explain, env);
        return answer.includes('"config/not-trusted"') && answer.includes(`\\"${name}\\"`);
      };
      expect(await isRefused()).toBe(true);
      expect(await isRefused({ PRECEPT_TRUSTED_DIRS: world.project })).toBe(false);
    },
  );

  it("has a row if it names a path, runs a program or reaches personal files", () => {
    expect(settings.map(({ name }) => name).toSorted()).toEqual([...pathSettings, ...actingSettings].toSorted());
  });
});

import { describe, expect, it, onTestFinished } from "vitest";
import { cloneHostile } from "./clone.ts";
import { doors, type Door } from "./doors.ts";
import { Runner } from "./runner.ts";
import { actingSettings, pathSettings, type Entry } from "./traits.ts";
import { canary, createWorld, environmentOf, type World } from "./world.ts";

const paths = doors.filter((door): door is Door & Required<Pick<Door, "trial" | "links">> => door.trial !== undefined);
const settings = doors.filter((door): door is Door & { readonly setting: string } => door.setting !== undefined);

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
  const runner = new Runner(world, { ...environmentOf(world), ...env });
  onTestFinished(() => runner.end());
  const answer = await runner.run(args, 60_000);
  if (typeof answer === "string") throw new Error(`${answer}: ${runner.printed}`);
  return answer.out + answer.err;
}

/** Links the door to a file or a directory there, relative to the project. */
function linked({ door, trial }: (typeof paths)[number], directory: string): Readonly<Record<string, Entry>> {
  const [name] = trial.target;
  const isFile = /\.[a-z]+$/.test(door.slice(1));
  const up = "../".repeat(door.split("/").length - 1);
  const target = `${directory}${isFile ? `/${name}` : ""}`;
  return {
    [door]: { kind: "link", target: `${up}${target}` },
    ...(trial.needs !== undefined && { [trial.needs[0]]: { kind: "file", text: trial.needs[1] } }),
  };
}

const explain = ["explain", "src/a.ts", "--json"];

describe.skipIf(process.platform === "win32")("a link in the place of", () => {
  it.each(paths.map((door) => [door.door, door] as const))("%s is treated as docs/security.md says", async (_, door) => {
    const { command = explain, target, code } = door.trial;
    const inside = await clone({ [`linked/${target[0]}`]: { kind: "file", text: target[1] }, ...linked(door, "linked") });
    const answer = await run(inside, command);
    expect(answer.includes(`"${code}"`)).toBe(door.links === "refused");
    const outside = await clone(linked(door, "../outside"));
    const refused = await run(outside, command);
    expect(refused).toContain(`"${code}"`);
    expect(refused).not.toContain(canary);
  });
});

describe("the setting", () => {
  it.each(settings.map(({ door, setting }) => [door, setting] as const))(
    "%s takes a project that is trusted",
    async (door, setting) => {
      const world = await clone({ ".precept/config.yaml": { kind: "file", text: `${setting}\n` } });
      const isRefused = async (env?: Readonly<Record<string, string>>): Promise<boolean> => {
        const answer = await run(world, explain, env);
        return answer.includes('"config/not-trusted"') && answer.includes(`\\"${door}\\"`);
      };
      expect(await isRefused()).toBe(true);
      expect(await isRefused({ PRECEPT_TRUSTED_DIRS: world.project })).toBe(false);
    },
  );

  it("has a row where it names a path, or acts", () => {
    expect(settings.map(({ door }) => door).toSorted()).toEqual([...pathSettings, ...actingSettings].toSorted());
  });
});

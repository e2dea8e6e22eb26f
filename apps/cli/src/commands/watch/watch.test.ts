import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { run } from "../../run.ts";
import { createProject, nativeRule } from "../../../test/precept-in.ts";

it("explains immediately and after each change, and ends when it is interrupted", async () => {
  const { dir } = await createProject({ ".precept/rules/a.md": nativeRule("a", {}, "Old.") });
  const lines: { applied: { name: string }[]; changed: string[]; prompt: string }[] = [];
  let interrupt: () => void = () => undefined;
  const interrupted = new Promise<void>((resolve) => (interrupt = resolve));
  const ended = run(["watch", "src/x.ts", "--json"], {
    env: { PRECEPT_HOME: join(dir, "no-home") },
    cwd: dir,
    interactive: false,
    out: (text) => void (text.startsWith('{"') && lines.push(JSON.parse(text) as (typeof lines)[0])),
    err: () => undefined,
    readInput: async () => "",
    ask: async () => false,
    askText: async () => "",
    interrupted: () => interrupted,
  });
  const waitFor = (check: () => void) => vi.waitFor(check, { timeout: 10_000, interval: 10 });
  await waitFor(() => expect(lines).toHaveLength(1));
  await writeFile(join(dir, ".precept/rules/a.md"), nativeRule("a", {}, "New."));
  await waitFor(() =>
    expect(lines.at(-1)).toMatchObject({
      changed: ["project:.precept/rules/a.md"],
      prompt: expect.stringContaining("New.") as string,
    }),
  );
  await writeFile(join(dir, ".precept/rules/b.md"), nativeRule("b"));
  await waitFor(() => expect(lines.at(-1)?.applied.map(({ name }) => name)).toEqual(["a", "b"]));
  interrupt();
  expect(await ended).toBe(0);
});

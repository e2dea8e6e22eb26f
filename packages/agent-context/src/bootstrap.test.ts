import { chmod, readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { eachLine, startScript } from "@precept/testing";
import { isBootstrapPending, offerBootstrap } from "./bootstrap.ts";
import { createAgentDirectory } from "../test/agent-directory.ts";

const main = { sessionType: "main" } as const;

describe("BOOTSTRAP.md", () => {
  it("is offered once", async () => {
    const { dir } = await createAgentDirectory({ "BOOTSTRAP.md": "Ask for a name." });
    expect(await isBootstrapPending(dir)).toBe(true);
    expect(await offerBootstrap(dir, main)).toMatchObject({
      isOffered: true,
      content: "Ask for a name.",
      file: { success: true },
    });
    expect(await isBootstrapPending(dir)).toBe(false);
    const again = await offerBootstrap(dir, main);
    expect(again).toMatchObject({ isOffered: false, file: { success: false, note: "BOOTSTRAP.md was offered before." } });
    expect(JSON.stringify(again)).not.toContain("Ask");
  });

  it("is offered again if its text changes, but not if it changes back", async () => {
    const { dir, write } = await createAgentDirectory({ "BOOTSTRAP.md": "first" });
    await offerBootstrap(dir, main);
    await write("BOOTSTRAP.md", "second");
    expect(await offerBootstrap(dir, main)).toMatchObject({ isOffered: true, content: "second" });
    await write("BOOTSTRAP.md", "first");
    expect((await offerBootstrap(dir, main)).isOffered).toBe(false);
  });

  it("is not offered to a shared session, which does not use up the offer", async () => {
    const { dir } = await createAgentDirectory({ "BOOTSTRAP.md": "first" });
    const shared = await offerBootstrap(dir, { sessionType: "shared" });
    expect(shared.file.note).toBe("BOOTSTRAP.md is offered to main sessions only.");
    expect(JSON.stringify(shared)).not.toContain("first");
    expect((await offerBootstrap(dir, main)).isOffered).toBe(true);
  });

  it("is not offered if nothing may be written, since the offer could not be recorded", async () => {
    const { dir } = await createAgentDirectory({ "BOOTSTRAP.md": "first" });
    const offer = await offerBootstrap(dir, { ...main, create: "memory" });
    expect(offer).toMatchObject({ isOffered: false, file: { note: expect.stringContaining("cannot be recorded") } });
    expect(await readdir(dir)).toEqual(["BOOTSTRAP.md"]);
  });

  it.skipIf(process.platform === "win32")("is not offered if the record cannot be written", async () => {
    const { dir, link, makeDirectory } = await createAgentDirectory({ "BOOTSTRAP.md": "first" });
    await makeDirectory("elsewhere");
    await link(".precept", "elsewhere");
    const offer = await offerBootstrap(dir, main);
    expect(offer).toMatchObject({ isOffered: false, file: { note: expect.stringContaining("cannot be recorded:") } });
    expect(await readdir(join(dir, "elsewhere"))).toEqual([]);
    await chmod(dir, 0o755);
  });

  it("is not offered if it does not exist", async () => {
    const { dir } = await createAgentDirectory();
    expect(await offerBootstrap(dir, main)).toMatchObject({ isOffered: false, file: { isMissing: true } });
    expect(await isBootstrapPending(dir)).toBe(false);
    expect(await readdir(dir)).toEqual([]);
  });

  it("is offered by exactly one of several processes that start at the same time", async () => {
    const { dir, write } = await createAgentDirectory();
    const script = `
      import { offerBootstrap } from "./index.ts";
      import { existsSync } from "node:fs";
      const [, , dir] = process.argv;
      for (let round = 0; round < 20; round += 1) {
        while (!existsSync(dir + "/round-" + round)) await new Promise((resolve) => setTimeout(resolve, 1));
        const { isOffered } = await offerBootstrap(dir + "/agent-" + round, { sessionType: "main" });
        console.log(round, isOffered);
      }`;
    const answers: string[] = [];
    const processes = Array.from({ length: 3 }, () => startScript(script, { cwd: import.meta.dirname, args: [dir] }));
    const ended = processes.map((child) => eachLine(child, (line) => answers.push(line)));
    for (let round = 0; round < 20; round += 1) {
      await write(`agent-${round}/BOOTSTRAP.md`, `text ${round}`);
      await write(`round-${round}`, "");
      await expect.poll(() => answers.length, { timeout: 20_000, interval: 2 }).toBe(3 * (round + 1));
    }
    await Promise.all(ended);
    expect(answers.filter((answer) => answer.endsWith("true")).toSorted()).toEqual(
      Array.from({ length: 20 }, (_, round) => `${round} true`).toSorted(),
    );
  });
});

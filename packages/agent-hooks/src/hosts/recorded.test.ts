import { hosts } from "@precept/mdc-compat/hooks";
import { glob, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { hostIds, type HostId } from "../host-ids.ts";
import { folders, goldenFile } from "../../test/encode-action.ts";
import { createHookProject } from "../../test/hook-project.ts";
import { detectHost } from "./detect-host.ts";

/**
 * Payloads that were recorded while the host itself ran, see `trial` of each host: a prompt, a file that is read, a
 * command that is denied, a file that is written, and a harmless command. Paths, ids and times were replaced.
 */
const recordings: { readonly name: string; readonly host: HostId; readonly path: string }[] = [];
for await (const path of glob(join(folders, "*/recorded/*.json"))) {
  const name = basename(path, ".json");
  // A name can end in the variant of a host's payloads.
  for (const host of hostIds) if (`${name}-`.startsWith(`${host}-`)) recordings.push({ name, host, path });
}

/** The payloads that look like those of another host, for which the argument of the command counts. */
const ambiguous: Partial<Record<HostId, readonly string[]>> = { codex: ["SessionStart"] };

async function readPayloads(path: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const text = await readFile(path, "utf8");
  return JSON.parse(text) as readonly Readonly<Record<string, unknown>>[];
}

describe.each(recordings)("recorded payloads: $name", ({ name, host, path }) => {
  it("are recognised without the argument of the command", async () => {
    const payloads = await readPayloads(path);
    const others = payloads.filter((payload) => detectHost(payload) !== host).map((payload) => payload["hook_event_name"]);
    expect(others).toEqual(ambiguous[host] ?? []);
  });

  it("are recognised whichever argument the command has", async () => {
    const payloads = await readPayloads(path);
    const clear = payloads.filter((payload) => !(ambiguous[host] ?? []).includes(payload["hook_event_name"] as string));
    expect(new Set(clear.map((payload) => detectHost(payload, host === "gemini" ? "qwen" : "gemini")))).toEqual(
      // Claude Code's first event has no mark of its own.
      new Set(host === "claude-code" ? ["gemini", host] : [host]),
    );
  });

  it("are answered as in the transcript", async () => {
    const { run } = await createHookProject();
    const entries = [`# ${hosts[host].title}`];
    for (const payload of await readPayloads(path)) {
      const { stdout, stderr, exitCode } = await run(payload, host);
      const parts = [`< ${JSON.stringify(payload)}`];
      if (stdout !== "") parts.push(`> ${stdout.trimEnd()}`);
      if (stderr !== "") parts.push(`! ${stderr.trimEnd()}`);
      entries.push([...parts, `= ${exitCode}`].join("\n"));
    }
    const golden = goldenFile(host, `recorded-${name}.txt`);
    await expect(`${entries.join("\n\n")}\n`).toMatchFileSnapshot(golden);
  });
});

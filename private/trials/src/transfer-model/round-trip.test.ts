import { join } from "node:path";
import { bySize, openTestRepository } from "@precept/testing";
import { describe, expect, it } from "vitest";
import { checkRoundTrip } from "./check-round-trip.ts";
import { fixtures } from "./fixtures.ts";
import { writeFixture } from "./write-fixture.ts";

const used = { "the tools that it uses": ["detected"] };
const targets = bySize<Readonly<Record<string, readonly string[]>>>({
  sample: used,
  full: {
    ...used,
    "five tools": ["cursor", "claude", "agents", "copilot", "gemini"],
    "tools that it does not use": ["kiro", "windsurf", "cline"],
  },
});

describe.each(Object.entries(fixtures))("a repository where %s", (_, entries) => {
  it.each(Object.entries(targets))("gets its files back after an import and two exports for %s", async (__, to) => {
    const { dir, git } = openTestRepository();
    writeFixture(dir, entries);
    git("init", "-q");
    git("add", "-A");
    expect(await checkRoundTrip(join(dir), to)).toEqual([]);
  });
});

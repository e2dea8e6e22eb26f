import { execFileSync } from "node:child_process";
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { bySize } from "@precept/testing";
import { preceptProgram } from "@precept/testing/program";
import { Random } from "@precept/testing/random";
import { describe, expect, it, onTestFinished } from "vitest";
import { cloneHostile } from "./clone.ts";
import { listCommands, plainCallOf } from "./commands.ts";
import { Runner } from "./runner.ts";
import type { Entry } from "./traits.ts";
import { canary, createWorld, diffManifests, environmentOf, manifestOf, type World } from "./world.ts";

const file = (text: string): Entry => ({ kind: "file", text });
const link = (target: string): Entry => ({ kind: "link", target });
const pipe: Entry = { kind: "pipe" };

const rule = "---\nname: own-rule\ndescription: d\n---\n\nOwn text.\n";
const policy = "id: OWN-1\nseverity: LOW\nmessage: m\nmatch: { pattern: bad }\ntests: { invalid: [bad] }\n";
const base: Readonly<Record<string, Entry>> = {
  "src/a.ts": file("bad\n"),
  ".gitignore": file(".env\n"),
  ".precept/rules/own-rule.md": file(rule),
  ".precept/policies/p.yaml": file(policy),
};

/** The additional entries of each hostile repository, and the diagnostics that `explain` reports for them. */
const repositories: Readonly<
  Record<string, { readonly entries: (world: World) => Readonly<Record<string, Entry>>; readonly codes?: readonly string[] }>
> = {
  "a trace file that is a link to .bashrc, and a rule file named like a command": {
    entries: ({ home }) => ({
      ".precept/state/traces.jsonl": link(`${home}/.bashrc`),
      ".cursor/rules/$(id>pwned).mdc": file("---\nalwaysApply: true\n---\n\nText.\n"),
    }),
    codes: ["state/refused"],
  },
  "a .precept directory that is a link": {
    entries: ({ outside }) => ({
      ".precept": link(outside),
    }),
    codes: ["root/link-escapes", "config/unreadable", "ledger/unreadable", "state/refused"],
  },
  "a state directory that is a link": {
    entries: ({ outside }) => ({ ".precept/state": link(`${outside}/state`) }),
    codes: ["state/refused"],
  },
  "a state directory that is a link into .git": {
    entries: () => ({ ".precept/state": link("../.git/hooks") }),
    codes: ["state/refused"],
  },
  "an audit directory that is a link": {
    entries: ({ outside }) => ({ ".precept/audit": link(`${outside}/audit`) }),
    codes: ["state/refused"],
  },
  "databases that are links": {
    entries: ({ outside }) => ({
      ".precept/config.yaml": file("store: { sqlite: true }\n"),
      ".precept/rules.sqlite": link(`${outside}/empty.sqlite`),
      ".precept/state/soft-hooks.sqlite": link(`${outside}/new.sqlite`),
    }),
    codes: ["store/refused"],
  },
  "a write-ahead log that is a link": {
    entries: ({ outside }) => ({
      ".precept/config.yaml": file("store: { sqlite: true }\n"),
      ".precept/rules.sqlite-wal": link(`${outside}/new-wal`),
    }),
    codes: ["store/refused"],
  },
  "a link to its parent directory, and settings with paths through it": {
    entries: () => ({
      parent: link(".."),
      ".precept/config.yaml": file(
        "{ references: { allow: [parent/home/.ssh] }, store: { sqlite: parent/outside/empty.sqlite }, rules: { dirs: [parent/outside/rules] }, policies: { baseline: parent/outside/secret.txt, dirs: [parent/outside/policies], audit: { dir: parent/outside/audit } } }\n",
      ),
      ".precept/rules/refers.md": file("---\nname: refers\ndescription: d\n---\n\n#[[file:parent/home/.ssh/id_ed25519]]\n"),
    }),
    codes: ["config/not-trusted"],
  },
  "settings that name .git": {
    entries: () => ({
      ".precept/config.yaml": file(
        "{ store: { sqlite: .git/new.sqlite }, policies: { baseline: .git/config, audit: { dir: .git/hooks } } }\n",
      ),
    }),
    codes: ["config/not-trusted"],
  },
  "rule directories that are links, at the top level and below": {
    entries: ({ outside }) => ({
      ".precept/rules": link(`${outside}/rules`),
      ".cursor": link(outside),
      ".claude/rules": link(`${outside}/rules`),
      "packages/web/.cursor/rules": link(`${outside}/rules`),
      "AGENTS.md": link(`${outside}/AGENTS.md`),
    }),
    codes: ["root/link-escapes", "file/link-escapes"],
  },
  "a configuration, a ledger and policies that are links": {
    entries: ({ outside }) => ({
      ".precept/config.yaml": link(`${outside}/config.yaml`),
      ".precept/ledger.json": link(`${outside}/ledger.json`),
      ".precept/policies": link(`${outside}/policies`),
      ".precept/baseline.json": link(`${outside}/baseline.json`),
    }),
    codes: ["config/unreadable", "ledger/unreadable"],
  },
  "files that never end": {
    entries: () => ({
      ".precept/config.yaml": link("/dev/zero"),
      ".precept/ledger.json": link("/dev/zero"),
      ".precept/baseline.json": link("/dev/zero"),
      "CLAUDE.md": link("/dev/zero"),
    }),
    codes: ["config/unreadable", "ledger/unreadable"],
  },
  pipes: {
    entries: () => ({
      ".precept/config.yaml": pipe,
      ".precept/ledger.json": pipe,
      ".precept/baseline.json": pipe,
      ".precept/policies/q.yaml": pipe,
      ".precept/rules/q.md": pipe,
      ".precept/state/traces.jsonl": pipe,
      "CLAUDE.md": pipe,
    }),
    codes: ["config/unreadable", "ledger/unreadable", "file/not-regular"],
  },
  "pipes that git would block on": {
    entries: () => ({
      ".gitignore": pipe,
      "src/.gitignore": pipe,
      ".precept/state/.gitignore": pipe,
      ".precept/rules/refers.md": file("---\nname: refers\ndescription: d\n---\n\n#[[file:src/a.ts]] #[[file:src/b.ts]]\n"),
    }),
  },
  "rules and policies from everywhere": {
    entries: () => ({ ".precept/config.yaml": file("{ rules: { dirs: [/, /dev, /proc] }, policies: { dirs: [/] } }\n") }),
    codes: ["config/not-trusted"],
  },
  "the user's own files as rules": {
    entries: () => ({ ".precept/config.yaml": file("{ rules: { personal: true } }\n") }),
    codes: ["config/not-trusted"],
  },
  "locks of processes that never end": {
    entries: ({ outside }) => ({
      ".precept/.ledger.json.precept-lock": file("1 localhost token"),
      ".precept/.baseline.json.precept-lock": link(`${outside}/not-there-yet`),
      ".precept/rules/.own-rule.md.precept-lock": pipe,
    }),
  },
  "eval cases that start programs, and send keys and files to a server": {
    entries: ({ program, outside, home }) => ({
      ".precept/evals/own-rule.yaml": file(
        `rules: [own-rule]\ntask: Text.\nstart: { folder: ../../../outside, files: { ../../escaped: text } }\nexpect: { command: [${program}] }\nagent: { command: [${program}, "{prompt}"], pass: [TOKEN] }\n`,
      ),
      ".precept/evals/shadow.yaml": file(
        "rules: [own-rule]\ntask: Text.\nexpect: { policies: [OWN-1] }\nagent: { protocol: openai, model: m, url: 'http://127.0.0.1:9/v1', key: TOKEN }\n",
      ),
      ".precept/evals/defaults.yaml": file(
        "judge: { protocol: openai, model: m, url: 'http://127.0.0.1:9/v1', key: TOKEN, examples: e.yml }\n",
      ),
      ".precept/evals/e.yml": link(`${home}/.ssh/id_ed25519`),
      ".precept/evals/results.json": link(`${outside}/baseline.json`),
      ".precept/state/evals/1/eval.json": file(
        JSON.stringify({
          version: 1,
          id: "1",
          started: "",
          arms: ["with"],
          runs: 1,
          rules: {},
          judges: {},
          cases: [{ name: "x", agent: { command: [program] } }],
        }),
      ),
      ".precept/state/evals/1/copies.json": file(JSON.stringify({ dir: outside })),
    }),
  },
  "references to secrets": {
    entries: () => ({
      "CLAUDE.md": file("@.env\n@.git/config\n@./.env\n"),
      ".precept/rules/refers.md": file(
        "---\nname: refers\ndescription: d\n---\n\n#[[file:.env]] #[[file:.git/config]] #[[file:../../.env]] #[[file:/etc/passwd]]\n",
      ),
    }),
  },
};

/** Each repository gets one of so many shares of the commands; in a trial it gets all of them. */
const shares = bySize({ sample: 18, full: 1 });

/**
 * Runs commands and expects that none reads, writes or runs anything outside the project.
 *
 * @param number of the repository, which determines its share of the commands.
 */
async function assertHolds(world: World, expectedCodes: readonly string[], number: number): Promise<void> {
  const before = await manifestOf(world);
  const runner = new Runner(world);
  onTestFinished(() => runner.end());
  const random = new Random(1);
  const first = await runner.run(["explain", "src/a.ts", "--json"], 60_000);
  expect(first).toMatchObject({ code: 0 });
  const found = typeof first === "string" ? "" : first.out + first.err;
  expect(expectedCodes.filter((code) => !found.includes(`"${code}"`))).toEqual([]);
  for (const shape of listCommands().filter((_, at) => (at + number) % shares === 0)) {
    for (const call of [plainCallOf(shape, random), ...(shape.args.length === 0 ? [] : [plainCallOf(shape, random)])]) {
      const answer = await runner.run(call, 60_000);
      const text = typeof answer === "string" ? answer : answer.out + answer.err + runner.printed;
      expect([
        call.join(" "),
        answer === "timeout" || answer === "ended" ? text : "",
        text.includes(canary),
        text.includes("root:x:0:0"),
      ]).toEqual([call.join(" "), "", false, false]);
      expect([call.join(" "), /unexpected error[^]*/.exec(text)?.[0]]).toEqual([call.join(" "), undefined]);
      expect([call.join(" "), text.includes("TOKEN=user-secret")]).toEqual([call.join(" "), false]);
    }
  }
  expect(diffManifests(before, await manifestOf(world))).toEqual([]);
  expect(await readdir(world.marks)).toEqual([]);
  expect(await lstat(join(world.project, "pwned")).catch(() => undefined)).toBeUndefined();
}

describe.skipIf(process.platform === "win32")("in a clone with", () => {
  it.each(Object.entries(repositories).map(([name, row], number) => [name, row, number] as const))(
    "%s, no command reads, writes or runs anything outside the project",
    { tags: "slow" },
    async (_, { entries, codes = [] }, number) => {
      const world = await createWorld();
      onTestFinished(world.remove);
      await cloneHostile(world, { entries: new Map(Object.entries({ ...base, ...entries(world) })), gitConfig: [] });
      await assertHolds(world, codes, number);
    },
  );
});

it("the program writes only its compile cache, into the user's Precept directory", async () => {
  const world = await createWorld();
  onTestFinished(world.remove);
  await cloneHostile(world, { entries: new Map(Object.entries(base)), gitConfig: [] });
  const before = await manifestOf(world);
  for (const args of [["explain", "src/a.ts"], ["resolve"], ["lint"], ["mcp"]]) {
    execFileSync(process.execPath, [preceptProgram(), ...args], {
      cwd: world.project,
      env: { ...environmentOf(world), NODE_COMPILE_CACHE: "" },
      stdio: ["ignore", "ignore", "ignore"],
    });
  }
  expect(diffManifests(before, await manifestOf(world))).toEqual([]);
  expect(await readdir(join(world.home, ".precept"))).toEqual(["cache", "rules"]);
});

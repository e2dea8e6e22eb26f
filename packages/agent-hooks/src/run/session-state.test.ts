import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { changeSession, readSession, removeOldSessions, type Conversation, type SessionState } from "./session-state.ts";

function createConversation(more: Partial<Conversation> = {}): Conversation {
  const root = mkdtempSync(join(tmpdir(), "precept-session-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return { root, host: "claude-code", session: "s-1", ...more };
}

const hooksDir = ({ root }: Conversation) => join(root, ".precept/state/hooks");

async function stateOf(conversation: Conversation): Promise<SessionState> {
  const { result } = await changeSession(conversation, 0, (state) => ({ state, result: state }));
  return result;
}

async function store(conversation: Conversation, state: SessionState, now = 1): Promise<void> {
  const { problem } = await changeSession(conversation, now, () => ({ state, result: undefined }));
  expect(problem).toBeUndefined();
}

const stateWith = (
  given: readonly string[],
  pending: readonly string[] = [],
  files: readonly string[] = [],
  asked = files,
): SessionState => ({
  given,
  files,
  asked,
  pending,
});

const numbered = (count: number) => Array.from({ length: count }, (_, at) => `n${at}`);

it("a conversation remembers its last 2,000 rules, 20 texts, 50 files and 50 names", async () => {
  const conversation = createConversation();
  expect(await stateOf(conversation)).toEqual(stateWith([]));
  expect(readSession(conversation).pending).toEqual([]);
  await store(conversation, stateWith(numbered(2000), numbered(20), numbered(50)));
  expect(await stateOf(conversation)).toEqual(stateWith(numbered(2000), numbered(20), numbered(50)));
  expect(readSession(conversation).pending).toHaveLength(20);
  await store(conversation, stateWith(numbered(2001), numbered(21), numbered(51)));
  expect(await stateOf(conversation)).toEqual(stateWith(numbered(2001).slice(1), numbered(21).slice(1), numbered(51).slice(1)));
});

it("each host, session and subagent has a state of its own", async () => {
  const first = createConversation();
  const others = [{ host: "cursor" }, { session: "s-2" }, { subagent: "a" }, { session: "S/1" }].map((more) => ({
    ...first,
    ...more,
  }));
  for (const [at, one] of [first, ...others].entries()) await store(one, stateWith([`g${at}`]));
  const given = await Promise.all([first, ...others].map(async (one) => (await stateOf(one)).given));
  expect(given).toEqual([["g0"], ["g1"], ["g2"], ["g3"], ["g4"]]);
  expect(
    readdirSync(hooksDir(first))
      .filter((name) => name.endsWith(".json"))
      .toSorted()
      .slice(-3),
  ).toEqual(expect.arrayContaining(["claude-code.s-1.json", "claude-code.s-2.json"]));
});

it("a state that is not changed is not written", async () => {
  const conversation = createConversation();
  await store(conversation, stateWith(["a"]), 5);
  await changeSession(conversation, 9, (state) => ({ state, result: 1 }));
  expect(JSON.parse(readFileSync(join(hooksDir(conversation), "claude-code.s-1.json"), "utf8"))).toMatchObject({ used: 5 });
});

it.each(["[]", "{", '{"given":"a","pending":[1,"b"]}'])(
  "a state with the text %s is read as far as it is valid",
  async (text) => {
    const conversation = createConversation();
    await store(conversation, stateWith(["a"], ["c"]));
    writeFileSync(join(hooksDir(conversation), "claude-code.s-1.json"), text);
    expect(await stateOf(conversation)).toEqual(stateWith([], text.includes("b") ? ["b"] : []));
  },
);

it("200 conversations have a state; the least recently used are removed", async () => {
  const conversation = createConversation();
  await store(conversation, stateWith(["a"]), 1000);
  const names = Array.from({ length: 199 }, (_, at) => `other.${at}.json`);
  for (const [at, name] of names.entries()) writeFileSync(join(hooksDir(conversation), name), JSON.stringify({ used: 10 + at }));
  const left = () => readdirSync(hooksDir(conversation)).filter((name) => name.endsWith(".json"));
  await removeOldSessions(conversation.root);
  expect(left()).toHaveLength(200);
  writeFileSync(join(hooksDir(conversation), "broken.json"), "{");
  writeFileSync(join(hooksDir(conversation), "newest.json"), '{"used":5000}');
  await removeOldSessions(conversation.root);
  expect(left()).toHaveLength(200);
  expect(left()).toEqual(expect.arrayContaining(["claude-code.s-1.json", "newest.json", "other.1.json"]));
  expect(left()).not.toContain("broken.json");
  expect(left()).not.toContain("other.0.json");
});

it("removing old states never fails", async () => {
  await expect(removeOldSessions("/nowhere/at/all")).resolves.toBeUndefined();
});

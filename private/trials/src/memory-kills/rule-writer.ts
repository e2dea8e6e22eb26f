import { runHook } from "@precept/agent-hooks";
import { sha256 } from "@precept/files";
import {
  decideReview,
  findReviewItems,
  openLazyWorkspace,
  openWorkspace,
  rememberRule,
  type TenantStores,
} from "@precept/workspace";

// Adds rules, corrects them, decides about them and captures corrections until it is killed. Prints each text that was acknowledged.
const [dir = "", name = ""] = process.argv.slice(2);
const home = `${dir}/no-home`;
await using workspace = await openWorkspace(dir, { home });

const acknowledge = (text: string): unknown => process.stdout.write(`${text}\n`);

/** Words of letters that no other text has, so that no two texts are similar. */
const wordsFor = (topic: string): readonly string[] => {
  const letters = sha256(topic).replace(/\d/g, (digit) => "ghijklmnop".charAt(Number(digit)));
  return [0, 8, 16, 24].map((at) => letters.slice(at, at + 8));
};

for (let count = 0; ; count += 1) {
  const topic = `${name}x${count}`;
  const [one = "", two = "", three = "", four = ""] = wordsFor(topic);
  const first = `The topic ${one} belongs to ${two}.`;
  const second = `The area ${one} needs ${two}.`;
  await workspace.withStores({}, async (stores) => {
    const target: TenantStores = { workspace, tenant: {}, stores };
    const rule = { content: first, description: "A", scope: "project", source: "trial" } as const;
    const { stored } = await rememberRule(target, rule, { author: "agent" });
    acknowledge(`rule ${first}`);
    await rememberRule(target, { ...rule, content: second }, { author: "agent", replaces: [stored.rule.id] });
    acknowledge(`instead ${first}`);
    acknowledge(`rule ${second}`);
    const items = await findReviewItems(target, { now: new Date().toISOString() });
    const own = items.find(({ rule: found }) => found.id === stored.rule.id);
    const decision = count % 2 === 0 ? "accept" : "reject";
    if (own !== undefined) await decideReview(target, own, decision, { now: new Date().toISOString() });
    acknowledge(`${decision} ${second}`);
  });
  const said = `Always greet ${three} in ${four}`;
  for (const event of [{ hook_event_name: "UserPromptSubmit", prompt: said }, { hook_event_name: "SessionEnd" }]) {
    const lazy = await openLazyWorkspace(dir, { home });
    const payload = JSON.stringify({ ...event, session_id: topic, cwd: dir });
    await runHook(payload, { host: "claude-code", open: async () => lazy, env: {}, cwd: dir, now: Date.now });
    await lazy[Symbol.asyncDispose]();
  }
  acknowledge(`rule ${said}.`);
}

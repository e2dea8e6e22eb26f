import type { Client } from "@modelcontextprotocol/client";
import { describe, expect, it, vi } from "vitest";
import { hostOfWorkspace } from "../host/workspace-host.ts";
import { notificationsUri } from "../names.ts";
import { clientOf } from "../../test/engine.ts";
import { openProject, ruleFile } from "../../test/workspace.ts";
import type { StdioOptions } from "./serve-stdio.ts";

const files = {
  ".precept/rules/style.md": ruleFile("style", "Use named exports."),
  ".precept/rules/api-style.md": ruleFile("api-style", "Return JSON.", { inclusion: "manual" }),
  ".cursor/rules/a/testing.mdc": "---\nalwaysApply: true\n---\nTest a.\n",
  ".cursor/rules/b/testing.mdc": "---\nalwaysApply: true\n---\nTest b.\n",
};

async function start(era: "legacy" | "modern", options?: StdioOptions) {
  const project = await openProject(files);
  return { ...project, client: await clientOf(hostOfWorkspace(project.workspace), era, options) };
}

/** Collects the changes that a client is notified of. */
async function follow(client: Client, era: "legacy" | "modern", uri: string): Promise<string[]> {
  const heard: string[] = [];
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => void heard.push(params.uri));
  client.setNotificationHandler("notifications/resources/list_changed", () => void heard.push("list"));
  if (era === "modern") await client.listen({ resourcesListChanged: true, resourceSubscriptions: [uri] });
  else await client.subscribeResource({ uri });
  return heard;
}

describe.each(["legacy", "modern"] as const)("the resources of rules, %s", (era) => {
  it("are listed in pages, by name, or by id if several rules share one", async () => {
    const { client } = await start(era, { pageSize: 2 });
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates).toMatchObject([{ uriTemplate: "rules://rule/{name}" }]);
    const first = await client.request({ method: "resources/list" });
    expect(first.resources.map(({ uri }) => uri)).toEqual([notificationsUri, "rules://rule/api-style"]);
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual([
      notificationsUri,
      "rules://rule/api-style",
      "rules://rule/project%3A.cursor%2Frules%2Fa%2Ftesting.mdc",
      "rules://rule/project%3A.cursor%2Frules%2Fb%2Ftesting.mdc",
      "rules://rule/style",
    ]);
    await expect(client.request({ method: "resources/list", params: { cursor: "forged" } })).rejects.toMatchObject({
      code: -32_602,
    });
    for (const { uri } of resources) expect((await client.readResource({ uri })).contents).toHaveLength(1);
  });

  it("are native rule files", async () => {
    const { client } = await start(era);
    const { contents } = await client.readResource({ uri: "rules://rule/style" });
    expect(contents).toMatchObject([
      { mimeType: "text/markdown", text: expect.stringMatching(/^---\nname: style\n[^]*Use named exports\.\n$/) as string },
    ]);
    expect((await client.readResource({ uri: "rules://rule/testing" })).contents).toHaveLength(2);
    for (const uri of ["rules://rule/none", "rules://rule/%", "rules://other", "file:///etc/passwd"])
      await expect(client.readResource({ uri })).rejects.toThrow(uri);
  });

  it("complete names, in the template and in the prompt, ranked and capped", async () => {
    const { client, write, workspace } = await start(era);
    const template = { type: "ref/resource", uri: "rules://rule/{name}" } as const;
    const prompt = { type: "ref/prompt", name: "rule" } as const;
    const complete = async (ref: typeof template | typeof prompt, value: string) =>
      (await client.complete({ ref, argument: { name: "name", value } })).completion;
    for (const ref of [template, prompt]) {
      expect(await complete(ref, "ST")).toEqual({ values: ["style", "api-style", "testing"], total: 3, hasMore: false });
      expect((await complete(ref, "stlye")).values).toEqual(["style"]);
      expect((await complete(ref, "zzzz")).values).toEqual([]);
    }
    await Promise.all(Array.from({ length: 120 }, (_, at) => write(`.precept/rules/n${at}.md`, ruleFile(`n${at}`, "x"))));
    await workspace.reload();
    const many = await complete(prompt, "n");
    expect(many).toMatchObject({ hasMore: true });
    expect(many.values).toHaveLength(100);
    await expect(
      client.complete({ ref: { type: "ref/prompt", name: "no" }, argument: { name: "name", value: "" } }),
    ).rejects.toThrow("no");
  });

  it("notify subscribers when a rule is edited, added or deleted on disk", async () => {
    const { client, write, remove, workspace } = await start(era);
    const heard = await follow(client, era, "rules://rule/style");
    await client.listTools();
    await write(".precept/rules/style.md", ruleFile("style", "Use default exports."));
    await workspace.reload();
    await vi.waitFor(() => expect(heard).toEqual(["rules://rule/style"]));
    const { contents } = await client.readResource({ uri: "rules://rule/style" });
    expect(contents).toMatchObject([{ text: expect.stringContaining("default exports") as string }]);
    await write(".precept/rules/new.md", ruleFile("new", "x"));
    await workspace.reload();
    await vi.waitFor(() => expect(heard).toEqual(["rules://rule/style", "list"]));
    await remove(".precept/rules/style.md");
    await workspace.reload();
    await vi.waitFor(() => expect(heard.toSorted()).toEqual(["list", "list", "rules://rule/style", "rules://rule/style"]));
  });

  it("have a prompt that asks to follow a rule", async () => {
    const { client } = await start(era);
    expect((await client.listPrompts()).prompts).toMatchObject([{ name: "rule", arguments: [{ name: "name", required: true }] }]);
    const { messages } = await client.getPrompt({ name: "rule", arguments: { name: "api-style" } });
    expect(messages).toMatchObject([
      { role: "user", content: { type: "text", text: expect.stringContaining("Return JSON.") as string } },
    ]);
    await expect(client.getPrompt({ name: "rule", arguments: { name: "apistyle" } })).rejects.toThrow(
      'Did you mean "api-style"?',
    );
    await expect(client.getPrompt({ name: "rule" })).rejects.toMatchObject({ code: -32_602 });
  });
});

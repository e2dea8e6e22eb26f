import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, it, onTestFinished, vi } from "vitest";
import { listen } from "../testing/listen.ts";
import { ruleFile } from "../testing/rule-file.ts";
import { principalInToken } from "../testing/principal-in-token.ts";
import { startTestServer } from "../testing/test-server.ts";

it("works", async () => {
  const server = await startTestServer({ "shop/.precept/rules/style.md": ruleFile("style") }, { authenticator: principalInToken, open: { watch: true } });
  const url = await listen(server.server);
  for (const mode of ["legacy", "auto"] as const) {
    const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/api/v1/mcp`), { requestInit: { headers: { authorization: "Bearer ann:editor" } } }));
    console.log(client.getInstructions());
    console.log(JSON.stringify((await client.listTools()).tools.map(({ name }) => name)));
    console.log(JSON.stringify(await client.callTool({ name: "rules_for_files", arguments: { paths: ["a.ts"] } })));
    await client.close();
  }
});

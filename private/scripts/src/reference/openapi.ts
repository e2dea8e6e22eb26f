import { createServer, HostedProjects } from "@precept/server";
import { pino } from "pino";

/** The OpenAPI document of a server of several projects. */
export async function openApiReference(): Promise<string> {
  const projects = new HostedProjects({ log: pino({ level: "silent" }) });
  await using server = createServer({ projects });
  const answer = await server.fetch(new Request("http://127.0.0.1/openapi.json"));
  if (!answer.ok) throw new Error(`The server did not answer with its OpenAPI document: ${await answer.text()}`);
  return `${JSON.stringify(await answer.json(), undefined, 2)}\n`;
}

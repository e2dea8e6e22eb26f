import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { messageOf } from "@precept/files";
import { loadServerConfig, type ConfigSources } from "../config/load-server-config.ts";
import type { ServerConfig } from "../config/schema.ts";
import { defaultHost, defaultPort } from "./options.ts";

/** How long the server may take to answer, in milliseconds. */
const timeLimitMs = 3000;

/** What a server that listens on all addresses is asked on. */
const loopbackOf: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

/**
 * Asks the server that a configuration describes whether it is up: `/healthz`, on its own machine. Its certificate is not
 * checked, because it names another host.
 *
 * @returns why it is not. Undefined if it is.
 * @throws PreceptError `SERVER_CONFIG_INVALID`
 */
export async function checkHealth(sources: ConfigSources): Promise<string | undefined> {
  const { tls, ...address } = loadServerConfig(sources);
  const request = tls === undefined ? requestHttp : requestHttps;
  return new Promise((resolve) => {
    const sent = request(
      { ...connectionOf(address), path: "/healthz", timeout: timeLimitMs, agent: false, rejectUnauthorized: false },
      (answer) => {
        answer.resume();
        resolve(answer.statusCode === 200 ? undefined : `The server answered with the status ${answer.statusCode}.`);
      },
    );
    sent.on("timeout", () => sent.destroy(new Error(`There was no answer within ${timeLimitMs / 1000} s`)));
    sent.on("error", (error) => resolve(`The server cannot be reached: ${messageOf(error)}.`));
    sent.end();
  });
}

function connectionOf({ socket, host = defaultHost, port = defaultPort }: Pick<ServerConfig, "socket" | "host" | "port">) {
  // A name that the server accepts without tokens.
  const headers = { host: "localhost" };
  return socket === undefined ? { host: loopbackOf[host] ?? host, port, headers } : { socketPath: socket, headers };
}

import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** When the proxy cuts a connection that commits. */
type Cut = "before the server gets the commit" | "before the client gets the answer";

/** A connection to the server of the tests that can be cut while a transaction commits. */
export interface CuttingProxy {
  readonly url: string;
  /** Cuts the next connection that commits. @param commits what it sends then. Default: a statement that only commits. */
  cut(when: Cut, commits?: RegExp): void;
}

export async function startCuttingProxy(target: string): Promise<CuttingProxy> {
  const to = new URL(target);
  let next: { readonly when: Cut; readonly commits: RegExp } | undefined;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(to.port), to.hostname);
    let isCommitting = false;
    const end = (): void => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", end).on("close", end);
    }
    client.on("data", (data) => {
      const commits = next?.commits.test(data.toString("latin1")) === true;
      if (commits && next?.when === "before the server gets the commit") {
        next = undefined;
        end();
        return;
      }
      isCommitting ||= commits;
      if (commits) next = undefined;
      upstream.write(data);
    });
    upstream.on("data", (data) => {
      if (isCommitting) end();
      else client.write(data);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port);
  return { url: url.href, cut: (when, commits = /commit\0/i) => (next = { when, commits }) };
}

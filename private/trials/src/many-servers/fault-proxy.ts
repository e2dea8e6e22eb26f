import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** A connection to a server that can be cut or delayed. */
export interface FaultProxy extends AsyncDisposable {
  readonly port: number;
  /** Ends all open connections. */
  cut(): void;
  /** Holds back all data for a while, in milliseconds. */
  delay(ms: number): void;
}

export async function startFaultProxy(to: { readonly host: string; readonly port: number }): Promise<FaultProxy> {
  const sockets = new Set<Socket>();
  let heldUntil = 0;
  const forward = (from: Socket, into: Socket): void => {
    let last = Promise.resolve();
    from.on("data", (data) => {
      const wait = heldUntil - performance.now();
      // In order, also behind data that is held back.
      last = last.then(() => (wait > 0 ? new Promise((resolve) => setTimeout(resolve, wait)) : undefined));
      void last.then(() => into.destroyed || into.write(data));
    });
    from.on("close", () => into.destroy());
    from.on("error", () => from.destroy());
  };
  const server = createServer((client) => {
    const upstream = connect(to.port, to.host);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("close", () => sockets.delete(socket));
    }
    forward(client, upstream);
    forward(upstream, client);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    delay: (ms) => (heldUntil = performance.now() + ms),
    async [Symbol.asyncDispose]() {
      server.close();
      cut();
    },
  };
}

import { ResourceNotFoundError, type Server } from "@modelcontextprotocol/server";
import { pageList } from "../paging/page-list.ts";
import type { ResourceSource, ResourceText } from "../host/resource-source.ts";
import { invalidParams } from "../invalid-params.ts";

/** The maximum number of subscriptions of a client of an older protocol. The SDK limits newer clients. */
const maxSubscriptions = 1024;

/** Answers the requests of a server that are about resources, and knows which of them its client has subscribed to. */
export class ResourceHandlers {
  readonly #sources: readonly ResourceSource[];
  /** Whether changes of all resources are sent. In newer protocols the SDK manages subscriptions. */
  readonly #watchesAll: boolean;
  /** The URIs that the client has subscribed to. */
  readonly #watched: Set<string>;

  constructor(
    server: Server,
    sources: readonly ResourceSource[],
    { pageSize, watched, watchesAll }: { readonly pageSize: number; readonly watched: Set<string>; readonly watchesAll: boolean },
  ) {
    this.#sources = sources;
    this.#watched = watched;
    this.#watchesAll = watchesAll;
    server.setRequestHandler("resources/list", async ({ params }) => {
      const listed = (await Promise.all(sources.map((source) => source.list()))).flat();
      const page = { kind: "resources", keyOf: ({ uri }: { uri: string }) => uri, size: pageSize, cursor: params?.cursor };
      const { items, nextCursor } = pageList(listed, page);
      return { resources: [...items], ...(nextCursor !== undefined && { nextCursor }) };
    });
    server.setRequestHandler("resources/templates/list", () => ({
      resourceTemplates: sources.flatMap(({ templates = [] }) => templates),
    }));
    server.setRequestHandler("resources/read", async ({ params }, { mcpReq }) => ({
      contents: [...(await this.#read(params.uri, mcpReq.signal))],
    }));
    server.setRequestHandler("resources/subscribe", async ({ params }, { mcpReq }) => {
      await this.#read(params.uri, mcpReq.signal);
      if (watched.size >= maxSubscriptions && !watched.has(params.uri)) {
        throw invalidParams(`A session can subscribe to ${maxSubscriptions} resources at most.`);
      }
      watched.add(params.uri);
      return {};
    });
    server.setRequestHandler("resources/unsubscribe", ({ params }) => {
      watched.delete(params.uri);
      return {};
    });
  }

  isWatched(uri: string): boolean {
    return this.#watchesAll || this.#watched.has(uri);
  }

  async #read(uri: string, signal: AbortSignal): Promise<readonly ResourceText[]> {
    for (const source of this.#sources) {
      const texts = await source.read(uri, { signal });
      if (texts !== undefined) return texts;
    }
    throw new ResourceNotFoundError(uri);
  }
}

import type { ServerOptions } from "@precept/server";

/** No limits of the number of requests, so that the speed of the server is measured. */
export const limitless: Pick<ServerOptions, "limits"> = {
  limits: { requestsPerMinute: Infinity, concurrencyPerClient: Infinity, concurrency: Infinity },
};

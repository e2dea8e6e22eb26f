import { createMemoryRateLimiter, PreceptError, type RateLimiter } from "@precept/core";
import type { Arrival } from "./arrival.ts";
import { ConsoleSessions } from "./console-sessions.ts";
import { isLoopback, networkOf } from "./address.ts";
import { ConcurrencyLimiter } from "./concurrency-limiter.ts";
import { assertHost, localAnd, assertOrigin } from "./host.ts";
import { defaultLimits, type Limits } from "./limits.ts";
import { trustEveryRequest, type Authenticator, type Principal } from "./principal.ts";
import { sessionOf } from "./session.ts";
import { createCounts } from "./counts.ts";

interface AdmittedRequest {
  readonly principal: Principal;
  /** Ends the request: another one may take its place. */
  readonly release: () => void;
}

/** Decides whether requests are served at all: the host and origin, who sent them, and how many there are. */
export interface Admission {
  /**
   * @throws PreceptError `HOST_REFUSED`, `ADDRESS_REFUSED`, `ORIGIN_REFUSED`, `UNAUTHENTICATED` or `RATE_LIMITED`; `STORE_FAILED`, retryable, if
   *   the authentication failed and that cannot be counted
   */
  admit(arrival: Arrival): Promise<AdmittedRequest>;
  /**
   * Admits a step of a login at a provider, whose user is not known yet. It counts as a request with an invalid token.
   *
   * @throws PreceptError `HOST_REFUSED`, `ORIGIN_REFUSED` or `RATE_LIMITED`; `STORE_FAILED`, retryable, if it cannot be counted
   */
  admitLogin(arrival: Arrival): Promise<void>;
}

export interface AdmissionOptions {
  /**
   * Finds out who sent a request. Default: every client is an admin, and only requests of the server's own machine are
   * answered: from its loopback interface, to the host `localhost`, `127.0.0.1`, `[::1]` or one of `allowedHosts`.
   */
  readonly authenticator?: Authenticator;
  /** The user of a server without an authenticator, if no configuration of a project names one. Default: none. */
  readonly defaultUser?: string;
  /** Hosts that requests may name; without a port, on all ports. Default with an authenticator: all. */
  readonly allowedHosts?: readonly string[];
  /** Origins of web pages that may use the server, such as `https://console.example.com`. Default: the server's own. */
  readonly allowedOrigins?: readonly string[];
  /** Default: {@link defaultLimits}, for each limit. */
  readonly limits?: Partial<Limits>;
  /**
   * Counts the requests, together with other servers. While it does not answer, this server counts requests alone, and refuses failed
   * authentications without saying that they failed. Default: this server counts alone.
   */
  readonly rates?: RateLimiter | undefined;
}

const unknownClient = "unknown";

/**
 * Creates the checks of a server, with new counters.
 *
 * @param sessions the logins of browsers, which replace a token. Default: none.
 */
export function createAdmission(
  { authenticator, defaultUser, allowedHosts, allowedOrigins = [], limits: given, rates: shared }: AdmissionOptions,
  sessions: ConsoleSessions = new ConsoleSessions(),
): Admission {
  const limits = { ...defaultLimits, ...given };
  const local = createMemoryRateLimiter({ now: () => performance.now() });
  const counts = shared === undefined ? { lenient: local, strict: local } : createCounts(shared, local);
  const running = new ConcurrencyLimiter(limits.concurrencyPerClient, limits.concurrency);
  const hosts = authenticator === undefined ? localAnd(allowedHosts ?? []) : allowedHosts;
  const assertAddressed = ({ header }: Arrival): void => {
    const host = header("host");
    if (hosts !== undefined) assertHost(host, hosts);
    assertOrigin(header("origin"), host, allowedOrigins);
  };
  const countFailure = (network: string): Promise<void> =>
    assertRate(counts.strict, `failed ${network}`, limits.failedAuthenticationsPerMinute);
  return {
    async admitLogin(arrival) {
      assertAddressed(arrival);
      await countFailure(networkOrUnknown(arrival));
    },
    async admit(arrival) {
      const { header, address } = arrival;
      assertAddressed(arrival);
      if (authenticator === undefined && address !== undefined && !isLoopback(address)) {
        throw new PreceptError("ADDRESS_REFUSED", { address });
      }
      const network = networkOrUnknown(arrival);
      const principal =
        (authenticator === undefined ? undefined : await sessionOf(arrival, sessions)) ??
        (await authenticate(authenticator ?? trustEveryRequest(defaultUser), header("authorization"), () =>
          countFailure(network),
        ));
      // The id of a token cannot be an address.
      const client = principal.tokenId ?? network;
      await assertRate(counts.lenient, `request ${client}`, limits.requestsPerMinute);
      const release = running.start(client);
      // When a place becomes free is unknown.
      if (release === undefined) throw new PreceptError("RATE_LIMITED", { retryAfter: 1 });
      return { principal, release };
    },
  };
}

function networkOrUnknown({ address }: Arrival): string {
  return address === undefined ? unknownClient : networkOf(address);
}

/** @param onFailure called before the failure is thrown. */
async function authenticate(
  authenticator: Authenticator,
  authorization: string | undefined,
  onFailure: () => Promise<void>,
): Promise<Principal> {
  try {
    return await authenticator.authenticate(authorization);
  } catch (error) {
    if (PreceptError.is(error, "UNAUTHENTICATED")) await onFailure();
    throw error;
  }
}

async function assertRate(rates: RateLimiter, key: string, perMinute: number): Promise<void> {
  const wait = await rates.take(key, perMinute);
  if (wait > 0) throw new PreceptError("RATE_LIMITED", { retryAfter: Math.max(1, Math.ceil(wait / 1000)) });
}

import { createMemoryRateLimiter, PreceptError } from "@precept/core";
import { anyCodePoint } from "@precept/testing";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createAdmission, type AdmissionOptions } from "./admission.ts";
import { isLoopback, networkOf } from "./address.ts";
import type { Arrival } from "./arrival.ts";
import { ConcurrencyLimiter } from "./concurrency-limiter.ts";
import type { Authenticator } from "./principal.ts";

/** Accepts `Bearer <id>` for every id except `wrong`. */
const tokens: Authenticator = {
  authenticate: (authorization) => {
    const id = authorization?.replace(/^Bearer /, "");
    if (id === undefined || id === "wrong") throw new PreceptError("UNAUTHENTICATED", { reason: "invalid" });
    return { tokenId: id, user: id, role: "reader", projects: "all" };
  },
};

function arrive(headers: Readonly<Record<string, string>> = {}, address?: string): Arrival {
  return { header: (name) => headers[name], address };
}

/** The code of the error, or `admitted`. */
async function outcomeOf(options: AdmissionOptions, ...arrival: Parameters<typeof arrive>): Promise<string> {
  return createAdmission(options)
    .admit(arrive(...arrival))
    .then(
      () => "admitted",
      (error: unknown) => (PreceptError.is(error) ? error.code : String(error)),
    );
}

describe("a server without tokens", () => {
  it.each(["localhost", "LOCALHOST:4141", "127.0.0.1:4141", "[::1]", "[::1]:4141"])("answers under the host %s", async (host) => {
    expect(await outcomeOf({}, { host })).toBe("admitted");
  });

  it.each([
    "",
    "evil.example",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "127.0.0.2",
    "localhost.",
    "localhost@evil",
    "::1",
  ])("refuses the host %j, which a name server can point to this machine", async (host) => {
    expect(await outcomeOf({}, { host })).toBe("HOST_REFUSED");
  });

  it("refuses requests without a host, and every host that is not listed", async () => {
    expect(await outcomeOf({})).toBe("HOST_REFUSED");
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.domain(), fc.ipV4(), fc.string({ unit: anyCodePoint })), async (host) => {
        fc.pre(!/^(?:localhost|127\.0\.0\.1)(?::\d+)?$/i.test(host));
        expect(await outcomeOf({}, { host })).toBe("HOST_REFUSED");
      }),
    );
  });

  it("answers under allowed hosts, with or without a port", async () => {
    const allowedHosts = ["Rules.test", "exact.test:8080"];
    expect(await outcomeOf({ allowedHosts }, { host: "rules.test:4141" })).toBe("admitted");
    expect(await outcomeOf({ allowedHosts }, { host: "exact.test:8080" })).toBe("admitted");
    expect(await outcomeOf({ allowedHosts }, { host: "exact.test:8081" })).toBe("HOST_REFUSED");
    expect(await outcomeOf({ allowedHosts }, { host: "localhost" })).toBe("admitted");
  });

  it.each(["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"])("answers its own machine at %s", async (address) => {
    expect(await outcomeOf({}, { host: "localhost" }, address)).toBe("admitted");
  });

  it.each(["10.0.0.7", "::ffff:10.0.0.7", "fe80::1%eth0", "::2", "1127.0.0.1"])("refuses other machines: %s", async (address) => {
    expect(await outcomeOf({}, { host: "localhost" }, address)).toBe("ADDRESS_REFUSED");
  });
});

describe("a server with tokens", () => {
  const authorization = "Bearer ann";

  it("answers other machines under every host, unless hosts are listed", async () => {
    const headers = { host: "rules.test", authorization };
    expect(await outcomeOf({ authenticator: tokens }, headers, "10.0.0.7")).toBe("admitted");
    expect(await outcomeOf({ authenticator: tokens, allowedHosts: ["rules.test"] }, headers)).toBe("admitted");
    expect(await outcomeOf({ authenticator: tokens, allowedHosts: ["other.test"] }, headers)).toBe("HOST_REFUSED");
    expect(await outcomeOf({ authenticator: tokens, allowedHosts: [] }, headers)).toBe("HOST_REFUSED");
  });

  it.each([
    ["http://rules.test", "rules.test"],
    ["http://rules.test", "rules.test:80"],
    ["https://rules.test", "rules.test:443"],
    ["http://rules.test:4141", "RULES.test:4141"],
    ["https://console.test", "rules.test"],
  ])("answers pages of %s under %s", async (origin, host) => {
    const allowedOrigins = ["https://Console.test/"];
    expect(await outcomeOf({ authenticator: tokens, allowedOrigins }, { host, origin, authorization })).toBe("admitted");
  });

  it.each(["null", "", "http://evil.test", "http://rules.test:81", "https://rules.test.evil.test", "file://", "http://a b", "*"])(
    "refuses pages of %j",
    async (origin) => {
      const allowedOrigins = ["https://console.test"];
      const headers = { host: "rules.test", origin, authorization };
      expect(await outcomeOf({ authenticator: tokens, allowedOrigins }, headers)).toBe("ORIGIN_REFUSED");
    },
  );
});

describe("limits", () => {
  async function admitMany(
    options: AdmissionOptions,
    arrivals: readonly Arrival[],
    isReleased = true,
  ): Promise<readonly string[]> {
    const admission = createAdmission(options);
    const outcomes: string[] = [];
    for (const arrival of arrivals) {
      try {
        const { release } = await admission.admit(arrival);
        if (isReleased) release();
        outcomes.push("admitted");
      } catch (error) {
        outcomes.push(PreceptError.is(error) ? error.code : String(error));
      }
    }
    return outcomes;
  }

  it("count the requests of each token", async () => {
    const limits = { requestsPerMinute: 2 };
    const ann = arrive({ authorization: "Bearer ann" });
    const bob = arrive({ authorization: "Bearer bob" });
    expect(await admitMany({ authenticator: tokens, limits }, [ann, ann, ann, bob])).toEqual([
      "admitted",
      "admitted",
      "RATE_LIMITED",
      "admitted",
    ]);
  });

  it("count failed authentications per network, and never refuse valid tokens because of them", async () => {
    const limits = { failedAuthenticationsPerMinute: 1 };
    const wrong = (address: string): Arrival => arrive({ authorization: "Bearer wrong" }, address);
    const outcomes = await admitMany({ authenticator: tokens, limits }, [
      wrong("2001:db8::1"),
      wrong("2001:db8::2"),
      wrong("2001:db8:0:1::1"),
      arrive({ authorization: "Bearer ann" }, "2001:db8::1"),
    ]);
    expect(outcomes).toEqual(["UNAUTHENTICATED", "RATE_LIMITED", "UNAUTHENTICATED", "admitted"]);
  });

  it("count the requests that are served at a time, of each token and of all", async () => {
    const from = (user: string): Arrival => arrive({ authorization: `Bearer ${user}` });
    const limits = { concurrencyPerClient: 2, concurrency: 3 };
    const arrivals = ["ann", "ann", "ann", "bob", "bob"].map(from);
    expect(await admitMany({ authenticator: tokens, limits }, arrivals, false)).toEqual([
      "admitted",
      "admitted",
      "RATE_LIMITED",
      "admitted",
      "RATE_LIMITED",
    ]);
    expect(await admitMany({ authenticator: tokens, limits }, arrivals)).toEqual(arrivals.map(() => "admitted"));
  });

  it("say after how many whole seconds to try again", async () => {
    const admission = createAdmission({ limits: { requestsPerMinute: 6 } });
    const host = { host: "localhost" };
    for (let at = 0; at < 6; at += 1) await admission.admit(arrive(host));
    const failure = await admission.admit(arrive(host)).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "RATE_LIMITED", details: { retryAfter: 10 } });
  });

  it("are shared with other servers, and counted alone while the shared count fails or takes too long", async () => {
    const limits = { requestsPerMinute: 2 };
    const host = arrive({ host: "localhost" });
    const rates = createMemoryRateLimiter({ now: () => 0 });
    expect(await admitMany({ limits, rates }, [host])).toEqual(["admitted"]);
    expect(await admitMany({ limits, rates }, [host, host])).toEqual(["admitted", "RATE_LIMITED"]);
    const failing = { take: () => Promise.reject(new Error("The connection is lost.")) };
    expect(await admitMany({ limits, rates: failing }, [host, host, host])).toEqual(["admitted", "admitted", "RATE_LIMITED"]);
    const hanging = { take: () => new Promise<number>(() => undefined) };
    expect(await admitMany({ limits, rates: hanging }, [host])).toEqual(["admitted"]);
  });

  it("of failed authentications hold while the shared count fails or takes too long: the answer does not say that they failed", async () => {
    const limits = { failedAuthenticationsPerMinute: 2 };
    const wrong = arrive({ authorization: "Bearer wrong" });
    const known = arrive({ authorization: "Bearer ann" });
    const failing = { take: () => Promise.reject(new Error("The connection is lost.")) };
    const hanging = { take: () => new Promise<number>(() => undefined) };
    for (const rates of [failing, hanging]) {
      const outcomes = await admitMany({ authenticator: tokens, limits, rates }, [wrong, wrong, known]);
      expect(outcomes).toEqual(["STORE_FAILED", "STORE_FAILED", "admitted"]);
    }
    const admission = createAdmission({ authenticator: tokens, limits, rates: failing });
    const failure = await admission.admit(wrong).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "STORE_FAILED", details: { retryable: true } });
  });

  it("can be infinite", async () => {
    const limits = { requestsPerMinute: Infinity, concurrency: Infinity, concurrencyPerClient: Infinity };
    const many = Array.from({ length: 500 }, () => arrive({ host: "localhost" }));
    expect(new Set(await admitMany({ limits }, many, false))).toEqual(new Set(["admitted"]));
  });
});

describe("ConcurrencyLimiter", () => {
  it("counts a thing as ended once", () => {
    const limiter = new ConcurrencyLimiter(1, 2);
    const end = limiter.start("a");
    limiter.start("b");
    expect(limiter.start("a")).toBeUndefined();
    end?.();
    end?.();
    expect(limiter.start("a")).toBeDefined();
    expect(limiter.start("c")).toBeUndefined();
  });
});

describe("networkOf", () => {
  it.each([
    ["10.0.0.7", "10.0.0.7"],
    ["::ffff:10.0.0.7", "10.0.0.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:DB8::1", "2001:db8:0:0"],
    ["::1", "0:0:0:0"],
    ["fe80::1%eth0", "fe80:0:0:0"],
  ])("of %s is %s", (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  it("is the same for all notations of an address", () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        expect(networkOf(address.toUpperCase())).toBe(networkOf(address));
        expect(networkOf(new URL(`http://[${address}]`).hostname.slice(1, -1))).toBe(networkOf(address));
        expect(isLoopback(networkOf(address))).toBe(false);
      }),
    );
  });
});

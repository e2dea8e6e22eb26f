import { describe, expect, it } from "vitest";
import { describeStatus } from "./describe-status.ts";

const answer = (status: number, location?: string) =>
  new Response(null, { status, ...(location !== undefined && { headers: { location } }) });
const reasonOf = (body: unknown, confidential: readonly string[] = []) =>
  describeStatus(answer(500), typeof body === "string" ? body : JSON.stringify(body), confidential).reason;

describe("the status of an answer", () => {
  it.each([
    [299, "the endpoint answered with HTTP status 299"],
    [300, "redirects to another address (HTTP status 300)"],
    [399, "redirects to another address (HTTP status 399)"],
    [400, "the endpoint answered with HTTP status 400"],
  ])("%i is described", (status, reason) => expect(describeStatus(answer(status), "", []).reason).toContain(reason));

  it.each([
    [400, "Check the name of the model"],
    [401, "Check the API key."],
    [403, "Check the API key and its permissions."],
    [404, "ollama pull"],
    [405, "Check the URL, which usually ends with /v1."],
    [413, "Lower `maxBatch`"],
    [429, "Lower `maxConcurrency`"],
  ])("%i has a remedy", (status, remedy) => {
    expect(describeStatus(answer(status), "", []).remedy).toContain(remedy);
    expect(describeStatus(answer(status + 100), "", []).remedy).toBeUndefined();
  });

  it.each([
    [{ error: { code: "no_model" } }, " (no_model)"],
    [{ error: { type: "no_model" } }, " (no_model)"],
    [{ error: { code: 7, type: "no_model" } }, " (no_model)"],
    [{ error: { code: "two words", type: "t_1" } }, " (t_1)"],
    [{ error: { code: "ab" } }, " (ab)"],
    [{ error: { code: "a" } }, ""],
    [{ error: { code: `a${"b".repeat(63)}` } }, ` (a${"b".repeat(63)})`],
    [{ error: { code: `a${"b".repeat(64)}` } }, ""],
    [{ error: "no_model" }, ""],
    [{ error: null }, ""],
    ["{", ""],
    ["null", ""],
  ])("names the error code of %j", (body, code) => {
    expect(reasonOf(body)).toBe(`the endpoint answered with HTTP status 500${code}`);
  });

  it("does not repeat a text or a key, or what contains one of at least four characters", () => {
    const body = { error: { code: "no_model" } };
    expect(reasonOf(body, ["the text no_model here"])).not.toContain("(");
    expect(reasonOf(body, ["mode"])).not.toContain("(");
    expect(reasonOf(body, ["mod"])).toContain("(no_model)");
    expect(reasonOf(body, ["other", "no_model"])).not.toContain("(");
  });

  it.each([
    ["https://other.example/v1?key=1#x", [], "https://other.example/v1"],
    ["/v2", [], "another address"],
    [undefined, [], "another address"],
    ["https://other.example/secret-text", ["secret-text"], "another address"],
  ])("names the address of a redirect to %s", (location, confidential, shown) => {
    expect(describeStatus(answer(302, location), "", confidential)).toEqual({
      reason: `the endpoint redirects to ${shown} (HTTP status 302), and redirects are not followed`,
      remedy: "If you trust that address, use it as the URL.",
    });
  });
});

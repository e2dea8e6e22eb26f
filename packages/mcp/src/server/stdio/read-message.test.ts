import { describe, expect, it } from "vitest";
import { LineReader } from "./line-reader.ts";
import { readMessage } from "./read-message.ts";

const limit = 2000;

function read(text: string | Uint8Array): ReturnType<typeof readMessage> {
  const [line] = new LineReader(limit).read(Buffer.concat([Buffer.from(text as string), Buffer.from("\n")]));
  if (line === undefined) throw new Error("There is no line.");
  return readMessage(line, limit);
}

const ping = { jsonrpc: "2.0", id: 7, method: "ping" };
const long = "x".repeat(limit);

describe("readMessage", () => {
  it.each([
    [ping],
    [{ jsonrpc: "2.0", method: "notifications/initialized" }],
    [{ jsonrpc: "2.0", id: "a", result: {} }],
    [{ jsonrpc: "2.0", id: 1, error: { code: 1, message: "x" } }],
  ])("reads %j", (message) => {
    expect(read(`${JSON.stringify(message)}\r`)).toEqual({ kind: "message", message });
    expect(read(`\ufeff ${JSON.stringify(message)}`)).toEqual({ kind: "message", message });
  });

  it.each(["", " ", "\r", "\t \r"])("skips the blank line %j", (text) => {
    expect(read(text)).toEqual({ kind: "blank" });
  });

  it.each([
    ["{", "the line is not JSON"],
    ["not a message", "the line is not JSON"],
    ["\u0000", "the line is not JSON"],
    [`${JSON.stringify(ping)}\u0000`, "the line is not JSON"],
    [`${JSON.stringify(ping)}${JSON.stringify(ping)}`, "the line is not JSON"],
    [Buffer.from([0x22, 0xff, 0x22]), "the line is not UTF-8"],
    [Buffer.from(JSON.stringify({ ...ping, method: "é" }), "latin1"), "the line is not UTF-8"],
  ])("answers %j with a parse error", (text, problem) => {
    expect(read(text)).toEqual({ kind: "malformed", id: null, code: -32700, problem: `Parse error: ${problem}` });
  });

  const invalidShape = "the line is not a JSON-RPC 2.0 message";
  it.each([
    ["null", null, invalidShape],
    ["1", null, invalidShape],
    ['"ping"', null, invalidShape],
    ["{}", null, invalidShape],
    ["[]", null, "batches are not supported"],
    [JSON.stringify([ping]), null, "batches are not supported"],
    [JSON.stringify({ ...ping, jsonrpc: "1.0" }), 7, invalidShape],
    [JSON.stringify({ ...ping, id: "a", method: 1 }), "a", invalidShape],
    [JSON.stringify({ ...ping, id: null }), null, invalidShape],
    [JSON.stringify({ ...ping, id: { toString: 1 } }), null, invalidShape],
    [JSON.stringify({ ...ping, params: [1] }), 7, invalidShape],
    // A response is never answered, or two programs could answer each other endlessly.
    [JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: 1, message: "x" } }), undefined, invalidShape],
    [JSON.stringify({ jsonrpc: "2.0", id: {}, result: 1 }), undefined, invalidShape],
    ["[".repeat(limit), null, undefined],
  ])("answers %s as an invalid request with the id %j", (text, id, problem) => {
    const code = problem === undefined ? -32700 : -32600;
    expect(read(text)).toEqual({
      kind: "malformed",
      id,
      code,
      problem: problem === undefined ? "Parse error: the line is not JSON" : `Invalid request: ${problem}`,
    });
  });

  it.each([
    ["of a request that begins with its id", { jsonrpc: "2.0", id: 7, method: "x", params: { long } }, 7],
    ["without jsonrpc in front", { id: "a", jsonrpc: "2.0", method: "x", params: { long } }, "a"],
    ["of a request that ends with its id", { method: "x", params: { long }, jsonrpc: "2.0", id: 8 }, 8],
    ["that is in front of jsonrpc", { method: "x", params: { long }, id: 9, jsonrpc: "2.0" }, 9],
    ["not of a nested object", { method: "x", jsonrpc: "2.0", params: { long, id: 5 } }, null],
    ["not of a text", { method: "x", jsonrpc: "2.0", params: { long: `${long},"id":5}` } }, null],
    ["not of a response", { jsonrpc: "2.0", id: 5, result: { long } }, null],
    ["not of a response that ends with it", { result: { long }, jsonrpc: "2.0", id: 5 }, null],
    ["not of a notification", { jsonrpc: "2.0", method: "x", params: { long } }, null],
  ])("takes the id of an overlong line %s", (_, value, id) => {
    expect(read(JSON.stringify(value))).toEqual({
      kind: "malformed",
      id,
      code: -32600,
      problem: "Invalid request: the line is longer than 2000 bytes",
    });
  });
});

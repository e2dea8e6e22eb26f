import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { InvalidCursorError } from "../paging/cursor.ts";

/** Runs work for a list, and turns an invalid cursor into the error of the protocol. */
export async function refusingCursors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof InvalidCursorError) throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message);
    throw error;
  }
}

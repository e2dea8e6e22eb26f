import type { Phase } from "@precept/governance";
import type { ProtocolEra } from "../tools/policy-tools.ts";

/** The default of `answerCharacters`: about 5,000 tokens. */
export const defaultAnswerCharacters = 20_000;

/** The options of an MCP server. */
export interface PreceptServerOptions {
  /** The name of the server. Default `precept`. */
  readonly name?: string;
  /** The version of the server. Default `0.0.0`. */
  readonly version?: string;
  /** The protocol generation of its clients. Default `legacy`, with a handshake. `createPreceptHandler` and `servePreceptOnStdio` set it. */
  readonly era?: ProtocolEra;
  /** The phase of requests without one. Default: policies of all phases are checked. */
  readonly phase?: Phase;
  /** The number of policies or resources in one page of a list. Default 100. */
  readonly pageSize?: number;
  /**
   * The maximum length of one answer about rules, in UTF-16 code units. What does not fit follows on the next page. Clients can ask for another length.
   * Default {@link defaultAnswerCharacters}.
   */
  readonly answerCharacters?: number;
  /** Whether to send notifications of changes. False over HTTP, where streams of their own send them. Default true. */
  readonly pushes?: boolean;
  /** The URIs of the resources that the client watches, in the older protocol, if they outlive the server. Default: those of this connection. */
  readonly watched?: Set<string> | undefined;
}

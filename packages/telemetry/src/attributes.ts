/** The values of attributes by their names. `undefined`: the attribute is left out. */
export type Attributes = Readonly<Partial<Record<AttributeName, string | number | undefined>>>;

/**
 * The attributes of spans and metrics, with what they say. Names of the semantic conventions that are not yet stable
 * are copied here, since the package of the conventions may remove them.
 */
export const attributeTable = {
  "db.operation.name": "the operation of the store, such as `list` or `search`",
  "db.system.name": "the kind of store: `fs`, `sqlite` or `postgresql`",
  "error.type": "the code of the error, the name of its class, or the status of the response; absent without an error",
  "gen_ai.agent.name":
    "the coding agent or framework that gets the rules, by its id; `other` if Precept does not know the tool, `none` if the request names none",
  "gen_ai.conversation.id": "the id of the session; only in spans",
  "gen_ai.tool.name": "the tool of Precept that a client calls, such as `rules_for_files`; only known names",
  "http.request.method": "the method; `_OTHER` for an unknown one",
  "http.response.status_code": "the status of the response",
  "http.route": "the pattern of the route, such as `/api/v1/rules/:rule`; absent if none matches",
  "mcp.method.name": "the method of MCP, such as `tools/call`",
  layer: "`l1` is the memory of this process, `l2` the shared cache",
  result: "`hit`, `miss` or `error`",
  "precept.channel": "how the rules reach the agent: `hook`, `mcp`, `middleware`, `rest` or `cli`",
  "precept.hook.event": "the kind of event, such as `beforeTool`",
  "precept.policy.action": "what is to be done, such as `TERMINATE` or `PASS`",
  "precept.policy.id": "the id of the policy",
  "precept.policy.mode": "`enforce`, or `shadow` for a policy that only reports",
  "precept.policy.operation": "`check` only decides; `enforce` acts on the decision, too",
  "precept.project.id": "the id of the project on the server; only in spans",
  "precept.request.id": "the id of the request, as in logs; only in spans",
  "precept.rules.applied": "how many rules apply; only in spans",
  "precept.rules.dropped": "how many rules the budget drops; only in spans",
  "precept.rules.evaluated": "how many rules are evaluated; only in spans",
  "precept.search.hits": "how many rules are found; only in spans",
  "precept.search.mode": "how the rules were found: `hybrid`, `dense` or `sparse`",
  status: "the state",
  "rpc.method": "the full name of the method, such as `precept.memory.v1.MemoryRulesService/GetMemoryRules`",
  "rpc.response.status_code": "the code of the response, such as `OK` or `NOT_FOUND`",
  "rpc.system.name": "`grpc` for gRPC and gRPC-Web, `connectrpc` for Connect",
  "url.scheme": "`http` or `https`",
} as const;

export type AttributeName = keyof typeof attributeTable;

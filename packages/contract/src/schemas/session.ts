import { z } from "zod";
import { roles } from "../values/role.ts";
import { objectOf, strictObjectOf, textOrNull } from "../wire-parts.ts";

/** Who a request is answered for, as the console shows it. */
export const loginState = objectOf("LoginState", "Who the server takes the client for.", {
  method: z
    .enum(["none", "session", "token"])
    .describe("`none`: the server requires no token. `session`: a cookie of the console. `token`: the header of the request."),
  user: textOrNull.describe("The user whose rules requests are answered with. Null if there is none."),
  role: z.enum(roles),
  version: z.string().describe("The version of the server."),
});

export type LoginState = z.output<typeof loginState>;

/** The body of a login. */
export const login = strictObjectOf("Login", "A token to log in with.", {
  token: z.string().min(1).max(500).describe("A token of the server, or the one of a link of `precept ui`, which works once."),
});

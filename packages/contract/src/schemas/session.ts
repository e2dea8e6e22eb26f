import { z } from "zod";
import { roles } from "../values/role.ts";
import { objectOf, strictObjectOf, textOrNull } from "../wire-parts.ts";

/** Who a request is answered for, as the console shows it. */
export const loginState = objectOf("LoginState", "Who the server takes the client for.", {
  method: z
    .enum(["none", "session", "token"])
    .describe("`none`: the server requires no token. `session`: a cookie of the console. `token`: the header of the request."),
  user: textOrNull.describe("The user whose rules requests are answered with. Null if there is none."),
  role: z.enum(roles).describe("The role for requests without a project. In a project it can be higher, see `GET /projects`."),
  answers_approvals: z
    .boolean()
    .describe("Whether the client may answer approvals where its role is `admin`: with a token, or a login of a team."),
  version: z.string().describe("The version of the server."),
});

export type LoginState = z.output<typeof loginState>;

/** How users log in other than with a token. */
export const loginProvider = objectOf("LoginProvider", "The OpenID Connect provider of the server.", {
  provider: textOrNull.describe("The host of the provider. Null if the server has none."),
  login_url: textOrNull.describe("Where a browser begins the login. Null if the server has no provider."),
});

export type LoginProvider = z.output<typeof loginProvider>;

/** The answer to a logout. */
export const endedSession = objectOf("EndedSession", "The end of a session.", {
  logout_url: textOrNull.describe("Where a browser logs out of the provider of the login, too. Null if it has no page for it."),
});

export type EndedSession = z.output<typeof endedSession>;

/** The body of a login. */
export const login = strictObjectOf("Login", "A token to log in with.", {
  token: z.string().min(1).max(500).describe("A token of the server, or the one of a link of `precept ui`, which works once."),
});

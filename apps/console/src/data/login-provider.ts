import type { LoginProvider } from "@precept/contract";
import { apiUrl } from "./server-address.ts";

/** Asks the server how users log in other than with a token. */
export async function loginProvider(): Promise<LoginProvider> {
  const response = await fetch(`${apiUrl}/session/provider`);
  return (await response.json()) as LoginProvider;
}

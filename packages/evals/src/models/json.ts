import type { Json } from "@precept/core";

export type JsonObject = { readonly [key: string]: Json };

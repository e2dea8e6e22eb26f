/** Any JSON value, read-only. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

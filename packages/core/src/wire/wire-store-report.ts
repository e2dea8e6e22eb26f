import { describeStoreError, type StoreReport } from "../model/store-state.ts";

/** A store whose rules are missing from an answer, or may be out of date in it. */
export interface WireStoreReport {
  readonly store: string;
  readonly status: string;
  readonly message: string;
}

/** Converts the report of a store to its wire format. */
export function toWireStoreReport(report: StoreReport): WireStoreReport {
  return { store: report.store, status: report.status, message: describeStoreError(report) };
}

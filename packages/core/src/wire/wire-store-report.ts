import type { WireStoreReport } from "@precept/contract";
import { describeStoreError, type StoreReport } from "../model/store-state.ts";

/** Converts the report of a store to its wire format. */
export function toWireStoreReport(report: StoreReport): WireStoreReport {
  return { store: report.store, status: report.status, message: describeStoreError(report) };
}

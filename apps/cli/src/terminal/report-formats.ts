/** How a report of what was found can be written. */
export const reportFormats = ["table", "json", "sarif", "github"] as const;
export type ReportFormat = (typeof reportFormats)[number];

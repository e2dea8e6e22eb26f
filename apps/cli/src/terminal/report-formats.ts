export const reportFormats = ["table", "json", "sarif", "github"] as const;
export type ReportFormat = (typeof reportFormats)[number];

import type { StackReportFormat } from "../ports/stack-state.ts";

/** Formats of a report that a stack makes. */
export const STACK_REPORT_FORMATS = [
  "html",
  "json",
  "text",
] as const satisfies readonly StackReportFormat[];

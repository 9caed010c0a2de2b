import type { AuditedRun } from "../../crawl/audit/audited-run.ts";
import type { StatusLine } from "../print/status-line.ts";

/** Returns the run, and shows on a line how much of it has been read. */
export function tellReading(run: AuditedRun, status: StatusLine): AuditedRun {
  return {
    ...run,
    *links() {
      const tell = counter(status, "links of the frontier read");
      for (const link of run.links()) yield tell(link);
    },
    async *records() {
      const tell = counter(status, "records read");
      for await (const record of run.records()) yield tell(record);
    },
    *indexedPages() {
      const tell = counter(status, "stored pages read");
      for (const page of run.indexedPages()) yield tell(page);
    },
  };
}

/** Returns a function that counts its arguments and returns them unchanged. */
export function counter(status: StatusLine, what: string): <Each>(each: Each) => Each {
  let counted = 0;
  return (each) => {
    counted += 1;
    status.show(() => `audit: ${counted.toLocaleString("en")} ${what}`);
    return each;
  };
}

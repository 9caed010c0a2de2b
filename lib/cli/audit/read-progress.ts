import type { AuditedRun } from "../../evaluation/audit/audited-run.ts";
import type { StatusLine } from "../../run/print/progress-line.ts";

/** Returns the run, and shows on a line how much of it has been read. */
export function withReadProgress(run: AuditedRun, status: StatusLine): AuditedRun {
  return {
    ...run,
    *links() {
      const count = counter(status, "links of the frontier read");
      for (const link of run.links()) yield count(link);
    },
    async *records() {
      const count = counter(status, "records read");
      for await (const record of run.records()) yield count(record);
    },
    *indexedAnswers() {
      const count = counter(status, "stored answers read");
      for (const answer of run.indexedAnswers()) yield count(answer);
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

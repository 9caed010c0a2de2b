import { open, readFile } from "node:fs/promises";
import { fail } from "../../errors.ts";
import type { AssessmentEntry, AssessmentStore } from "../../ports/assessment-store.ts";
import { assessmentLine, assessmentsIn } from "../assessment-lines.ts";
import { appendLines, ifThere, wholeLines } from "./whole-lines.ts";

/**
 * Creates a store over a file of JSON lines that only grows; no file is no entry. A last line that a crash cut short
 * was never acknowledged: it is ignored, and the next entry begins a new line.
 */
export function createFileAssessmentStore(file: string): AssessmentStore {
  let isBegun = false;
  return {
    async append(entry) {
      await using handle = await open(file, "a");
      // An empty line is none: it only ends what a crash may have cut short.
      await appendLines(handle, `${isBegun ? "" : "\n"}${assessmentLine(entry)}`);
      isBegun = true;
      await handle.sync();
    },
    list: async () => readEntries(file),
  };
}

async function readEntries(file: string): Promise<readonly AssessmentEntry[]> {
  const bytes = await ifThere(() => readFile(file));
  if (bytes === undefined) return [];
  return assessmentsIn(wholeLines(bytes).toString("utf8"), (line, cause) =>
    fail("run-damaged", { file, fault: `has no entry in line ${line}` }, cause),
  );
}

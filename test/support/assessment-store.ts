/** A store of assessments in memory. */
import type { AssessmentEntry, AssessmentStore } from "../../lib/ports/assessment-store.ts";

/** Creates a store of assessments in memory. */
export function createMemoryAssessmentStore(): AssessmentStore {
  const entries: AssessmentEntry[] = [];
  return {
    append: async (entry) => {
      entries.push(entry);
    },
    list: async () => [...entries],
  };
}

import { join } from "node:path";
import { doJobs as doAll } from "../pool/do-jobs.ts";
import type { Job, ResultOf } from "./jobs.ts";

/** Does jobs on recorded sites in a process a core, and gives their results in the order of the jobs. */
export async function doJobs<Kind extends Job["kind"]>(
  what: string,
  jobs: readonly (Job & { readonly kind: Kind })[],
): Promise<ResultOf[Kind][]> {
  const worker = join(import.meta.dirname, "worker.ts");
  const results = await doAll(jobs, { what, worker, datasetOf });
  // Each worker answers a job with what its kind comes to.
  return results as ResultOf[Kind][];
}

/** Crawls of one trial share what its paths taught. */
function datasetOf(job: Job): string {
  return JSON.stringify(job.kind === "errors" ? job.seed : job.trial);
}

import { join } from "node:path";
import { doJobs as doAll } from "../pool/do-jobs.ts";
import type { Job, ResultOf } from "./jobs.ts";

/**
 * Does jobs on recorded sites in one process per core, and gives their results in the order of the
 * jobs.
 */
export async function doJobs<Kind extends Job["kind"]>(
  what: string,
  jobs: readonly (Job & { readonly kind: Kind })[],
): Promise<ResultOf[Kind][]> {
  const worker = join(import.meta.dirname, "worker.ts");
  // A web is opened once, whatever its tasks.
  const datasetOf = ({ task }: Job) => JSON.stringify(task.site);
  const results = await doAll(jobs, { what, worker, datasetOf });
  // Each worker answers a job with the result of its kind.
  return results as ResultOf[Kind][];
}

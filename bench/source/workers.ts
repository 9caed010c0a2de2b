import { type ChildProcess, fork } from "node:child_process";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { Job, ResultOf } from "./jobs.ts";

/** What a worker answers: the job is done, or it failed with this message. */
export type Answer = { readonly result: unknown } | { readonly failure: string };

/** Least time between two lines of progress, in ms. */
const TELL_EVERY_MS = 10_000;

/**
 * Does jobs in as many processes as the machine has cores, each with one recording open at a time, and
 * gives their results in the order of the jobs, whichever was done first.
 */
export async function doJobs<Kind extends Job["kind"]>(
  what: string,
  jobs: readonly (Job & { readonly kind: Kind })[],
): Promise<ResultOf[Kind][]> {
  const results: unknown[] = [];
  const waiting = new Map<number, Job>(jobs.entries());
  const tell = progress(what, jobs.length);
  const workers = Array.from({ length: Math.min(availableParallelism(), jobs.length) }, () =>
    fork(join(import.meta.dirname, "worker.ts")),
  );
  try {
    await Promise.all(
      workers.map(async (worker) => {
        let forum: string | undefined;
        for (let next = take(waiting, forum); next !== undefined; next = take(waiting, forum)) {
          const [at, job] = next;
          results[at] = await ask(worker, job);
          forum = job.forum;
          tell();
        }
      }),
    );
  } finally {
    for (const worker of workers) worker.kill();
  }
  // Each worker answers a job with what its kind comes to.
  return results as ResultOf[Kind][];
}

/** The next job on the forum that is open, else on the one with most jobs left: others open theirs, too. */
function take(waiting: Map<number, Job>, open: string | undefined): [number, Job] | undefined {
  const byForum = Map.groupBy(waiting, ([, { forum }]) => forum);
  const most = [...byForum.values()].toSorted((a, b) => b.length - a.length)[0];
  const next = (byForum.get(open ?? "") ?? most)?.[0];
  if (next !== undefined) waiting.delete(next[0]);
  return next;
}

function ask(worker: ChildProcess, job: Job): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null): void => {
      reject(new Error(`a worker ended with code ${code}`));
    };
    worker.once("exit", ended);
    worker.once("message", (answer: Answer) => {
      worker.off("exit", ended);
      if ("result" in answer) resolve(answer.result);
      else reject(new Error(`${JSON.stringify(job)}: ${answer.failure}`));
    });
    worker.send(job);
  });
}

function progress(what: string, jobs: number): () => void {
  const startedAt = performance.now();
  let [done, toldAt] = [0, startedAt];
  return () => {
    done += 1;
    const now = performance.now();
    if (done < jobs && now - toldAt < TELL_EVERY_MS) return;
    toldAt = now;
    const seconds = ((now - startedAt) / 1000).toFixed(0);
    process.stderr.write(`${what}: ${done} of ${jobs} done, ${seconds} s\n`);
  };
}

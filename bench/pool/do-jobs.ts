import { type ChildProcess, fork } from "node:child_process";
import { availableParallelism } from "node:os";
import type { Answer } from "./answer-jobs.ts";

/** Least time between two lines of progress, in ms. */
const REPORT_EVERY_MS = 10_000;

/** Who does jobs, and what is told of them. */
export interface Pool<Job> {
  /** For lines of progress. */
  readonly what: string;
  /** File of the worker's program. */
  readonly worker: string;
  /** What a worker has to open for a job, such as a recording: it keeps to one as long as there are jobs. */
  readonly datasetOf: (job: Job) => string;
  /** Most processes at once; as many as the machine has cores if left out. */
  readonly processes?: number;
  /** Told of each result as soon as it is there. */
  readonly onResult?: (job: Job, result: unknown) => void;
}

/**
 * Does jobs in as many processes as the machine has cores, each with one place open at a time, and gives
 * their results in the order of the jobs, whichever was done first. The caller knows what a job comes to.
 */
export async function doJobs<Job extends object>(
  jobs: readonly Job[],
  { what, worker: file, datasetOf, processes = availableParallelism(), onResult }: Pool<Job>,
): Promise<unknown[]> {
  const results: unknown[] = [];
  const waiting = new Map<number, Job>(jobs.entries());
  const report = progress(what, jobs.length);
  const workers = Array.from({ length: Math.min(processes, jobs.length) }, () =>
    // Not with the options of this process, which may be those of a test runner.
    fork(file, { execArgv: [] }),
  );
  try {
    await Promise.all(
      workers.map(async (worker) => {
        let open: string | undefined;
        for (;;) {
          const next = take(waiting, datasetOf, open);
          if (next === undefined) return;
          const [at, job] = next;
          results[at] = await ask(worker, job);
          onResult?.(job, results[at]);
          open = datasetOf(job);
          report();
        }
      }),
    );
  } finally {
    for (const worker of workers) worker.kill();
  }
  return results;
}

/** The next job at the place that is open, else at the one with most jobs left: others open theirs, too. */
function take<Job>(
  waiting: Map<number, Job>,
  placeOf: (job: Job) => string,
  open: string | undefined,
): [number, Job] | undefined {
  const byDataset = Map.groupBy(waiting, ([, job]) => placeOf(job));
  const most = [...byDataset.values()].toSorted((a, b) => b.length - a.length)[0];
  const next = (byDataset.get(open ?? "") ?? most)?.[0];
  if (next !== undefined) waiting.delete(next[0]);
  return next;
}

function ask(worker: ChildProcess, job: object): Promise<unknown> {
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
  let [done, reportedAt] = [0, startedAt];
  return () => {
    done += 1;
    const now = performance.now();
    if (done < jobs && now - reportedAt < REPORT_EVERY_MS) return;
    reportedAt = now;
    const seconds = ((now - startedAt) / 1000).toFixed(0);
    process.stderr.write(`${what}: ${done} of ${jobs} done, ${seconds} s\n`);
  };
}

/** What a worker answers: the job is done, or it failed with this message. */
export type Answer = { readonly result: unknown } | { readonly failure: string };

/** Does one job at a time; what it is sent is for the sender to know. */
export interface Worker {
  doJob(job: unknown): Promise<unknown>;
}

/** Makes this process a worker that does the jobs it is sent, one after another. */
export function answerJobs(worker: Worker): void {
  process.on("message", (job: unknown) => {
    void answer(worker, job).then((answer) => process.send?.(answer));
  });
}

async function answer(worker: Worker, job: unknown): Promise<Answer> {
  try {
    return { result: await worker.doJob(job) };
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

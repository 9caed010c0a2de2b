/** A process that crawls tasks, one after another; what it has opened stays open. */
import { answerJobs } from "../pool/answer-jobs.ts";
import { crawlTask, type Known } from "./crawl-task.ts";
import type { Plan, Result } from "./crawled.ts";
import { groupOf } from "./groups.ts";
import type { OpenTask, Task } from "./task.ts";

/** A crawl to make. */
export interface Job extends Known {
  readonly plan: Plan;
  /** Web of its task. */
  readonly web: string;
}

/** A crawl that broke off leaves the others their turn. */
export type Answer = Result | { readonly failure: string };

let last: { readonly key: string; readonly task: OpenTask } | undefined;

answerJobs({
  async doJob({ plan, ...known }: Job): Promise<Answer> {
    try {
      return await crawlTask(await openTask(plan), plan, known);
    } catch (error) {
      return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
  },
});

/** Returns the task of a plan with its examples; the last one is kept. */
async function openTask({ group, task, seed }: Plan): Promise<OpenTask> {
  const key = JSON.stringify([group, task, seed]);
  if (last?.key !== key) last = { key, task: await taskOf(group, task).open(seed) };
  return last.task;
}

const tasks = new Map<string, readonly Task[]>();

function taskOf(group: string, name: string): Task {
  const known = tasks.get(group) ?? groupOf(group).tasks();
  tasks.set(group, known);
  const task = known.find((each) => each.name === name);
  if (task === undefined) throw new Error(`the group ${group} has no task ${name}`);
  return task;
}

import { NO_NEED } from "../../../lib/domain/methods/label-need.ts";
import type { Need } from "../../../lib/domain/methods/strategy.ts";
import { canonicalUrl } from "../../../lib/domain/web/url/canonical-url.ts";
import { exampleOf } from "../../source/crawl-forum.ts";
import { listForums, type OpenForum, openForum } from "../../source/forum.ts";
import { type Task as ForumTask, targetTasks, uccTask } from "../../source/task.ts";
import { BUDGETS } from "../budgets.ts";
import type { Group, OpenTask, Task } from "../task.ts";

const EXAMPLE = "forums";
const USER_CONTENT = "user-content";

export const FORUM_GROUPS: readonly Group[] = [
  {
    name: EXAMPLE,
    about: "threads or profiles of forums, by one example page",
    specialist: "source",
    hasLabels: false,
    options: new Map([["source", "source:goal=target"]]),
    absent: () => undefined,
    tasks: () => listForums().flatMap(targetTasks).map(taskOf(EXAMPLE)),
  },
  {
    name: USER_CONTENT,
    about: "user-created content of forums, without an example",
    specialist: "source",
    hasLabels: false,
    options: new Map(),
    absent: () => undefined,
    tasks: () => listForums().map(uccTask).map(taskOf(USER_CONTENT)),
  },
];

function taskOf(group: string): (task: ForumTask) => Task {
  return (task) => {
    return {
      ...{ group, name: task.name, web: task.forum, isDrawn: task.example !== null },
      open: async (seed) => openTask(await forumOf(task.forum), task, seed),
    };
  };
}

const open = new Map<string, Promise<OpenForum>>();

/** Returns a forum, which is opened once a process. */
function forumOf(id: string): Promise<OpenForum> {
  const forum = open.get(id) ?? openForum(id);
  open.set(id, forum);
  return forum;
}

async function openTask(
  forum: OpenForum,
  { targetTypes, example, budget }: ForumTask,
  seed: number,
): Promise<OpenTask> {
  const home = canonicalUrl(forum.seed);
  if (!home.ok) throw new Error(`${forum.seed} is no URL`);
  const seeds = [forum.web.identify(home.url)];
  const examplePage = await exampleOf(forum, example, seed);
  const excluded = new Set(examplePage === undefined ? [] : [examplePage.url]);
  const relevant = [...forum.typeOf].filter(([, type]) => targetTypes.includes(type));
  const targets = new Set(relevant.map(([url]) => url));
  const need: Need =
    example === null ? { ...NO_NEED, detect: "user-content" } : { ...NO_NEED, examplePage };
  return {
    ...{ web: forum.web, seeds, excluded, drawsUnrecorded: true, contentOf: forum.contentOf },
    targets: targets.difference(excluded).difference(new Set(seeds)),
    budget: Math.min(budget, BUDGETS.most),
    needFor: async () => need,
  };
}

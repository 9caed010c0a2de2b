import { datasetOf, startsOf } from "../../adaptive/dataset.ts";
import { reachTasks, rootTasks, UCI, USAGOV } from "../../adaptive/reach-tasks.ts";
import {
  type Task as AdaptiveTask,
  encyclopediaTasks,
  type LabelCounts,
  taskName,
} from "../../adaptive/task.ts";
import { isRecorded } from "../../known-web/labelled-web.ts";
import {
  ENCYCLOPEDIA,
  GOVERNMENT,
  MANY_OTHERS,
  MODERN_UNIVERSITY,
  type Site,
  UNIVERSITIES,
} from "../../known-web/site.ts";
import { BUDGETS } from "../budgets.ts";
import type { Group, OpenTask, Task } from "../task.ts";

/** Needs of one kind of web, each the name of a class that people gave to its pages. */
interface LabelledNeeds {
  readonly name: string;
  readonly about: string;
  readonly sites: readonly Site[];
  readonly tasksOf: (labels: LabelCounts, draw: number) => readonly AdaptiveTask[];
}

const WEBS: readonly LabelledNeeds[] = [
  {
    name: "universities",
    about: "kinds of pages of three universities, by labels of others",
    sites: [...UNIVERSITIES, MANY_OTHERS],
    tasksOf: (labels, draw) =>
      rootTasks(labels, draw).map((task) => ({ ...task, pages: BUDGETS.universities })),
  },
  {
    name: "modern-university",
    about: "kinds of pages of a modern university, by labels of its own",
    sites: [MODERN_UNIVERSITY],
    tasksOf: (labels, draw) =>
      reachTasks({ ...UCI, pages: BUDGETS.modernUniversity }, labels, draw),
  },
  {
    name: "government",
    about: "kinds of pages and topics of a government site, by labels of its own",
    sites: [GOVERNMENT],
    tasksOf: (labels, draw) => reachTasks({ ...USAGOV, pages: BUDGETS.government }, labels, draw),
  },
  {
    name: "encyclopedia",
    about: "categories of an encyclopedia, by labels of its own",
    sites: [ENCYCLOPEDIA],
    tasksOf: (labels, draw) =>
      encyclopediaTasks(labels).map((task) => {
        return { ...task, draw, pages: BUDGETS.encyclopedia, starts: "root", links: "all" };
      }),
  },
];

/** What a user gives who has worked at it, a fifth of it, and what little others give. */
const ALL_LABELS = { good: 40, bad: 200, wrong: 0 };
const FEW_LABELS = { good: 8, bad: 40, wrong: 0 };
const GOOD_ALONE = { good: 5, bad: 0, wrong: 0 };
const NO_LABELS = { good: 0, bad: 0, wrong: 0 };

// Its published schedule, a training every 500 pages, is longer than these crawls.
const OPTIONS = new Map([["link-learner", "link-learner:every=50"]]);

const common = { specialist: "adaptive", hasLabels: true, options: OPTIONS };

/** The needs of each web, by good and bad pages. */
export const LABEL_GROUPS = WEBS.map((web): Group => {
  return {
    ...common,
    name: web.name,
    about: web.about,
    absent: () => absentOf([web]),
    tasks: () => tasksFor(web.name, [web], (draw) => web.tasksOf(ALL_LABELS, draw)),
  };
});

const withLabels = (name: string, about: string, labels: LabelCounts): Group => {
  const tasksOf = (draw: number) => WEBS.flatMap((web) => web.tasksOf(labels, draw));
  return {
    ...{ ...common, name, about },
    absent: () => absentOf(WEBS),
    tasks: () => tasksFor(name, WEBS, tasksOf),
  };
};

const COLD_START = "cold-start";

const coldStart: Group = {
  ...common,
  name: COLD_START,
  about: "the needs with labels, by one or two words",
  hasLabels: false,
  absent: () => absentOf(WEBS),
  tasks: () =>
    tasksFor(COLD_START, WEBS, (draw) =>
      WEBS.flatMap((web) => web.tasksOf(NO_LABELS, draw)).map((task) => {
        return { ...task, topic: topicOf(task.need), pages: BUDGETS.coldStart };
      }),
    ),
};

/** The same needs with less to go by. */
export const LITTLE_GIVEN: readonly Group[] = [
  coldStart,
  withLabels("few-labels", "the needs with labels, by 8 good and 40 bad pages", FEW_LABELS),
  withLabels("good-alone", "the needs with labels, by 5 good pages alone", GOOD_ALONE),
];

/** The needs with labels, by 5 good and 20 bad pages, so many of the good ones wrong; no order is measured by them. */
export function fiveGood(wrong: 0 | 1): Group {
  const about = `the needs with labels, by 5 good and 20 bad pages, ${wrong} of the good ones wrong`;
  return withLabels(`five-good-${wrong}-wrong`, about, { good: 5, bad: 20, wrong });
}

/** Words of a topic that a user gives who gives nothing else. */
const TOPIC_WORDS = 2;

/** Returns the first words of a class's own name: nothing is chosen by looking at its pages. */
export function topicOf(need: string): string {
  const words = need.slice(need.lastIndexOf(".") + 1).toLowerCase();
  const counted = words.split("_").filter((word) => word !== "and");
  return counted.slice(0, TOPIC_WORDS).join(" ");
}

function absentOf(webs: readonly LabelledNeeds[]): string | undefined {
  const missing = webs.flatMap(({ sites }) => sites).find((site) => !isRecorded(site));
  return missing === undefined ? undefined : `${missing.title} is not recorded here`;
}

function tasksFor(
  group: string,
  webs: readonly LabelledNeeds[],
  tasksOf: (draw: number) => readonly AdaptiveTask[],
): readonly Task[] {
  if (absentOf(webs) !== undefined) return [];
  // The draw decides on examples, never on which tasks there are.
  return tasksOf(1).map((first, at): Task => {
    const open = async (seed: number) => openTask(tasksOf(seed)[at] ?? first);
    const { good, bad } = first.labels;
    const isDrawn = good + bad > 0 || first.starts === "root-and-targets";
    return { group, name: taskName(first), web: first.site.name, isDrawn, open };
  });
}

async function openTask(task: AdaptiveTask): Promise<OpenTask> {
  const dataset = await datasetOf(task);
  const { known, need, targets, budget } = dataset;
  const seeds = await startsOf(dataset, task.draw);
  return {
    web: known.web,
    seeds,
    excluded: new Set([...need.good, ...need.bad].map(({ url }) => url)),
    targets: targets.difference(new Set(seeds)),
    drawsUnrecorded: task.links === "all",
    budget,
    needFor: async () => need,
  };
}

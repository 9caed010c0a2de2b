import { siteOf } from "../../courses/target-site.ts";
import { trialNeed } from "../../courses/trial-need.ts";
import { isRecorded } from "../../known-web/labelled-web.ts";
import { type Site, UNIVERSITIES } from "../../known-web/site.ts";
import { BUDGETS } from "../budgets.ts";
import type { Group, OpenTask } from "../task.ts";

const NAME = "courses";

export const COURSES: Group = {
  name: NAME,
  about: "course pages of a university, by click paths of two others",
  specialist: "link-distance",
  hasLabels: true,
  options: new Map([
    // It is told the good pages alone, which it compares with.
    ["best-first", "best-first"],
    // Its published schedule, a training every 500 pages, is longer than these crawls.
    ["link-learner", "link-learner:every=50"],
  ]),
  absent: () =>
    UNIVERSITIES.every(isRecorded) ? undefined : "the universities are not recorded here",
  tasks: () =>
    UNIVERSITIES.map((site) => {
      return {
        ...{ group: NAME, name: site.title, web: site.name, isDrawn: true },
        open: (seed) => openTask(site, seed),
      };
    }),
};

async function openTask(site: Site, seed: number): Promise<OpenTask> {
  const { web, root, targets } = await siteOf(site);
  return {
    ...{ web, seeds: [root], excluded: new Set(), targets, drawsUnrecorded: false },
    budget: BUDGETS.courses,
    needFor: (strategy) => trialNeed({ site, seed }, strategy),
  };
}

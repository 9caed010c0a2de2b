import { COMMENTS } from "./groups/comments.ts";
import { COURSES } from "./groups/courses.ts";
import { FILES } from "./groups/files.ts";
import { FORUM_GROUPS } from "./groups/forums.ts";
import { GENERATED_GROUPS } from "./groups/generated.ts";
import { HEALTH } from "./groups/health.ts";
import { LABEL_GROUPS, LITTLE_GIVEN } from "./groups/labels.ts";
import type { Group, Task } from "./task.ts";

/** All groups of tasks, in the order of the tables. */
export const GROUPS: readonly Group[] = [
  ...LABEL_GROUPS,
  HEALTH,
  ...FORUM_GROUPS,
  COMMENTS,
  COURSES,
  FILES,
  ...LITTLE_GIVEN,
  ...GENERATED_GROUPS,
];

/** Returns the group of that name. */
export function groupOf(name: string): Group {
  const group = GROUPS.find((each) => each.name === name);
  if (group === undefined) {
    const names = GROUPS.map((each) => each.name).join(", ");
    throw new Error(`no group ${JSON.stringify(name)}; there are: ${names}`);
  }
  return group;
}

/** Returns so many tasks of a group, spread evenly over it, so that they are of several webs. */
export function someTasks({ tasks }: Group, most: number): readonly Task[] {
  const all = tasks();
  const count = Math.min(most, all.length);
  return Array.from(
    { length: count },
    (_, at) => all[Math.floor((at * all.length) / count)],
  ).filter((task) => task !== undefined);
}

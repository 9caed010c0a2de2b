import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { topicOf } from "../../../bench/auto/groups/labels.ts";
import { GROUPS, groupOf, someTasks } from "../../../bench/auto/groups.ts";
import type { Group, Task } from "../../../bench/auto/task.ts";

describe("groups of tasks of the bench of all tasks", () => {
  it("Each task of a group has another name", () => {
    for (const group of GROUPS) {
      const names = group.tasks().map(({ name }) => name);
      assert.equal(new Set(names).size, names.length, group.name);
    }
  });

  it("A group that is named wrong is an error that lists the groups", () => {
    assert.throws(() => groupOf("forum"), /no group "forum".*forums/);
  });

  it("Some tasks of a group are spread evenly over it", () => {
    const tasks = Array.from({ length: 6 }, (_, at): Task => {
      return {
        group: "bees",
        name: `task ${at}`,
        web: "bees",
        isDrawn: true,
        open: () => Promise.reject(),
      };
    });
    const group: Group = {
      ...{
        name: "bees",
        about: "bees",
        specialist: "adaptive",
        hasLabels: false,
        options: new Map(),
      },
      ...{ absent: () => undefined, tasks: () => tasks },
    };
    const names = (most: number) => someTasks(group, most).map(({ name }) => name);
    assert.deepEqual(names(3), ["task 0", "task 2", "task 4"]);
    assert.deepEqual(names(Number.POSITIVE_INFINITY).length, 6);
  });

  it("A cold start has the first two words of the name of a class, and no more", () => {
    assert.equal(topicOf("course"), "course");
    assert.equal(topicOf("subject.Science.Biology.Health_and_medicine"), "health medicine");
    assert.equal(topicOf("subject.People.Historical_figures_of_old"), "historical figures");
  });
});

import { existsSync } from "node:fs";
import { join } from "node:path";
import { NO_NEED } from "../../../lib/domain/methods/label-need.ts";
import type { Need } from "../../../lib/domain/methods/strategy.ts";
import { findOntology } from "../../../lib/run/input/find-ontology.ts";
import { isRecorded, labelledWebOf } from "../../known-web/labelled-web.ts";
import { ENCYCLOPEDIA } from "../../known-web/site.ts";
import { openEncyclopedia } from "../../lokman/encyclopedia.ts";
import { openMesh } from "../../lokman/mesh-xml.ts";
import { chooseTopics, seedsAmong, type Topic } from "../../lokman/topics.ts";
import { BUDGETS } from "../budgets.ts";
import type { Group, OpenTask } from "../task.ts";

const SHARED = join(import.meta.dirname, "../../../../shared");
const MESH = join(SHARED, "ontologies/mesh2021.json.gz");
const DISEASES = join(SHARED, "ontologies/doid-2016-09-01.obo.gz");
const NAME = "health";

/** As many as the bench of the specialist has. */
const TOPICS = 16;

export const HEALTH: Group = {
  name: NAME,
  about: "articles about a disease, by its name and its concepts",
  specialist: "lokman",
  hasLabels: false,
  options: new Map(),
  absent: () =>
    isRecorded(ENCYCLOPEDIA) && [MESH, DISEASES].every((file) => existsSync(file))
      ? undefined
      : "the encyclopedia or an ontology is not here",
  tasks: () =>
    Array.from({ length: TOPICS }, (_, at) => {
      const name = `topic ${at + 1}`;
      return {
        group: NAME,
        name,
        web: ENCYCLOPEDIA.name,
        isDrawn: true,
        open: (seed) => openTask(at, seed),
      };
    }),
};

let topics: Promise<readonly Topic[]> | undefined;

async function openTask(at: number, seed: number): Promise<OpenTask> {
  topics ??= readTopics();
  const topic = (await topics)[at];
  if (topic === undefined) throw new Error(`there is no topic ${at + 1}`);
  const { web } = await labelledWebOf(ENCYCLOPEDIA);
  const { name, concepts, about } = topic;
  const seeds = seedsAmong([...about], name, seed);
  const need: Need = { ...NO_NEED, topic: name, concepts };
  return {
    ...{ web, seeds, excluded: new Set(), drawsUnrecorded: true },
    targets: about.difference(new Set(seeds)),
    budget: BUDGETS.health,
    needFor: async () => need,
  };
}

async function readTopics(): Promise<readonly Topic[]> {
  const encyclopedia = await openEncyclopedia(join(SHARED, "corpora/wikispeedia"));
  const [concepts, diseases] = await Promise.all([openMesh(MESH), findOntology(DISEASES, ".")]);
  const chosen = await chooseTopics(encyclopedia, { concepts, diseases }, TOPICS);
  concepts.close();
  diseases.close();
  encyclopedia.web.close();
  return chosen;
}

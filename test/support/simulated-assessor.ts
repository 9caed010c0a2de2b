/** The assessor of a simulated stack, and the trainer that asks it. */
import {
  type KnownObjects,
  openBlobAssessments,
  readBlobAssessments,
} from "../../lib/adapters/blobs/blob-assessments.ts";
import type { Assessor } from "../../lib/ports/assessor.ts";
import { assessCrawl } from "../../lib/stack/assess-crawl.ts";
import type { PlannedAssessor } from "../../lib/stack/assessing.ts";
import type { TrainerPorts } from "../../lib/stack/trainer.ts";
import type { SimulatedStack } from "./simulated-stack.ts";

/** Time after which a trainer is killed. */
const TRAINER_MS = 900_000;

/** The assessor that a crawl asks, and who answers for it. */
export interface SimulatedAssessor {
  readonly assessor: PlannedAssessor | undefined;
  readonly client: Pick<Assessor, "ask">;
}

/** Asks about the pages that are due, in a process that may die at each effect. */
export async function assessInStack(stack: SimulatedStack, ports: TrainerPorts): Promise<void> {
  const { assessor: simulated, processes, plan, keyValueStore, labels, blobs, now } = stack;
  if (simulated === undefined) return;
  const { assessor, client } = simulated;
  const life = {};
  const mortal = <Port extends object>(port: Port) => processes.mortal("trainer", port, life);
  const assessing = {
    ...ports,
    keyValueStore: mortal(keyValueStore),
    labels: mortal(labels),
    readPlan: async () => ({ plan, assessor }),
    openAnswers: (known: KnownObjects) => openBlobAssessments(mortal(blobs), known),
    readAnswers: (crawl: string, objects: number) =>
      readBlobAssessments(mortal(blobs), crawl, objects),
    openAssessor: async () => ({ ...mortal(client), close: async () => undefined }),
  };
  await assessCrawl(assessing, now + TRAINER_MS);
}

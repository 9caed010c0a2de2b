/** A thread that reads pages (views, judges, scores links, packs the page) and judges stored ones again. */
import { isMainThread, parentPort, workerData } from "node:worker_threads";
import { textsLine } from "../../adapters/page-texts.ts";
import { systemClock } from "../../adapters/system-clock.ts";
import { packAnswer } from "../../adapters/warc/write-warc.ts";
import type { ReadingPlan, TrainedModel } from "../../crawl/crawl-plan.ts";
import { judgeAgain, type PageTask, readPage } from "../../crawl/read-page.ts";
import { DowserError } from "../../errors.ts";
import type { Web } from "../../ports/web.ts";
import { loadReadings, planReading } from "../../project/plan-crawl.ts";
import { projectStrategy } from "../../project/strategy-choice.ts";
import type {
  Done,
  FromThread,
  ModelInstalled,
  ReadingSource,
  ToThread,
  Work,
} from "./messages.ts";

/** Threads read pages of the live web, which knows every page by the URL it is asked for. */
const web: Pick<Web, "identify"> = { identify: (url) => url };
const PORTS = { web, clock: systemClock };

/** A model as tasks name it, with its plan. */
type Installed = Pick<PageTask, "plan" | "model">;

async function planOf({ project, seeds, year }: ReadingSource): Promise<ReadingPlan> {
  const strategy = await projectStrategy(project);
  const web = { isLive: true };
  const { languageReading, reads } = await loadReadings(project, web);
  return {
    ...planReading(project, web, { seeds, year }),
    strategy,
    languageReading,
    reads,
  };
}

class Reader {
  readonly #plan: ReadingPlan;
  readonly #tell: (message: FromThread, transfer: readonly ArrayBuffer[]) => void;
  readonly #installed = new Map<number, Installed>();

  constructor(
    plan: ReadingPlan,
    tell: (message: FromThread, transfer: readonly ArrayBuffer[]) => void,
  ) {
    this.#plan = plan;
    this.#tell = tell;
  }

  async take(message: ToThread): Promise<void> {
    if (message.kind === "install") this.#install(message);
    else if (message.kind === "remove") this.#installed.delete(message.slot);
    else await this.#work(message);
  }

  #install({ slot, hash, model, pages, labels }: ModelInstalled): void {
    const compiled = this.#plan.strategy.compile(model);
    const trained: TrainedModel = { hash, model, compiled, pages };
    const plan = labels === undefined ? this.#plan : { ...this.#plan, labels };
    this.#installed.set(slot, { plan, model: trained });
  }

  async #work({ id, slot, work }: Extract<ToThread, { kind: "work" }>): Promise<void> {
    const installed = this.#installed.get(slot);
    if (installed === undefined) throw new RangeError(`No model has the number ${slot}.`);
    try {
      const { done, transfer } = await doWork(installed, work);
      this.#tell({ kind: "done", id, done }, transfer);
    } catch (error) {
      if (!(error instanceof DowserError)) throw error;
      const { message, code, reaction, hint, stack } = error;
      this.#tell({ kind: "error", id, error: { message, code, reaction, hint, stack } }, []);
    }
  }
}

/** The result of work, with the memory that changes hands. */
interface Outcome {
  readonly done: Done;
  readonly transfer: readonly ArrayBuffer[];
}

async function doWork(installed: Installed, work: Work): Promise<Outcome> {
  const task = { ...installed, ...work };
  if (task.kind === "judge") {
    return { done: { kind: "judge", judged: judgeAgain(PORTS, task) }, transfer: [] };
  }
  const reading = readPage(PORTS, task);
  if (reading.kind !== "read") return { done: { kind: "read", reading }, transfer: [] };
  const { digest, member } = await packAnswer(task.page, task.fetchedAt);
  // A copy has memory of its own, which can change hands.
  const own = new Uint8Array(member);
  const packed = { digest, member: own };
  // A view would take longer to send than to make.
  const { view, ...harvested } = reading.harvested;
  const texts = view && { view: textsLine(view) };
  const sent = { kind: "read", harvested: { ...harvested, ...texts }, packed } as const;
  return { done: { kind: "read", reading: sent }, transfer: [own.buffer] };
}

if (!isMainThread && parentPort !== null) {
  const port = parentPort;
  const source: ReadingSource = workerData;
  const reader = new Reader(await planOf(source), (message, transfer) =>
    port.postMessage(message, transfer),
  );
  port.on("message", (message: ToThread) => void reader.take(message));
  port.postMessage({ kind: "ready" } satisfies FromThread);
}

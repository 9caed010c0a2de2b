import { join } from "node:path";
import { readFileRunLog } from "../../adapters/files/file-run-log.ts";
import { lastMark } from "../../crawl/run-marks.ts";
import { readLeftInStack, readPulledCrawl } from "../../run/folder/read-cost.ts";
import { RUN_FILES } from "../../run/folder/run-database.ts";
import type { PullExtent } from "../../run/stack/pull-pages.ts";
import type { StackCrawls, StackSnapshot, StackStores } from "../../stack/api/stack-snapshot.ts";
import { type PullTarget, pullRun } from "./pull-run.ts";

/** A crawl that is a run on this machine now. */
export interface PulledCrawl {
  readonly snapshot: StackSnapshot;
  readonly directory: string;
  /** Which answers were copied; `undefined` of a crawl that was here as a whole. */
  readonly extent: PullExtent | undefined;
}

/**
 * Makes the crawl of a stack and those that it comes back to runs side by side: the first one in the
 * directory, those after it with `-2`, `-3` and so on, as `dowser recrawl` does. One that has ended and is
 * here as a whole is not copied again.
 * @throws the errors of {@link pullRun}
 */
export async function pullCrawls(
  stores: StackStores,
  { earlier, ...last }: StackCrawls,
  target: Omit<PullTarget, "from">,
): Promise<readonly PulledCrawl[]> {
  const pulled: PulledCrawl[] = [];
  for (const [index, snapshot] of [...earlier, last].entries()) {
    const directory = index === 0 ? target.directory : `${target.directory}-${index + 1}`;
    const isHere = index < earlier.length && (await isWhole(directory, snapshot, target));
    const from = pulled.at(-1)?.directory;
    const extent = isHere
      ? undefined
      : await pullRun(stores, snapshot, { ...target, directory, from });
    pulled.push({ snapshot, directory, extent });
  }
  return pulled;
}

/** Returns whether a directory has a crawl that has ended, with all answers that are asked for. */
async function isWhole(
  directory: string,
  { crawl }: StackSnapshot,
  { answers }: Pick<PullTarget, "answers">,
): Promise<boolean> {
  if (readPulledCrawl(directory) !== crawl) return false;
  const events = await readFileRunLog(join(directory, RUN_FILES.log));
  const hasEnded = lastMark(events)?.kind === "finished";
  return hasEnded && (answers === "none" || readLeftInStack(directory) === 0);
}

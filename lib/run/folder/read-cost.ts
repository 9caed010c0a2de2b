import { join } from "node:path";
import { type Cost, costOf, NO_USAGE, type Usage, withBought } from "../../domain/cost/cost.ts";
import { fieldsOf } from "../../domain/json.ts";
import { fail } from "../../errors.ts";
import { RUN_FILES, readRunFile } from "./run-database.ts";

/**
 * Reads the cost of a run that was pulled from a stack, from the counts in its file: `{ "usage": …
 * }`. A count that is left out is 0. Returns `undefined` when the directory has no such file.
 * @throws DowserError `run-damaged`
 */
export function readCost(directory: string): Cost | undefined {
  const file = join(directory, RUN_FILES.cost);
  const loaded = readRunFile(file);
  if (loaded === undefined) return undefined;
  const counts: unknown = "usage" in loaded ? loaded.usage : undefined;
  if (!isUsagePart(counts))
    throw fail("run-damaged", { file, fault: "holds no counts of what was used" });
  const search: unknown = "searchDollars" in loaded ? loaded.searchDollars : 0;
  if (!isCount(search))
    throw fail("run-damaged", { file, fault: "holds no sum that a search engine was paid" });
  const assessor: unknown = "assessorDollars" in loaded ? loaded.assessorDollars : 0;
  if (!isCount(assessor))
    throw fail("run-damaged", { file, fault: "holds no sum that an assessor was paid" });
  const bought = { searchDollars: search, assessorDollars: assessor };
  return withBought(costOf({ ...NO_USAGE, ...counts }), bought);
}

/**
 * Returns the number of answers that a pull has left in the stack; 0 for other runs.
 * @throws DowserError `run-damaged`
 */
export function readLeftInStack(directory: string): number {
  const file = join(directory, RUN_FILES.cost);
  const loaded = readRunFile(file) ?? {};
  const left: unknown = "leftInStack" in loaded ? loaded.leftInStack : 0;
  if (!isCount(left))
    throw fail("run-damaged", { file, fault: "holds no number of answers that were left" });
  return left;
}

/** Returns the name of the stack's crawl that a run was pulled from; `undefined` of other runs. */
export function readPulledCrawl(directory: string): string | undefined {
  const { crawl } = fieldsOf(readRunFile(join(directory, RUN_FILES.cost)));
  return typeof crawl === "string" ? crawl : undefined;
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}

function isUsagePart(value: unknown): value is Partial<Usage> {
  return (
    typeof value === "object" &&
    value !== null &&
    Object.entries(value).every(
      ([name, count]: [string, unknown]) => name in NO_USAGE && isCount(count),
    )
  );
}

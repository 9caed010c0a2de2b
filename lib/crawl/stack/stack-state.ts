import { LINK_STATES } from "../../domain/frontier/link.ts";
import type { Json } from "../../domain/json.ts";
import { DowserError } from "../../errors.ts";
import type { CrawlOrder, PlannerState, TrainedProposal } from "../../ports/stack-state.ts";
import type { CrawlReport } from "../report-crawl.ts";

/**
 * Reads register `order`.
 * @throws DowserError `stack-state-damaged`
 */
export function parseOrder(value: Json): CrawlOrder {
  if (isOrder(value)) return value;
  throw damaged("order", value);
}

/**
 * Reads register `planner`.
 * @throws DowserError `stack-state-damaged`
 */
export function parsePlannerState(value: Json): PlannerState {
  if (isPlannerState(value)) return value;
  throw damaged("planner", value);
}

/**
 * Reads register `trained`.
 * @throws DowserError `stack-state-damaged`
 */
export function parseProposal(value: Json): TrainedProposal {
  if (isProposal(value)) return value;
  throw damaged("trained", value);
}

/**
 * Reads the report of a status.
 * @throws DowserError `stack-state-damaged`
 */
export function parseReport(value: Json): CrawlReport {
  if (isReport(value)) return value;
  throw damaged("planner", value);
}

function isOrder(value: Json): value is CrawlOrder {
  const { crawl, wanted, plan } = fieldsOf(value);
  return isName(crawl) && isName(plan) && isOneOf(wanted, ["run", "pause", "stop"]);
}

function isPlannerState(value: Json): value is PlannerState {
  const { owner, until, epoch, crawl, journal, status } = fieldsOf(value);
  return (
    [owner, crawl].every(isName) &&
    [until, epoch].every(isFigure) &&
    Array.isArray(journal) &&
    journal.every(isEpochCount) &&
    (status === null || isStatus(status))
  );
}

function isEpochCount(value: Json): boolean {
  return Array.isArray(value) && value.length === 2 && value.every(isFigure);
}

function isStatus(value: Json | undefined): boolean {
  const status = fieldsOf(value);
  const { seconds, trainedPages, labels, dollars, listed } = status;
  return (
    isOneOf(status["state"], ["running", "paused", "finished"]) &&
    (status["end"] === null || isName(status["end"])) &&
    isReport(status["report"]) &&
    [seconds, trainedPages, labels, dollars, listed].every(isFigure) &&
    // Empty before the first training.
    typeof status["model"] === "string" &&
    isUsage(status["usage"])
  );
}

function isReport(value: Json | undefined): value is Json & CrawlReport {
  const { fetched, targets, harvestRate, bodyBytes, hosts, states, reasons } = fieldsOf(value);
  const byState = fieldsOf(states);
  return (
    [fetched, targets, harvestRate, bodyBytes, hosts].every(isFigure) &&
    LINK_STATES.every((state) => isFigure(byState[state])) &&
    isObject(reasons) &&
    Object.values(reasons).every(isFigure)
  );
}

function isProposal(value: Json): value is TrainedProposal {
  const { crawl, model, pages, labels, usage } = fieldsOf(value);
  return [crawl, model].every(isName) && [pages, labels].every(isFigure) && isUsage(usage);
}

function isUsage(value: Json | undefined): boolean {
  return isObject(value) && Object.values(value).every(isFigure);
}

/** Fields of an object read from JSON; none of what is no object. */
function fieldsOf(value: Json | undefined): Readonly<Record<string, Json | undefined>> {
  return isObject(value) ? value : {};
}

function isObject(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isName(value: Json | undefined): boolean {
  return typeof value === "string" && value !== "";
}

function isFigure(value: Json | undefined): boolean {
  return typeof value === "number" && value >= 0;
}

function isOneOf(value: Json | undefined, words: readonly string[]): boolean {
  return typeof value === "string" && words.includes(value);
}

function damaged(register: string, value: Json): DowserError {
  return new DowserError(`the register ${register} holds what no Dowser of this version wrote`, {
    code: "stack-state-damaged",
    reaction: "stop-crawl",
    value,
    mend: "deploy the stack again with the version that began the crawl, or destroy the stack",
  });
}

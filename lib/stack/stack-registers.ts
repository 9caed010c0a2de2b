import * as z from "zod/mini";
import type { CrawlReport } from "../crawl/report-crawl.ts";
import type { Usage } from "../domain/cost/usage.ts";
import type { Json } from "../domain/json.ts";
import { type DowserError, fail } from "../errors.ts";
import type { KeyValueStore } from "../ports/key-value-store.ts";
import type {
  CrawlOrder,
  EndedCrawl,
  PlannerError,
  PlannerSnapshots,
  PlannerState,
  RecrawlState,
  StackExport,
  StackReport,
  TrainedProposal,
} from "../ports/stack-state.ts";
import { STACK_EXPORT_FORMATS } from "./export-form.ts";
import { type Flaw, parsed } from "./parsed.ts";
import { NO_SNAPSHOTS } from "./planner-snapshots.ts";
import { recallSchema } from "./recall-schema.ts";
import { STACK_REPORT_FORMATS } from "./report-formats.ts";

const name = z.string().check(z.minLength(1));
const figure = z.number().check(z.gte(0));

/** A count that an older version does not know. */
const units = z.pipe(
  z.optional(figure),
  z.transform((count: number | undefined) => count ?? 0),
);

/** A value that an older version does not know. */
function orNull<Value>(schema: z.ZodMiniType<Value>) {
  return z.pipe(
    z.optional(z.nullable(schema)),
    z.transform((value: Value | null | undefined) => value ?? null),
  );
}

/** Schema of the AWS resources that a process used; also part of a batch's result. */
export const usageSchema: z.ZodMiniType<Usage> = z.object({
  dynamoWriteUnits: units,
  dynamoReadUnits: units,
  s3Writes: units,
  s3Reads: units,
  sqsRequests: units,
  lambdaRuns: units,
  lambdaGbSeconds: units,
  logBytes: units,
  egressBytes: units,
  apiRequests: units,
});

const reportSchema: z.ZodMiniType<CrawlReport> = z.object({
  fetched: figure,
  targets: figure,
  harvestRate: figure,
  bodyBytes: figure,
  hosts: figure,
  states: z.object({
    waiting: figure,
    leased: figure,
    fetched: figure,
    refused: figure,
    failed: figure,
    cut: figure,
  }),
  reasons: z.record(z.string(), figure),
});

const orderSchema: z.ZodMiniType<CrawlOrder> = z.object({
  crawl: name,
  requested: z.enum(["run", "pause", "stop"]),
  plan: name,
  at: z.exactOptional(figure),
  // A crawl of several planners, which an older version could run, cannot be taken over.
  shards: z.exactOptional(z.never()),
  recrawlOf: z.exactOptional(name),
  pages: z.exactOptional(figure),
});

const statusSchema = z.object({
  state: z.enum(["running", "paused", "finished"]),
  end: z.nullable(name),
  report: z.pipe(
    reportSchema,
    z.transform(
      ({ states, reasons, ...figures }): Json => ({
        ...figures,
        states: { ...states },
        reasons: { ...reasons },
      }),
    ),
  ),
  recall: orNull(recallSchema),
  seconds: figure,
  // Empty before the first training.
  model: z.string(),
  trainedPages: figure,
  labels: figure,
  seen: units,
  usage: usageSchema,
  searchDollars: units,
  dollars: figure,
  listedRecords: units,
  spentSites: orNull(figure),
});

const errorSchema: z.ZodMiniType<PlannerError> = z.object({
  code: name,
  message: z.string(),
  at: figure,
});

const positionSchema = z.array(z.tuple([figure, figure]));

const snapshotSchema = z.object({
  at: positionSchema,
  key: name,
  bytes: figure,
  partBytes: figure.check(z.gt(0)),
});

const snapshotsSchema: z.ZodMiniType<PlannerSnapshots> = z.object({
  current: z.nullable(snapshotSchema),
  stale: z.array(snapshotSchema),
  faults: z.partialRecord(
    z.enum(["unreadable", "damaged", "other-version", "not-continued", "not-written"]),
    figure,
  ),
});

const recrawlSchema: z.ZodMiniType<RecrawlState> = z.object({
  earlier: name,
  pages: z.exactOptional(figure),
});

const plannerSchema: z.ZodMiniType<PlannerState> = z.object({
  owner: name,
  until: figure,
  epoch: figure,
  crawl: name,
  journal: positionSchema,
  snapshots: z.pipe(
    z.optional(snapshotsSchema),
    z.transform((known: PlannerSnapshots | undefined) => known ?? NO_SNAPSHOTS),
  ),
  status: z.nullable(statusSchema),
  keptUntil: orNull(figure),
  ordered: orNull(figure),
  awaitingSince: orNull(figure),
  lastTickAt: orNull(figure),
  lastError: orNull(errorSchema),
  recrawl: orNull(recrawlSchema),
});

const endedSchema: z.ZodMiniType<readonly EndedCrawl[]> = z.array(
  z.object({
    crawl: name,
    journal: positionSchema,
    snapshot: z.nullable(snapshotSchema),
    status: z.nullable(statusSchema),
    recrawl: z.nullable(recrawlSchema),
  }),
);

const proposalSchema: z.ZodMiniType<TrainedProposal> = z.object({
  crawl: name,
  model: name,
  pages: figure,
  labels: figure,
  seen: units,
  usage: usageSchema,
});

const exportSchema: z.ZodMiniType<StackExport> = z.object({
  crawl: name,
  at: figure,
  format: z.exactOptional(z.enum(STACK_EXPORT_FORMATS)),
  targets: z.exactOptional(z.boolean()),
  parts: z.nullable(z.array(name)),
  records: units,
  reserved: z.exactOptional(units),
});

const madeReportSchema: z.ZodMiniType<StackReport> = z.object({
  crawl: name,
  at: figure,
  format: z.enum(STACK_REPORT_FORMATS),
  key: z.nullable(name),
});

/** The registers that the parts of a stack share, with their values. */
export interface StackRegisters {
  /** Written by the API. */
  readonly order: CrawlOrder;
  /** Written by the planner. */
  readonly planner: PlannerState;
  /** Written by the trainer. */
  readonly trained: TrainedProposal;
  /** Asked for by the API, made by the trainer. */
  readonly export: StackExport;
  readonly report: StackReport;
}

const SCHEMAS: {
  readonly [Name in keyof StackRegisters]: z.ZodMiniType<StackRegisters[Name]>;
} = {
  order: orderSchema,
  planner: plannerSchema,
  trained: proposalSchema,
  export: exportSchema,
  report: madeReportSchema,
};

/**
 * A register's value, with the version to change it by; version 0 and `undefined` when there is no
 * value.
 */
interface Held<Value> {
  readonly version: number;
  readonly value: Value | undefined;
}

/**
 * Reads a register.
 * @throws DowserError `stack-state-damaged`
 */
export async function readRegister<Name extends keyof StackRegisters>(
  registers: Pick<KeyValueStore, "read">,
  name: Name,
): Promise<Held<StackRegisters[Name]>> {
  const held = await registers.read(name);
  if (held === undefined) return { version: 0, value: undefined };
  return { version: held.version, value: parseRegister(name, held.value) };
}

/**
 * Writes a register; returns false, and changes nothing, when the register is not at this version.
 */
export async function writeRegister<Name extends keyof StackRegisters>(
  registers: Pick<KeyValueStore, "write">,
  name: Name,
  value: StackRegisters[Name],
  version: number,
): Promise<boolean> {
  return registers.write(name, value, version);
}

/**
 * Reads the value of a register.
 * @throws DowserError `stack-state-damaged`
 */
export function parseRegister<Name extends keyof StackRegisters>(
  name: Name,
  value: Json,
): StackRegisters[Name] {
  return parsed<StackRegisters[Name]>(SCHEMAS[name], value, registerDamaged(name, value));
}

/**
 * Reads the crawls that are kept under a key.
 * @throws DowserError `stack-state-damaged`
 */
export function parseEnded(value: unknown, key: string): readonly EndedCrawl[] {
  return parsed(endedSchema, value, registerDamaged(key, key));
}

/**
 * Reads the report of a status.
 * @throws DowserError `stack-state-damaged`
 */
export function parseReport(value: Json): CrawlReport {
  return parsed(reportSchema, value, registerDamaged("planner", value));
}

/** Makes the error of a register whose value has another form. */
export function registerDamaged(register: string, value: Json): (flaw: Flaw) => DowserError {
  return ({ path, message }) => fail("stack-state-damaged", { register, path, message, value });
}

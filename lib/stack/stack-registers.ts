import type * as z from "zod/mini";
import type { CrawlReport } from "../crawl/report-crawl.ts";
import type { Json } from "../domain/json.ts";
import { type DowserError, fail } from "../errors.ts";
import type { KeyValueStore } from "../ports/key-value-store.ts";
import { type Flaw, parsed } from "./parsed.ts";
import {
  type CrawlOrder,
  type EndedCrawl,
  endedSchema,
  exportSchema,
  madeReportSchema,
  orderSchema,
  type PlannerState,
  plannerSchema,
  proposalSchema,
  reportSchema,
  type StackExport,
  type StackReport,
  type TrainedProposal,
} from "./stack-state.ts";

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

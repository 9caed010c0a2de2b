import type { Json } from "../../domain/json.ts";
import type { Registers } from "../../ports/registers.ts";
import type { CrawlOrder, PlannerState, TrainedProposal } from "../../ports/stack-state.ts";
import { parseOrder, parsePlannerState, parseProposal } from "./stack-state.ts";

/** Registers by which the parts of a stack agree, with what they hold. */
interface StackRegisters {
  /** Written by the API. */
  readonly order: CrawlOrder;
  /** Written by the planner. */
  readonly planner: PlannerState;
  /** Written by the trainer. */
  readonly trained: TrainedProposal;
}

/** A register's value, with the version to change it by; version 0 and `undefined` where there is none. */
export interface Held<Value> {
  readonly version: number;
  readonly value: Value | undefined;
}

const PARSERS: {
  readonly [Name in keyof StackRegisters]: (value: Json) => StackRegisters[Name];
} = { order: parseOrder, planner: parsePlannerState, trained: parseProposal };

/** @throws DowserError `stack-state-damaged` */
export async function readRegister<Name extends keyof StackRegisters>(
  registers: Pick<Registers, "read">,
  name: Name,
): Promise<Held<StackRegisters[Name]>> {
  const held = await registers.read(name);
  if (held === undefined) return { version: 0, value: undefined };
  return { version: held.version, value: PARSERS[name](held.value) };
}

/** False, and nothing changes, where the register is not at this version. */
export async function writeRegister<Name extends keyof StackRegisters>(
  registers: Pick<Registers, "write">,
  name: Name,
  value: StackRegisters[Name],
  version: number,
): Promise<boolean> {
  return registers.write(name, value, version);
}

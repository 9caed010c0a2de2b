import { type DowserError, fail } from "../../errors.ts";
import { readRegister, type StackRegisters, writeRegister } from "../stack-registers.ts";
import type { ApiPorts } from "./api-ports.ts";

/** Registers of what the trainer makes when it is asked. */
type Made = "export" | "report";

/** What is asked for. */
interface Asking<Name extends Made> {
  readonly register: Name;
  /** As of now; what is not made yet is asked for again instead, if it is the same. */
  readonly asked: StackRegisters[Name];
  readonly isMade: (made: StackRegisters[Name]) => boolean;
  readonly isSame: (made: StackRegisters[Name]) => boolean;
  /** Creates the error of another one that is being made. */
  readonly underWay: (other: StackRegisters[Name]) => DowserError;
}

/** Time after which what is not made no longer hinders another one, in ms: the function's longest run. */
const MAKING_MS = 900_000;

/**
 * Asks the trainer to make something of a crawl, and starts it. What is not made yet is asked for again.
 * @throws DowserError `order-contended`, and the error of another one that is being made
 */
export async function askTrainer<Name extends Made>(
  ports: ApiPorts,
  { register, asked, isMade, isSame, underWay }: Asking<Name>,
): Promise<StackRegisters[Name]> {
  const { value, version } = await readRegister(ports.keyValueStore, register);
  const making =
    value !== undefined && value.crawl === asked.crawl && !isMade(value) ? value : undefined;
  const isAsked = making !== undefined && isSame(making);
  if (making !== undefined && !isAsked && asked.at < making.at + MAKING_MS) throw underWay(making);
  if (!isAsked && !(await writeRegister(ports.keyValueStore, register, asked, version))) {
    const what = register === "export" ? "an export" : "a report";
    throw fail("order-contended/trainer", { what, value: asked.crawl });
  }
  await ports.callTrainer();
  return isAsked ? making : asked;
}

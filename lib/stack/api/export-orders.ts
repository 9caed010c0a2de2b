import { DowserError } from "../../errors.ts";
import type { StackExport } from "../../ports/stack-state.ts";
import { readRegister, writeRegister } from "../stack-registers.ts";
import type { ApiPorts } from "./api-ports.ts";
import { theCrawl } from "./crawl-orders.ts";

/**
 * Asks for an export of the crawl so far, and starts the function that makes it. An export that is
 * not made yet is asked for again.
 * @throws DowserError `no-crawl`, `order-contended`
 */
export async function askForExport(ports: ApiPorts): Promise<StackExport> {
  const { order } = await theCrawl(ports);
  const { value, version } = await readRegister(ports.keyValueStore, "export");
  const isAsked = value?.crawl === order.crawl && value.parts === null;
  const asked = isAsked ? value : askedNow(order.crawl, ports.clock.now());
  if (!isAsked && !(await writeRegister(ports.keyValueStore, "export", asked, version))) {
    throw contended(order.crawl);
  }
  await ports.callTrainer();
  return asked;
}

/**
 * Returns the last export of the crawl.
 * @throws DowserError `no-crawl`, `no-export`
 */
export async function lastExport(ports: ApiPorts): Promise<StackExport> {
  const { order } = await theCrawl(ports);
  const { value } = await readRegister(ports.keyValueStore, "export");
  if (value?.crawl === order.crawl) return value;
  throw new DowserError("no export of this crawl was asked for", {
    code: "no-export",
    reaction: "fix-config",
    value: order.crawl,
    hint: "ask for one: POST /export",
  });
}

function askedNow(crawl: string, at: number): StackExport {
  return { crawl, at, parts: null, records: 0 };
}

function contended(crawl: string): DowserError {
  return new DowserError("another process asked for an export at the same time", {
    code: "order-contended",
    reaction: "retry",
    value: crawl,
    hint: "send the same request again",
  });
}

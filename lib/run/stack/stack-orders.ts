import type { z } from "zod";
import { crawlSchema, orderSchema } from "../../stack/api/schemas.ts";
import { printResult } from "../print/print-line.ts";
import { callStack, type StackAccess, type StackChoice, stackAccess } from "./stack-client.ts";

/** The options of the command line. */
export interface StackOptions extends StackChoice {
  readonly json: boolean;
}

/** The orders for a crawl, as the API's paths and for a person. */
const ORDER_EFFECTS = {
  pause: "pages in flight are completed, then the stack pauses; dowser resume continues",
  resume: "the stack continues",
  stop: "pages in flight are completed, then the crawl ends; its pages stay",
} as const;

/**
 * Runs `dowser pause`, `resume` and `stop` for a stack.
 * @throws DowserError `no-stack-named`, `run-is-local`
 */
export async function stackOrderCommand(
  verb: keyof typeof ORDER_EFFECTS,
  { json, ...choice }: StackOptions,
): Promise<void> {
  const access = await stackAccess(choice);
  if (verb === "resume") await renewSecrets(choice);
  const order = await orderStack(access, verb);
  printResult(json ? JSON.stringify(order) : `${order.crawl}: ${ORDER_EFFECTS[verb]}`);
}

/** Stores what may have expired since the crawl began, where a project file is named that has some. */
export async function renewSecrets(choice: StackChoice): Promise<void> {
  const { project: file } = choice;
  if (file === undefined) return;
  const { inspectProject } = await import("../../project/load-project.ts");
  const project = await inspectProject(file);
  if (project.access === undefined) return;
  const { renewedSecrets, sendSecrets } = await import("./stack-secrets.ts");
  await sendSecrets(renewedSecrets(project), choice);
}

/** Sends an order to the crawl of a stack. */
export function orderStack(access: StackAccess, verb: keyof typeof ORDER_EFFECTS) {
  return callStack(access, { method: "POST", path: `/crawl/${verb}`, schema: orderSchema });
}

/** Returns the state of a stack's crawl. */
export function getCrawl(access: StackAccess): Promise<z.output<typeof crawlSchema>> {
  return callStack(access, { method: "GET", path: "/crawl", schema: crawlSchema });
}

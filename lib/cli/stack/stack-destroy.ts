import { findStack, type StackClients } from "../../adapters/aws/find-stack.ts";
import {
  deleteStack,
  emptyBucket,
  liftProtection,
  openRemovalClients,
  type RemovableStack,
  type RemovalClients,
  removableStack,
} from "../../adapters/aws/remove-stack.ts";
import { systemClock } from "../../adapters/system-clock.ts";
import { DowserError, fail } from "../../errors.ts";
import type { Clock } from "../../ports/clock.ts";
import { OWN_STACK } from "../../project/own-stack.ts";
import { printNotice, printResult } from "../../run/print/print-line.ts";
import { terminal } from "../../run/print/terminal.ts";
import {
  accessTo,
  nameOf,
  type StackAccess,
  type StackChoice,
} from "../../run/stack/stack-client.ts";
import { getCrawl, orderStack } from "../../run/stack/stack-orders.ts";

/** Time between two polls of a crawl that is ending, in ms. */
const LOOK_MS = 5_000;
/**
 * Longest wait for its end, in ms: a batch in flight has five minutes, and the planner runs each
 * minute.
 */
const MAX_STOP_MS = 15 * 60_000;

/** The clients of a removal. */
type DestroyClients = StackClients & RemovalClients;

/** The tools of a removal. */
export interface DestroyTools {
  readonly open: () => DestroyClients;
  readonly clock: Pick<Clock, "now" | "waitUntil">;
}

/** Runs `dowser destroy`: ends the crawl, then removes the stack with all its data. */
export async function stackDestroyCommand(choice: StackChoice, yes: boolean): Promise<void> {
  if (!yes) await confirmRemoval(await nameOf(choice));
  const tools = { open: openRemovalClients, clock: systemClock };
  printResult(await stackDestroyText(choice, tools));
}

/**
 * Removes the stack, and says what is left of it.
 * @throws DowserError `no-stack-named`, `no-stack`, `stack-of-others`, `aws-refused`, `stack-not-deleted`
 */
export async function stackDestroyText(
  choice: StackChoice,
  { open, clock }: DestroyTools,
): Promise<string> {
  const name = await nameOf(choice);
  const clients = open();
  const stack = await removableStack(name, clients);
  if (!isOwn(stack)) throw fail("stack-of-others", { stack: name });
  await stopCrawl(async () => accessTo(await findStack(name, clients), clients), clock);
  printNotice(`${await emptyBucket(stack, clients)} objects were removed from ${stack.bucket}`);
  await liftProtection(stack, clients);
  printNotice(`${name} is being deleted`);
  const left = await deleteStack(stack, clients);
  if (left.length === 0) return `${name} is gone, nothing is left`;
  return [`${name} is gone`, ...left.map(({ type, id }) => `left: ${type} ${id}`)].join("\n");
}

/**
 * Asks the user to confirm the removal: the stack's pages are deleted with it, and no command
 * restores them.
 * @throws DowserError `not-confirmed`
 */
async function confirmRemoval(name: string): Promise<void> {
  const { stdin, stdout } = terminal();
  if (stdin.isTTY) {
    const { confirm } = await import("@inquirer/prompts");
    const message = `Remove ${name} with everything that it keeps (dowser pull brings it here first)?`;
    if (await confirm({ message, default: false }, { input: stdin, output: stdout })) return;
  }
  throw fail("not-confirmed", { name });
}

/** Ends the crawl of a stack; a stack whose API does not answer, or that was never made to the end, is removed anyway. */
async function stopCrawl(
  find: () => Promise<StackAccess>,
  clock: DestroyTools["clock"],
): Promise<void> {
  try {
    const access = await find();
    const { crawl } = await orderStack(access, "stop");
    printNotice(`${crawl} is ending: waiting for the pages in flight`);
    const from = clock.now();
    while ((await getCrawl(access)).state !== "finished") {
      if (clock.now() - from > MAX_STOP_MS)
        return printNotice(`${crawl} does not end: it is removed with the stack`);
      await clock.waitUntil(clock.now() + LOOK_MS);
    }
  } catch (error) {
    if (!(error instanceof DowserError)) throw error;
    printNotice(`no crawl is stopped: ${error.message}`);
  }
}

/** Returns whether `dowser deploy` made a stack: one may be of others, with a crawl in it. */
function isOwn({ description, isCrawl }: RemovableStack): boolean {
  return description === "" ? isCrawl : description.startsWith(OWN_STACK);
}

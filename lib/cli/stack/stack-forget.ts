import type { z } from "zod";
import { systemClock } from "../../adapters/system-clock.ts";
import { fail } from "../../errors.ts";
import { counted } from "../../evaluation/report/figure-text.ts";
import type { Clock } from "../../ports/clock.ts";
import { printResult } from "../../run/print/print-line.ts";
import {
  callStack,
  type StackAccess,
  type StackChoice,
  stackAccess,
  whenMade,
} from "../../run/stack/stack-client.ts";
import { forgottenSchema } from "../../stack/api/forget-orders.ts";
import type { ForgetOptions } from "../forget/forget.ts";

/**
 * Runs `dowser forget` for a stack: removes pages from all its crawls, and prints what was removed.
 * @throws DowserError `no-stack-named`, and the errors of {@link forgetInStack}
 */
export async function stackForgetCommand(
  choice: StackChoice,
  what: readonly string[],
  options: ForgetOptions,
): Promise<void> {
  printResult(await forgetInStack(await stackAccess(choice), what, options, systemClock));
}

/**
 * Has a stack forget pages, or count them, waits until it has, and says what was removed and what could not be.
 * @throws DowserError `forget-not-done`, and the errors of {@link callStack}
 */
export async function forgetInStack(
  access: StackAccess,
  what: readonly string[],
  { reason, dryRun, json }: Omit<ForgetOptions, "chain">,
  clock: Pick<Clock, "now" | "waitUntil">,
): Promise<string> {
  const schema = forgottenSchema;
  const body = Buffer.from(JSON.stringify({ what, dryRun, reason }));
  const asked = await callStack(access, { method: "POST", path: "/forget", body, schema });
  return whenMade(
    () => callStack(access, { method: "GET", path: "/forget", schema }),
    (now, isLate) => {
      if (now.fault !== null) throw fail("forget-not-done", { why: now.fault.message });
      if (now.at !== asked.at) throw fail("forget-not-done", { why: "it was asked for another" });
      if (now.state === "done") return json ? JSON.stringify(now) : inWords(now);
      if (isLate) throw fail("forget-not-done", { why: "it does not answer" });
      return undefined;
    },
    { clock, doing: "the stack looks for the pages" },
  );
}

function inWords({ removed, reason, copies, left }: z.output<typeof forgottenSchema>): string {
  if (removed === null) return "";
  const { pages, records, answers, bytes, queued, models, labels, examples, texts } = removed;
  const also = [
    queued === 0 ? [] : [`${counted(queued, "queued link")} of these URLs will not be fetched`],
    copies.length === 0 ? [] : [`the same content is kept under other URLs: ${copies.join(", ")}`],
    models === 0 ? [] : [`${counted(models, "model")} that may know words of them`],
    [`out of reach: ${left.join("; ")}`],
  ].flat();
  const parts = [
    `${counted(pages, "page")}, ${counted(records, "record")} and ${counted(answers, "stored answer")} (${bytes.toLocaleString("en")} bytes)`,
    `${counted(labels, "label")}, ${counted(examples, "example page")} and ${counted(texts, "text")}`,
  ];
  const verb = reason === null ? "would be removed" : "removed";
  return [`${verb}: ${parts.join("; ")}`, ...also].join("\n");
}

import { readFileSync } from "node:fs";

/**
 * Shifts the clock of the process that imports it, by the milliseconds in the file that
 * `TEST_CLOCK_FILE` names. So leases of dead processes expire without anybody waiting for them.
 */

/** Time between two looks at the file, in ms. */
const LOOK_MS = 50;

const file = process.env["TEST_CLOCK_FILE"] ?? "";
let shiftMs = 0;

function look(): void {
  shiftMs = Number(readFileSync(file, "utf8"));
}

const wallNow = Date.now;
const monotonicNow = performance.now.bind(performance);
Date.now = () => wallNow() + shiftMs;
performance.now = () => monotonicNow() + shiftMs;
globalThis.Date = new Proxy(Date, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [target.now()] : args, newTarget),
});

look();
setInterval(look, LOOK_MS).unref();

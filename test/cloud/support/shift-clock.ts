import { openSync, readSync } from "node:fs";

/**
 * Shifts the clock of the process that imports it, by the milliseconds in the file that
 * `TEST_CLOCK_FILE` names. So leases of dead processes expire without anybody waiting for them. The
 * file is read for each time that is told: one that is read now and then is late on a busy machine.
 */
const file = openSync(process.env["TEST_CLOCK_FILE"] ?? "", "r");
const shift = new Float64Array(1);

function shiftMs(): number {
  readSync(file, shift, 0, shift.byteLength, 0);
  return shift[0] ?? 0;
}

const wallNow = Date.now;
const monotonicNow = performance.now.bind(performance);
Date.now = () => wallNow() + shiftMs();
performance.now = () => monotonicNow() + shiftMs();
globalThis.Date = new Proxy(Date, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [target.now()] : args, newTarget),
});

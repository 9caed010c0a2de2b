import { readFileSync } from "node:fs";

/** What a clock tick of /proc is in ms: 100 ticks a second on every machine that Node runs on. */
const TICK_MS = 10;

/** Processor time of this process so far, in ms: a limit on it holds however busy the machine is. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Processor time of this process and of those that it has started and that have ended, in ms. */
export function familyMs(): number {
  return processorMs() + endedChildrenMs();
}

/** That of the children is known on Linux only; elsewhere 0. */
function endedChildrenMs(): number {
  try {
    // The name of the program, in brackets, may hold spaces; user and system time follow it (proc(5)).
    const [, fields = ""] = /\) (.*)/.exec(readFileSync("/proc/self/stat", "utf8")) ?? [];
    const [user, system] = fields.split(" ").slice(13, 15);
    return (Number(user) + Number(system)) * TICK_MS;
  } catch {
    return 0;
  }
}

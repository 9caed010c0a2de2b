import { readdirSync, readFileSync } from "node:fs";
import { type Deployment, idOf } from "./a-deployment.ts";

/** Why processes of functions cannot be found; `false` when they can. */
export const killSkip =
  process.platform === "linux" ? false : "only Linux tells of a process what environment it has";

/**
 * Kills every process that runs a function of a stack, as a failing machine would; returns how many
 * there were. A function's name has a part that is unique to its stack, so no other process is hit.
 */
export function killFunction(deployment: Deployment, name: string): number {
  const variable = `AWS_LAMBDA_FUNCTION_NAME=${idOf(deployment, name)}`;
  const pids = readdirSync("/proc")
    .filter((pid) => /^\d+$/.test(pid) && environmentOf(pid).includes(variable))
    .map(Number);
  for (const pid of pids) process.kill(pid, "SIGKILL");
  return pids.length;
}

function environmentOf(pid: string): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
  } catch {
    // It has ended meanwhile, or belongs to another user.
    return [];
  }
}

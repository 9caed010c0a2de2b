/** Processor time of this process so far, in ms: a limit on it holds however busy the machine is. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

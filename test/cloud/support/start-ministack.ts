import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { createServer } from "node:net";
import { delimiter, dirname, join } from "node:path";
import { until } from "../../support/until.ts";

const FIRST_PORT = 4_590;
const PORTS = 100;

/** Longest wait for its end, in ms; then it is killed. */
const END_MS = 3_000;

/** A running MiniStack. */
export interface Ministack {
  readonly endpoint: string;
  /** Ends it and all processes that it has started. */
  end(): Promise<void>;
}

/** Starts MiniStack on a free port of loopback, and waits until it answers. */
export async function startMinistack(
  program: string,
  { folder, logFolder }: { readonly folder: string; readonly logFolder: string },
): Promise<Ministack> {
  const port = await freePort();
  const logFile = join(logFolder, `ministack-${port}.log`);
  const log = openSync(logFile, "w");
  const python = join(dirname(program), "python");
  const child = spawn(python, [join(import.meta.dirname, "start_ministack.py")], {
    // Its functions are in its process group, too, and end with it.
    detached: true,
    stdio: ["ignore", log, log],
    env: {
      ...process.env,
      // Functions run on the first node on the path: the one of this process.
      PATH: [dirname(process.execPath), process.env["PATH"]].join(delimiter),
      TMPDIR: folder,
      BIND_HOST: "127.0.0.1",
      GATEWAY_PORT: String(port),
      LAMBDA_EXECUTOR: "local",
      IOT_MTLS_ENABLED: "0",
      SFTP_ENABLED: "0",
    },
  });
  closeSync(log);
  const endpoint = `http://127.0.0.1:${port}`;
  const end = () => endGroup(child);
  try {
    await until("MiniStack answers", async () => {
      if (hasEnded(child)) throw new Error(`MiniStack ended at once; ${logFile} says why`);
      return answers(endpoint);
    });
  } catch (error) {
    await end();
    throw error;
  }
  return { endpoint, end };
}

async function answers(endpoint: string): Promise<boolean | undefined> {
  try {
    return (await fetch(`${endpoint}/_ministack/health`)).ok || undefined;
  } catch {
    return undefined;
  }
}

async function endGroup(child: ChildProcess): Promise<void> {
  const { pid } = child;
  if (pid === undefined) return;
  if (!hasEnded(child)) {
    child.kill("SIGTERM");
    const signal = AbortSignal.timeout(END_MS);
    await once(child, "exit", { signal }).catch(() => undefined);
  }
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // No process of the group is left.
  }
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** Ports that this process has looked at. */
let looked = 0;

/** Looks from another port on in each process and each time: two that start at once would find the same one free. */
async function freePort(): Promise<number> {
  for (let tries = 0; tries < PORTS; tries += 1) {
    const port = FIRST_PORT + ((process.pid + looked) % PORTS);
    looked += 1;
    const server = createServer().listen(port, "127.0.0.1");
    const isFree = await once(server, "listening").then(
      () => true,
      () => false,
    );
    server.close();
    if (isFree) return port;
  }
  throw new Error(`no port from ${FIRST_PORT} on is free`);
}

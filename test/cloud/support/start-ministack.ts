import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { createServer, type Server } from "node:net";
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
  const { port, release } = await ownPort();
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
  const end = () => endGroup(child).finally(release);
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

/** A port that is this process's until it lets it go. */
interface OwnPort {
  readonly port: number;
  release(): void;
}

/**
 * Finds a free port. Another one is held for as long as it is used: two processes that start at once would both find the
 * same one free, and one of them work on the stacks of the other.
 */
async function ownPort(): Promise<OwnPort> {
  for (let port = FIRST_PORT; port < FIRST_PORT + PORTS; port += 1) {
    const mark = await listen(port + PORTS);
    const server = mark && (await listen(port));
    server?.close();
    if (mark && server) return { port, release: () => void mark.close() };
    mark?.close();
  }
  throw new Error(`no port from ${FIRST_PORT} on is free`);
}

/** Listens on a port of loopback, without keeping this process alive; `undefined` where it is taken. */
async function listen(port: number): Promise<Server | undefined> {
  const server = createServer().unref().listen(port, "127.0.0.1");
  return once(server, "listening").then(
    () => server,
    () => undefined,
  );
}

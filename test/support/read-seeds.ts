import { parentPort as port, workerData } from "node:worker_threads";
import { loadProject } from "../../lib/project/load-project.ts";

/** Runs as a worker: reads the project at the path that it is given, and says how many seeds it has and which is the last. */
const { seeds } = await loadProject(String(workerData));
port?.postMessage({ seeds: seeds.urls.length, last: seeds.urls.at(-1) });

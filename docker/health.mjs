// Asks the server that runs in the container whether it answers; a crawl is well while it runs.
// The words of process 1 tell what runs, or those given here.
import { readFileSync } from "node:fs";

const words =
  process.argv.length > 2
    ? process.argv.slice(2)
    : readFileSync("/proc/1/cmdline", "utf8").split("\0").filter(Boolean);

/** Returns the value of an option: `--port 80` or `--port=80`. */
function valueOf(option) {
  const at = words.findIndex((word) => word === option || word.startsWith(`${option}=`));
  return words[at]?.split("=")[1] ?? words[at + 1];
}

const isNamed = (option) => words.some((word) => word.split("=")[0] === option);

const port = isNamed("--port") ? valueOf("--port") : isNamed("--http") ? valueOf("--http") : "8425";
if (words.includes("ui") || isNamed("--http")) {
  const host = isNamed("--host") ? valueOf("--host") : "127.0.0.1";
  const asked = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  // Any answer will do: without its token a server refuses.
  await fetch(`http://${asked.includes(":") ? `[${asked}]` : asked}:${port}/`).catch(() => {
    process.exitCode = 1;
  });
}

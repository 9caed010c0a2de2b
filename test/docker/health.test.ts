import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { join } from "node:path";
import { describe, it } from "node:test";

const HEALTH = join(import.meta.dirname, "../../docker/health.mjs");

/** Returns the exit code of the check beside a program of these words. */
async function checked(...words: readonly string[]): Promise<unknown> {
  const child = spawn(process.execPath, [HEALTH, "dowser", ...words], { stdio: "inherit" });
  const [code] = await once(child, "close");
  return code;
}

describe("the health check of the image", () => {
  it("A server is well while it answers, also by a refusal, and a crawl while it runs", async (test) => {
    const server = createServer((_, response) => response.writeHead(401).end());
    test.after(() => server.close());
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = String(typeof address === "object" ? address?.port : address);
    assert.equal(await checked("ui", ".", "--host", "0.0.0.0", "--port", port), 0);
    assert.equal(await checked("mcp", ".", `--http=${port}`), 0);
    assert.equal(await checked("crawl", "project.yaml"), 0);
    server.close();
    server.closeAllConnections();
    assert.equal(await checked("ui", ".", "--port", port), 1);
    assert.equal(await checked("mcp", "--http", port), 1);
  });
});

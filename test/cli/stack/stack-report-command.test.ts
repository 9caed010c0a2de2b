import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { reportOfStack } from "../../../lib/cli/stack/stack-report.ts";
import { serveApi } from "../../../lib/stack/api/serve-api.ts";
import { bundleText, packBundle } from "../../../lib/stack/bundle.ts";
import { readRegister, writeRegister } from "../../../lib/stack/stack-registers.ts";
import { aBundle } from "../../support/a-bundle.ts";
import { aFolder } from "../../support/a-folder.ts";
import { aStack, serveStack, TOKEN } from "../../support/a-stack.ts";
import { runCli } from "../../support/run-cli.ts";

const REPORT = "3 pages, and \u201cbees\u201d\n";

/** A served stack whose crawl was started; `make` makes the report that was asked for. */
async function served(test: TestContext) {
  const stack = aStack();
  const { ports } = stack;
  const body = packBundle(bundleText(aBundle()));
  await serveApi({ method: "PUT", path: "/crawl", query: {}, body }, ports);
  const bucket = createServer(({ url }, response) => {
    response.writeHead(url?.startsWith("/exports/") === true ? 200 : 403).end(REPORT);
  });
  await new Promise<void>((resolve) => void bucket.listen(0, "127.0.0.1", resolve));
  test.after(() => bucket.close());
  const { port } = bucket.address() as AddressInfo;
  const presignMade = async (key: string) => `http://127.0.0.1:${port}/${key}`;
  const make = async (parts: object = {}) => {
    const { value, version } = await readRegister(ports.keyValueStore, "report");
    assert.ok(value);
    const done = { ...value, key: "exports/report.txt", ...parts };
    assert.ok(await writeRegister(ports.keyValueStore, "report", done, version));
  };
  const callTrainer = async () => make();
  const endpoint = await serveStack(test, Object.assign(ports, { presignMade }));
  const env = { ...process.env, DOWSER_ENDPOINT: endpoint, DOWSER_TOKEN: TOKEN };
  return { ports, make, callTrainer, access: { endpoint, token: TOKEN }, env };
}

/** A clock that does something instead of waiting. */
function aClock(meanwhile: () => Promise<void>) {
  let now = 0;
  return {
    now: () => now,
    waitUntil: async (then: number) => {
      now = then;
      await meanwhile();
    },
  };
}

describe("dowser report of a stack", () => {
  it("`dowser report` of a stack waits until its report is made, and downloads it", async (test) => {
    const { access, make } = await served(test);
    assert.equal(await reportOfStack(access, "text", aClock(make)), REPORT);
  });

  it("`dowser report` of a stack says when no report comes, or another one was asked for meanwhile", async (test) => {
    const { access, make, ports } = await served(test);
    const never = reportOfStack(
      access,
      "text",
      aClock(async () => {}),
    );
    await assert.rejects(never, { code: "report-not-made", reaction: "retry" });
    const other = aClock(() => make({ at: 1 }));
    await assert.rejects(reportOfStack(access, "text", other), { code: "report-not-made" });
    assert.equal((await readRegister(ports.keyValueStore, "report")).value?.at, 1);
  });

  it("`dowser report` of a stack says that its bucket gives no report", async (test) => {
    const { access, make } = await served(test);
    const gone = aClock(() => make({ key: "gone" }));
    await assert.rejects(reportOfStack(access, "text", gone), { code: "report-not-downloaded" });
  });

  it("`dowser report` of a stack prints the report, or writes it to a file", async (test) => {
    const { env, ports, callTrainer } = await served(test);
    Object.assign(ports, { callTrainer });
    const printed = await runCli(["report"], { env });
    assert.deepEqual([printed.code, printed.stdout], [0, REPORT]);
    const file = join(aFolder(test), "report.html");
    const written = await runCli(["report", "--html", file], { env });
    assert.deepEqual([written.code, written.stdout], [0, ""]);
    assert.match(written.stderr, /report written to/);
    assert.equal(readFileSync(file, "utf8"), REPORT);
    assert.equal((await readRegister(ports.keyValueStore, "report")).value?.format, "html");
  });

  it("`dowser report` of a stack refuses what only a run has", async (test) => {
    const { env } = await served(test);
    const { code, stderr } = await runCli(["report", "--png", "plots", "--target", "a=b"], { env });
    assert.equal(code, 2);
    assert.match(stderr, /report-needs-run.*--png and --target/);
  });
});

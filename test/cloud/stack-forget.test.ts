import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, it } from "node:test";
import { gunzipSync, zstdDecompressSync } from "node:zlib";
import { DynamoDBClient, paginateScan } from "@aws-sdk/client-dynamodb";
import { S3Client } from "@aws-sdk/client-s3";
import { createS3BlobStore } from "../../lib/adapters/aws/s3-blob-store.ts";
import { readOnlyToken } from "../../lib/project/own-stack.ts";
import { callStack } from "../../lib/run/stack/stack-client.ts";
import { forgottenSchema } from "../../lib/stack/api/forget-orders.ts";
import { exportSchema, labelledSchema } from "../../lib/stack/api/schemas.ts";
import { serveChangingSite } from "../support/a-changing-site.ts";
import { aFolder } from "../support/a-folder.ts";
import { rowsOfFile } from "../support/record-files.ts";
import { runCli } from "../support/run-cli.ts";
import { until } from "../support/until.ts";
import { command, type Deployment, idOf, theReturningDeployment } from "./support/a-deployment.ts";
import { skip } from "./support/ministack.ts";
import { endOfCrawl, startCrawl } from "./support/stack-crawl.ts";

const SECRET = "Annsecretname";

const page = (name: string, ...links: readonly (readonly [path: string, anchor: string])[]) => ({
  body: `<title>${name}</title><p>Bees and honey of ${name}.</p>${links.map(([path, anchor]) => `<p><a href="${path}">${anchor}</a></p>`).join("")}`,
});

/** Returns the places of a stack that have a text: keys of objects, and of items. */
async function placesOf(deployment: Deployment, text: string): Promise<readonly string[]> {
  const blobs = createS3BlobStore({ client: new S3Client(), bucket: deployment.bucket });
  const found: string[] = [];
  for await (const key of blobs.list("")) {
    const bytes = Buffer.from((await blobs.get(key)) ?? []);
    const plain =
      key.startsWith("journal/") && key.endsWith(".zst") ? zstdDecompressSync(bytes) : bytes;
    const rows = key.endsWith(".parquet") && JSON.stringify(await rowsOfFile(bytes));
    const all = rows || (key.endsWith(".gz") ? gunzipSync(bytes) : plain);
    if (all.includes(text)) found.push(key);
  }
  const TableName = idOf(deployment, "Table");
  for await (const { Items = [] } of paginateScan({ client: new DynamoDBClient() }, { TableName }))
    for (const item of Items)
      if (JSON.stringify(item).includes(text)) found.push(`${item["pk"]?.S} ${item["sk"]?.S}`);
  return found;
}

/** Has a stack make an export; returns its parts put together. */
async function exported({ access }: Deployment, format: string): Promise<Buffer> {
  const path = `/export?format=${format}`;
  await callStack(access, { method: "POST", path, schema: exportSchema });
  const parts = await until(`the export as ${format} is made`, async () => {
    const now = await callStack(access, { method: "GET", path: "/export", schema: exportSchema });
    return now.state === "done" ? now.parts : undefined;
  });
  const answers = await Promise.all(parts.map((url) => fetch(url)));
  const bytes = await Promise.all(answers.map((answer) => answer.arrayBuffer()));
  return Buffer.concat(bytes.map((each) => Buffer.from(each)));
}

describe("a stack that forgets, on MiniStack", { skip }, () => {
  it("Nothing is left of a page in bucket and table, and a recrawl does not bring it back", async (test) => {
    const site = await serveChangingSite([
      ["/", page("home", ["/people/ann", "people"], ["/hive", "hive"])],
      ["/people/ann", page(SECRET, ["/wax", `wax by ${SECRET}`], ["/hive", "hive"])],
      ["/hive", page("hive")],
      ["/wax", page("wax")],
    ]);
    test.after(() => site.close());
    const project = {
      seeds: { urls: [`${site.origin}/`] },
      scope: { hosts: "seeds" },
      politeness: {
        ...{ contact: "keeper@demo.example", minDelayMs: 20, allowLoopback: true },
        maxCrawlDelayMs: 100,
      },
    };
    const deployment = await theReturningDeployment();
    const { access } = deployment;
    await startCrawl(deployment, project);
    const first = await endOfCrawl(deployment);
    assert.equal(first.pages.length, 4);
    const ann = `${site.origin}/people/ann`;
    const env = { ...process.env, DOWSER_ENDPOINT: access.endpoint, DOWSER_TOKEN: access.token };
    const labels = [{ url: ann, label: "good", note: `said by ${SECRET}` }];
    const body = Buffer.from(JSON.stringify({ labels }));
    await callStack(access, { method: "POST", path: "/labels", body, schema: labelledSchema });
    const before = await placesOf(deployment, SECRET);
    for (const place of ["pages/", "journal/", "records/", `PAGE#${first.state.crawl}`, "LABEL"])
      assert.ok(
        before.some((each) => each.startsWith(place)),
        `${place}: ${before.join(" ")}`,
      );
    const reading = { ...env, DOWSER_TOKEN: readOnlyToken(access.token) };
    const ask = ["forget", deployment.file, ann, "--reason", "by letter", "--json"];
    const refused = await runCli(ask, { env: reading });
    assert.match(refused.stderr, /token-reads-only/);
    const done = forgottenSchema.parse(await command(deployment, ask.slice(0, -1)));
    assert.deepEqual([done.state, done.removed?.pages, done.removed?.answers], ["done", 1, 1]);
    assert.deepEqual(await placesOf(deployment, SECRET), []);
    const again = forgottenSchema.parse(await command(deployment, ask.slice(0, -1)));
    assert.deepEqual([again.removed?.records, again.removed?.answers], [0, 0]);
    site.pages.set("/hive", page("hive, changed", ["/people/ann", "people"], ["/fresh", "fresh"]));
    site.pages.set("/fresh", page("fresh"));
    await command(deployment, ["recrawl"]);
    const second = await endOfCrawl(deployment);
    const seen = second.pages.map(({ url, state, reason }) => [url, state, reason].join(" "));
    assert.ok(seen.includes(`${site.origin}/fresh fetched page`), seen.join("\n"));
    assert.ok(
      !seen.some((each) => each.startsWith(ann) && each.includes("fetched")),
      seen.join("\n"),
    );
    assert.deepEqual(await placesOf(deployment, SECRET), []);
    for (const format of ["parquet", "warc", "wacz"]) {
      const file = await exported(deployment, format);
      assert.ok(file.length > 500, format);
      if (format !== "warc") continue;
      const text = gunzipSync(file).toString();
      assert.ok(text.includes("/fresh") && !text.includes(SECRET), text);
    }
    const out = join(aFolder(test), "forgets");
    const pulled = await runCli(["pull", deployment.file, "--out", out]);
    assert.equal(pulled.code, 0, pulled.stderr);
    for (const run of [out, `${out}-2`]) {
      const { code, stdout } = await runCli(["audit", run]);
      assert.equal(code, 0, stdout);
    }
  });
});

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { gunzipSync } from "node:zlib";
import { type AttributeValue, DynamoDBClient, QueryCommand } from "@aws-sdk/client-dynamodb";
import { S3Client } from "@aws-sdk/client-s3";
import { createS3BlobStore } from "../../lib/adapters/aws/s3-blob-store.ts";
import { openStackStores } from "../../lib/adapters/aws/stack-stores.ts";
import { RECORD_COLUMNS } from "../../lib/evaluation/export/record-columns.ts";
import { callStack } from "../../lib/run/stack/stack-client.ts";
import { frontierSchema } from "../../lib/stack/api/listed-pages.ts";
import { exportSchema } from "../../lib/stack/api/schemas.ts";
import { readRegister, writeRegister } from "../../lib/stack/stack-registers.ts";
import { serveChangingSite } from "../support/a-changing-site.ts";
import { recordFilesOf } from "../support/record-files.ts";
import { until } from "../support/until.ts";
import {
  command,
  type Deployment,
  get,
  idOf,
  theReturningDeployment,
} from "./support/a-deployment.ts";
import { skip } from "./support/ministack.ts";
import { type EndedCrawl, endOfCrawl, type StackPage, startCrawl } from "./support/stack-crawl.ts";

const page = (name: string, ...links: readonly string[]) => ({
  body: `<title>${name}</title><p>Bees and honey of ${name}.</p>${links.map((link) => `<a href="/${link}">${link}</a>`).join(" ")}`,
});

/** Returns an option of the command by which docs/stack.md reads the rows of a crawl. */
function documented(option: string): string {
  const text = readFileSync(join(import.meta.dirname, "../../docs/stack.md"), "utf8");
  const [, words = ""] = /^aws dynamodb query ((?:.*\\\n)*.*)$/m.exec(text) ?? [];
  const [, quoted] =
    new RegExp(`--${option} (?:"([^"]*)"|'([^']*)')`).exec(words)?.filter(Boolean) ?? [];
  assert.ok(quoted, `${option} in ${words}`);
  return quoted;
}

/** Does what the documented command does, for a crawl. */
async function queryRows(deployment: Deployment, crawl: string) {
  const values = documented("expression-attribute-values").replace("CRAWL", crawl);
  const { Items = [] } = await new DynamoDBClient().send(
    new QueryCommand({
      TableName: idOf(deployment, "Table"),
      KeyConditionExpression: documented("key-condition-expression"),
      ExpressionAttributeValues: JSON.parse(values),
      ExpressionAttributeNames: JSON.parse(documented("expression-attribute-names")),
      ProjectionExpression: documented("projection-expression"),
    }),
  );
  return Items;
}

/** Returns the row that shows a page as the API gives it. */
function rowOf({ sequence, url, state, reason, utility, isTarget }: StackPage) {
  const row: Record<string, AttributeValue> = {
    ...{ sk: { S: String(sequence).padStart(16, "0") }, url: { S: url } },
    ...{ state: { S: state }, reason: { S: reason } },
  };
  if (reason !== "page") return row;
  return { ...row, score: { N: String(utility) }, isTarget: { BOOL: isTarget } };
}

/** Asserts that the bucket has the pages of a crawl as files, at the place that the table of the catalog names. */
async function assertFiled(
  { bucket, project }: Deployment,
  crawl: string,
  pages: readonly StackPage[],
) {
  const { StorageDescriptor, Parameters } = await recordTable(project);
  assert.equal(StorageDescriptor.Location, `s3://${bucket}/records/`);
  const template = Parameters["storage.location.template"] ?? "";
  const folder = template.replace("${crawl}", crawl).slice(`s3://${bucket}/`.length);
  const blobs = createS3BlobStore({ client: new S3Client(), bucket });
  const objects = new Map<string, Uint8Array>();
  for await (const key of blobs.list(folder))
    objects.set(key, (await blobs.get(key)) ?? Buffer.of());
  const rows = [...(await recordFilesOf(objects, crawl)).values()].flat();
  assert.deepEqual(
    rows.map(({ sequence, url, reason, score }) => [sequence, url, reason, score]),
    pages.map(({ sequence, url, reason, utility }) => [
      ...[sequence, url, reason],
      reason === "page" ? utility : null,
    ]),
  );
  assert.deepEqual(
    StorageDescriptor.Columns.map(({ Name }) => Name),
    RECORD_COLUMNS.map(({ name }) => name),
  );
}

/** The table of the catalog, by the request that Athena makes: no client of Glue is installed. */
async function recordTable(project: string) {
  const answer = await fetch(process.env["AWS_ENDPOINT_URL"] ?? "", {
    method: "POST",
    headers: {
      "X-Amz-Target": "AWSGlue.GetTable",
      "Content-Type": "application/x-amz-json-1.1",
      Authorization:
        "AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/glue/aws4_request, SignedHeaders=host, Signature=0",
    },
    body: JSON.stringify({ DatabaseName: `dowser_${project}`, Name: "records" }),
  });
  const { Table } = (await answer.json()) as { readonly Table: GlueTable };
  return Table;
}

/** Asserts that an export whose run has left it goes on, behind the last record in its parts, when its state is asked for. */
async function assertExportGoesOn(deployment: Deployment, { state, pages }: EndedCrawl) {
  const { access, bucket } = deployment;
  const { keyValueStore } = openStackStores({ bucket, table: idOf(deployment, "Table") });
  const sofar = { parts: ["exports/first.gz"], records: 2, reserved: 0, after: 2 };
  const left = { crawl: state.crawl, at: 0, parts: null, records: 0, until: 0, sofar };
  const { version } = await readRegister(keyValueStore, "export");
  assert.ok(await writeRegister(keyValueStore, "export", left, version));
  const done = await until("the export is made", async () => {
    const now = await callStack(access, { method: "GET", path: "/export", schema: exportSchema });
    if (now.state !== "done") assert.equal(now.records, 2);
    return now.state === "done" ? now : undefined;
  });
  assert.deepEqual([done.records, done.parts.length], [pages.length, 2]);
  const answer = await fetch(done.parts[1] ?? "");
  const lines = gunzipSync(Buffer.from(await answer.arrayBuffer()))
    .toString()
    .trimEnd()
    .split("\n");
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).url),
    pages.slice(2).map(({ url }) => url),
  );
}

interface GlueTable {
  readonly Parameters: Readonly<Record<string, string>>;
  readonly StorageDescriptor: {
    readonly Location: string;
    readonly Columns: readonly { readonly Name: string }[];
  };
}

describe("the rows of a crawl in DynamoDB, on MiniStack", { skip }, () => {
  it("The documented query gives score and state of each page, of the crawl before a recrawl, too", async (test) => {
    const site = await serveChangingSite([
      ["/", page("home", "hive", "wax", "gone")],
      ["/hive", page("hive", "wax")],
      ["/wax", page("wax")],
    ]);
    test.after(() => site.close());
    const project = {
      seeds: { urls: [`${site.origin}/`] },
      scope: { hosts: "seeds" },
      strategy: "breadth-first",
      politeness: {
        ...{ contact: "keeper@demo.example", minDelayMs: 20, allowLoopback: true },
        maxCrawlDelayMs: 100,
      },
    };
    const deployment = await theReturningDeployment();
    await startCrawl(deployment, project);
    const first = await endOfCrawl(deployment);
    assert.equal(first.pages.length, 4);
    const rows = await queryRows(deployment, first.state.crawl);
    assert.deepEqual(rows, first.pages.map(rowOf));
    await assertFiled(deployment, first.state.crawl, first.pages);
    const queue = await get(deployment, "/frontier", frontierSchema);
    assert.deepEqual([queue.crawl, queue.waiting, queue.links], [first.state.crawl, 0, []]);
    site.pages.set("/gone", page("back again"));
    await command(deployment, ["recrawl"]);
    const second = await endOfCrawl(deployment);
    assert.deepEqual(await queryRows(deployment, second.state.crawl), second.pages.map(rowOf));
    assert.deepEqual(await queryRows(deployment, first.state.crawl), rows);
    await assertFiled(deployment, first.state.crawl, first.pages);
    await assertFiled(deployment, second.state.crawl, second.pages);
    await assertExportGoesOn(deployment, second);
  });
});

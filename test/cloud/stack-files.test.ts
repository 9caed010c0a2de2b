import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, describe, it } from "node:test";
import { promisify } from "node:util";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { S3Client } from "@aws-sdk/client-s3";
import { z } from "zod";
import { createDynamoKeyValueStore } from "../../lib/adapters/aws/dynamo-table.ts";
import { createS3BlobStore } from "../../lib/adapters/aws/s3-blob-store.ts";
import { orderSchema } from "../../lib/stack/api/schemas.ts";
import { storedBundle } from "../../lib/stack/bundle.ts";
import { readRegister } from "../../lib/stack/stack-registers.ts";
import { aFolder } from "../support/a-folder.ts";
import { type Deployment, idOf, theDeployment } from "./support/a-deployment.ts";
import { assertConserved } from "./support/invariants.ts";
import { skip } from "./support/ministack.ts";
import { aServedDemo } from "./support/served-web.ts";
import { aBeekeepingProject, endOfCrawl } from "./support/stack-crawl.ts";

const curl = (...words: string[]) =>
  promisify(execFile)("curl", ["--silent", "--show-error", ...words]);

const uploads = z.object({
  files: z.array(
    z.object({ name: z.string(), url: z.url(), headers: z.record(z.string(), z.string()) }),
  ),
});

const refusal = z.object({ code: z.string(), message: z.string() });

/** Asks the API of a stack by curl. */
async function ask({ access }: Deployment, method: string, path: string, body: unknown) {
  const { stdout } = await curl(
    ...["--request", method, `${access.endpoint}${path}`, "--data", JSON.stringify(body)],
    ...["--header", `authorization: Bearer ${access.token}`],
    ...["--header", "content-type: application/json"],
  );
  const answer: unknown = JSON.parse(stdout);
  return answer;
}

/** Sends a file by curl; returns the status of the answer. */
async function send(file: string, { url, headers }: z.output<typeof uploads>["files"][number]) {
  const words = Object.entries(headers).flatMap(([name, value]) => [
    "--header",
    `${name}: ${value}`,
  ]);
  const said = ["--output", "/dev/null", "--write-out", "%{http_code}"];
  return Number((await curl("--upload-file", file, ...words, ...said, url)).stdout);
}

/** Returns what the crawl of a stack began with. */
async function planOf(deployment: Deployment) {
  const table = { client: new DynamoDBClient(), tableName: idOf(deployment, "Table") };
  const { value } = await readRegister(createDynamoKeyValueStore(table), "order");
  const blobs = createS3BlobStore({ client: new S3Client(), bucket: deployment.bucket });
  return storedBundle(blobs, value?.plan ?? "");
}

describe("the files of a project, on MiniStack", { skip }, () => {
  let deployment: Deployment;
  before(async () => {
    deployment = await theDeployment();
  });

  it("A crawl starts by curl alone with the files that its project names, and needs them no more", async (test) => {
    const web = await aServedDemo(test, ["university", "garden-blog"]);
    const folder = aFolder(test);
    const page = (title: string) =>
      `<title>${title}</title><p>${title} of honey bees in a hive.</p>`;
    const texts = new Map([
      ["good/hive.html", page("Beekeeping")],
      ["good/comb.html", page("Combs")],
      ["bad.html", page("Garden chairs")],
      ["seeds.txt", web.seeds.join("\n")],
      ["bees.yaml", "- name: beekeeping\n  synonyms: [apiculture]\n"],
    ]);
    mkdirSync(join(folder, "good"));
    const files = Array.from(texts, ([name, text]) => {
      writeFileSync(join(folder, name), text);
      const sha256 = createHash("sha256").update(text).digest("hex");
      return { name, bytes: Buffer.byteLength(text), sha256 };
    });
    const { seeds: _, ...rest } = aBeekeepingProject([], { pages: 30, minDelayMs: 1 });
    const project = {
      ...{ name: deployment.project, ...rest, seeds: { file: "seeds.txt" } },
      need: {
        ...{ topic: "beekeeping", ontology: "bees.yaml" },
        ...{ good: ["good/*.html"], bad: ["bad.html"] },
      },
      strategy: "auto",
    };
    const announced = uploads.parse(await ask(deployment, "POST", "/crawl/files", { files }));
    assert.deepEqual(
      announced.files.map(({ name }) => name),
      files.map(({ name }) => name),
    );
    const missing = refusal.parse(await ask(deployment, "PUT", "/crawl", project));
    assert.equal(missing.code, "file-missing");
    assert.match(missing.message, / was announced, and is not in the stack$/);
    for (const file of announced.files)
      assert.equal(await send(join(folder, file.name), file), 200, file.name);
    assert.equal(
      orderSchema.parse(await ask(deployment, "PUT", "/crawl", project)).requested,
      "run",
    );
    const ended = await endOfCrawl(deployment);
    assertConserved(ended);
    assert.equal(ended.state.report?.fetched, 30);
    const { need, project: kept } = await planOf(deployment);
    assert.deepEqual(
      [need.good, need.bad].map((pages) => pages.map(({ title }) => title).toSorted()),
      [["Beekeeping", "Combs"], ["Garden chairs"]],
    );
    assert.deepEqual(kept.seeds.urls, web.seeds);
    assert.ok(need.concepts?.terms.some(({ term }) => term === "apiculture"));
  });

  it("What was not announced is refused: another file by its digest, also where the bucket has taken it", async (test) => {
    const folder = aFolder(test);
    const files = [
      { name: "a.html", bytes: 5, sha256: createHash("sha256").update("other").digest("hex") },
    ];
    const [file] = uploads.parse(await ask(deployment, "POST", "/crawl/files", { files })).files;
    assert.ok(file);
    writeFileSync(join(folder, "a.html"), "hello");
    const status = await send(join(folder, "a.html"), file);
    const need = { topic: "beekeeping", good: ["a.html"] };
    const parts = aBeekeepingProject(["http://127.0.0.1/"], { pages: 1, minDelayMs: 1 });
    const project = { ...parts, name: deployment.project, need };
    const { code } = refusal.parse(await ask(deployment, "PUT", "/crawl", project));
    // S3 compares the digest; where an emulator does not, the function does.
    assert.equal(code, status === 200 ? "file-damaged" : "file-missing");
  });
});

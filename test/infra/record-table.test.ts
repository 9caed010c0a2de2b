import assert from "node:assert/strict";
import { it } from "node:test";
import { App, NestedStack, Stack } from "aws-cdk-lib";
import { Bucket } from "aws-cdk-lib/aws-s3";
import { addRecordTable } from "../../infra/record-table.ts";
import { RECORD_COLUMNS } from "../../lib/evaluation/export/record-columns.ts";
import { spell, synthStack } from "../support/synth-stack.ts";

const fungi = await synthStack();

it("A stack has a table of records in the account's catalog, whose columns are those of the files", () => {
  const database = fungi.only("AWS::Glue::Database", "RecordsCatalog");
  assert.deepEqual(database["DatabaseInput"], {
    Name: "dowser_fungi",
    Description: "Records of the crawls of Dowser-fungi",
  });
  const { DatabaseName, TableInput } = fungi.only("AWS::Glue::Table", "RecordsTable");
  const { Name, Parameters, PartitionKeys, StorageDescriptor, TableType } = TableInput as Record<
    "Name" | "Parameters" | "PartitionKeys" | "StorageDescriptor" | "TableType",
    Readonly<Record<string, unknown>>
  >;
  assert.deepEqual([DatabaseName, Name, TableType], ["dowser_fungi", "records", "EXTERNAL_TABLE"]);
  const { "storage.location.template": files, ...projection } = Parameters;
  assert.equal(spell(files), "s3://<Bucket>/records/crawl=${crawl}/");
  assert.equal(spell(StorageDescriptor["Location"]), "s3://<Bucket>/records/");
  assert.deepEqual(projection, {
    ...{ classification: "parquet", EXTERNAL: "TRUE" },
    ...{ "projection.enabled": "true", "projection.crawl.type": "injected" },
  });
  assert.deepEqual(PartitionKeys, [{ Name: "crawl", Type: "string" }]);
  const columns = StorageDescriptor["Columns"] as readonly { Name: string; Type: string }[];
  assert.deepEqual(
    columns.map((column) => column.Name),
    RECORD_COLUMNS.map(({ name }) => name),
  );
  const types = new Map(columns.map((column) => [column.Name, column.Type]));
  assert.deepEqual(
    ["url", "sequence", "score", "istarget", "fetchedat"].map((name) => types.get(name)),
    ["string", "bigint", "double", "boolean", "timestamp"],
  );
});

it("The database of a crawl in a stack of others is named after both, and in a nested stack by its place", () => {
  const team = new Stack(new App(), "Team-Bees");
  assert.equal(addRecordTable(team, new Bucket(team, "Bucket")), "team_bees");
  const nested = new NestedStack(team, "Nested");
  const name = addRecordTable(nested, new Bucket(nested, "Bucket"));
  assert.match(name, /^teambeesnested[0-9a-z_]+$/);
});

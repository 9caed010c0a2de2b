import { Aws, Names, Token } from "aws-cdk-lib";
import { CfnDatabase, CfnTable } from "aws-cdk-lib/aws-glue";
import type { Bucket } from "aws-cdk-lib/aws-s3";
import type { Construct } from "constructs";

import { RECORD_COLUMNS } from "../lib/evaluation/export/record-columns.ts";
import type { ColumnType } from "../lib/features/column.ts";
import { RECORD_FILES } from "../lib/project/stack-limits.ts";
import { crawlName } from "./crawl-name.ts";

/** What the catalog calls the types of columns in Parquet files. */
const TYPES: Readonly<Record<ColumnType, string>> = {
  text: "string",
  list: "string",
  number: "double",
  integer: "bigint",
  boolean: "boolean",
  time: "timestamp",
};

const PARQUET = "org.apache.hadoop.hive.ql.io.parquet";

/**
 * Adds the table of the records of all crawls to the account's catalog, for Athena and others; returns the name of its database. A
 * query names its crawl, whose files are in one folder: so no process has to look for partitions.
 */
export function addRecordTable(scope: Construct, bucket: Bucket): string {
  const name = databaseName(scope);
  const database = new CfnDatabase(scope, "RecordsCatalog", {
    catalogId: Aws.ACCOUNT_ID,
    databaseInput: { name, description: `Records of the crawls of ${crawlName(scope)}` },
  });
  const location = bucket.s3UrlForObject(RECORD_FILES);
  const table = new CfnTable(scope, "RecordsTable", {
    catalogId: Aws.ACCOUNT_ID,
    databaseName: name,
    tableInput: {
      name: "records",
      description: "A row for each URL that a crawl fetched or gave up",
      tableType: "EXTERNAL_TABLE",
      parameters: {
        classification: "parquet",
        EXTERNAL: "TRUE",
        "projection.enabled": "true",
        "projection.crawl.type": "injected",
        "storage.location.template": `${location}crawl=\${crawl}/`,
      },
      partitionKeys: [{ name: "crawl", type: "string" }],
      storageDescriptor: {
        columns: RECORD_COLUMNS.map(({ name: column, type, meaning }) => ({
          name: column,
          type: TYPES[type],
          comment: meaning,
        })),
        location,
        inputFormat: `${PARQUET}.MapredParquetInputFormat`,
        outputFormat: `${PARQUET}.MapredParquetOutputFormat`,
        serdeInfo: { serializationLibrary: `${PARQUET}.serde.ParquetHiveSerDe` },
      },
    },
  });
  table.addResourceDependency(database);
  return name;
}

/** Returns the name of the database: that of the crawl, as names in SQL are written. */
function databaseName(scope: Construct): string {
  const name = crawlName(scope);
  // A stack in another one gets its name when it is deployed.
  const known = Token.isUnresolved(name) ? Names.uniqueResourceName(scope, {}) : name;
  return known.toLowerCase().replaceAll(/[^a-z0-9]+/g, "_");
}

/**
 * Sets the variables that every function of a stack gets, and these; a function reads them when it
 * is imported.
 */
export function setFunctionEnvironment(more: Readonly<Record<string, string>> = {}): void {
  Object.assign(process.env, {
    TABLE_NAME: "table",
    BUCKET_NAME: "bucket",
    AWS_REGION: "us-east-1",
    POWERTOOLS_LOG_LEVEL: "SILENT",
    ...more,
  });
}

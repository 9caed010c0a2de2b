import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { openApi } from "../../docs/open-api.ts";
import { OPEN_API_FILE, openApiText } from "../../docs/write-open-api.ts";
import { ROUTES } from "../../lib/stack/api/routes.ts";

describe("the description of the API", () => {
  it("The OpenAPI description is committed as it is generated (npm run generate)", () => {
    assert.equal(readFileSync(OPEN_API_FILE, "utf8"), openApiText());
  });

  it("The OpenAPI description names every route once, and only schemas that it contains", () => {
    const text = openApiText();
    const names = Array.from(text.matchAll(/"operationId": "(\w+)"/g), ([, name = ""]) => name);
    assert.deepEqual(names.toSorted(), ROUTES.map(({ operation }) => operation).toSorted());
    assert.equal(new Set(names).size, names.length);
    const refs = Array.from(
      text.matchAll(/"#\/components\/schemas\/(\w+)"/g),
      ([, id]) => id ?? "",
    );
    const { components } = openApi() as { components: { schemas: Record<string, object> } };
    assert.deepEqual([...new Set(refs)].toSorted(), Object.keys(components.schemas).toSorted());
  });
});

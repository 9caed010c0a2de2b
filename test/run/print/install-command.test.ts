import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { installCommand } from "../../../lib/run/print/print-error.ts";
import packageJson from "../../../package.json" with { type: "json" };
import { aFolder } from "../../support/a-folder.ts";

const RANGES = {
  "@aws-sdk/client-s3": "^3.1.0",
  "@aws-sdk/client-sqs": "^3.2.0",
  "playwright-core": ">=1.50.0 <2",
  sharp: "^0.35.5",
  n3: "^2.1.0",
  "rdfxml-streaming-parser": "^3.3.0",
};

describe("the command that installs what is missing", () => {
  it("It names the versions that fit, and what is needed together at once", (test) => {
    const project = aFolder(test);
    writeFileSync(join(project, "package.json"), "{}");
    const root = join(project, "node_modules", "dowser");
    assert.equal(installCommand("sharp", root, RANGES), "npm install sharp@0.35");
    assert.equal(installCommand("playwright-core", root, RANGES), "npm install playwright-core");
    assert.equal(
      installCommand("@aws-sdk/client-sqs", root, RANGES),
      "npm install @aws-sdk/client-s3@3 @aws-sdk/client-sqs@3",
    );
    assert.equal(installCommand("n3", root, RANGES), "npm install n3@2 rdfxml-streaming-parser@3");
    assert.equal(installCommand("left-pad", root, RANGES), "npm install left-pad");
  });

  it("It is of the place where the program stands: a project, all users, a folder of npx, a checkout", (test) => {
    const prefix = aFolder(test);
    const everywhere = join(prefix, "lib/node_modules/dowser");
    mkdirSync(everywhere, { recursive: true });
    assert.equal(installCommand("sharp", everywhere, RANGES), "npm install --global sharp@0.35");
    const npx = join(prefix, "_npx/0123/node_modules/dowser");
    assert.equal(installCommand("sharp", npx, RANGES), "npm install --global dowser sharp@0.35");
    assert.equal(
      installCommand("sharp", prefix, RANGES),
      "npm ci --omit=dev in the folder of Dowser",
    );
  });

  it("No package is both needed by all and wanted by some", () => {
    const { dependencies, optionalDependencies, peerDependencies } = packageJson;
    const some = new Set([...Object.keys(optionalDependencies), ...Object.keys(peerDependencies)]);
    assert.deepEqual(
      Object.keys(dependencies).filter((name) => some.has(name)),
      [],
    );
  });
});

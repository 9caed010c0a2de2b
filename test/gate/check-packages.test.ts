import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  engineFaults,
  installFaults,
  type Lock,
  licenceFaults,
  pinFaults,
  scriptFaults,
} from "./check-packages.ts";

const HASH = { integrity: "sha512-x", license: "MIT" };

describe("the packages that npm ci installs", () => {
  it("Each has a hash, or comes in the archive of one that has", () => {
    const lock: Lock = {
      "": {},
      "node_modules/a": HASH,
      "node_modules/a/node_modules/b": { inBundle: true },
      "node_modules/a/node_modules/b/node_modules/c": { inBundle: true },
      "node_modules/d": { license: "MIT" },
      "node_modules/d/node_modules/e": { inBundle: true },
    };
    assert.deepEqual(
      pinFaults(lock).map((fault) => fault.replace(/ .*/, "")),
      ["node_modules/d", "node_modules/d/node_modules/e"],
    );
  });

  it("A licence is one that may be used: any of OR, all of AND, more for tools", () => {
    const faultsOf = (license: string | readonly string[] | undefined, dev?: boolean) =>
      licenceFaults({
        "": {},
        "node_modules/a": {
          version: "1.0.0",
          ...(license !== undefined && { license }),
          ...(dev === true && { dev }),
        },
      });
    for (const good of ["MIT", "(MIT AND Zlib)", "GPL-3.0-only OR MIT", ["MIT", "Apache2"]])
      assert.deepEqual(faultsOf(good), []);
    for (const bad of [
      "GPL-3.0-only",
      "MIT AND GPL-3.0-only",
      "UNLICENSED",
      "(MIT OR (A))",
      "none",
    ])
      assert.deepEqual(faultsOf(bad), [`a 1.0.0 has the licence ${bad}`]);
    assert.deepEqual(faultsOf(undefined), ["a 1.0.0 has the licence none"]);
    assert.equal(faultsOf("MPL-2.0").length, 1);
    assert.deepEqual(faultsOf("MPL-2.0", true), []);
  });

  it("A package with an install script is one that package.json decides about", () => {
    const lock: Lock = { "": {}, "node_modules/x/node_modules/a": { hasInstallScript: true } };
    assert.equal(scriptFaults(lock, ["x"]).length, 1);
    assert.deepEqual(scriptFaults(lock, ["a"]), []);
  });

  it("No optional package asks for a newer Node than npm ci may run on, as npm leaves such ones out in silence", () => {
    const faultsOf = (node: string, optional = true) =>
      engineFaults({
        "": { engines: { node: ">=20" } },
        "node_modules/a": { ...HASH, engines: { node }, optional },
      });
    for (const good of [">=20", "^20.19.0 || >=22.12.0", ">= 0.6", "*"])
      assert.deepEqual(faultsOf(good), []);
    for (const bad of [">=22", "^22.13 || ^24 || >=26", "24.x"])
      assert.deepEqual(faultsOf(bad), [
        "node_modules/a is optional, and npm on Node 20 leaves it out: make it a dependency",
      ]);
    assert.deepEqual(faultsOf(">=22", false), []);
  });

  it("Optional packages of this machine are installed, and have the licence that the lock file says", () => {
    const lock: Lock = {
      "": { optionalDependencies: { here: "1", there: "1", any: "1" } },
      "node_modules/here": { ...HASH, os: "linux", cpu: ["x64"] },
      "node_modules/there": { ...HASH, os: ["darwin"] },
      "node_modules/any": HASH,
    };
    const machine = { platform: "linux", arch: "x64" } as const;
    const withLicences = (licences: Readonly<Record<string, string>>) =>
      installFaults(
        lock,
        (path) => {
          const licence = licences[path.replace("node_modules/", "")];
          return licence === undefined ? undefined : { licence };
        },
        machine,
      );
    assert.deepEqual(withLicences({ here: "MIT", any: "MIT" }), []);
    assert.deepEqual(withLicences({ any: "MIT" }), [
      "node_modules/here is not installed: npm ci installs it",
    ]);
    assert.deepEqual(withLicences({ here: "MIT", any: "ISC" }), [
      "node_modules/any has another licence than the lock file says",
    ]);
  });
});

/** A registry of packages on loopback, which has those of this checkout: npm installs from it as from its own. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");

const FOLDER = "node_modules/";

/** Folders of the installed packages, by name and version. */
function installedPackages(): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
  const found = new Map<string, Map<string, string>>();
  for (const [place, { version }] of Object.entries<{ version: string }>(packages)) {
    const name = place.slice(place.lastIndexOf(FOLDER) + FOLDER.length);
    const folder = join(ROOT, place);
    if (place === "" || !existsSync(join(folder, "package.json"))) continue;
    found.set(name, (found.get(name) ?? new Map<string, string>()).set(version, folder));
  }
  return found;
}

/** Serves the installed packages. */
export async function serveRegistry() {
  const packages = installedPackages();
  const server = createServer(({ url = "" }, response) => {
    const [path = "", version] = decodeURIComponent(url.slice(1)).split("?version=");
    const folders = packages.get(path);
    if (folders === undefined) {
      response.writeHead(404).end("{}");
    } else if (version === undefined) {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(describe(path, folders)));
    } else {
      response.end(packed(folders.get(version) ?? ""));
    }
  });
  await new Promise<void>((listening) => {
    server.listen(0, "127.0.0.1", listening);
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens at a port
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function describe(name: string, folders: ReadonlyMap<string, string>): object {
    const versions = [...folders].map(([version, folder]) => {
      const tarball = `${origin}/${encodeURIComponent(name)}?version=${version}`;
      const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
      return [version, { ...manifest, scripts: {}, dist: { tarball } }] as const;
    });
    const latest = versions.at(-1)?.[0];
    return { name, "dist-tags": { latest }, versions: Object.fromEntries(versions) };
  }

  return { origin, close: () => server.close() };
}

/** Packs a package as npm would, without the packages inside it. */
function packed(folder: string): Buffer {
  const options = ["--exclude=./node_modules", "--transform=s,^[.],package,", "-C", folder];
  return execFileSync("tar", ["-c", ...options, "."], { maxBuffer: 2 ** 28 });
}

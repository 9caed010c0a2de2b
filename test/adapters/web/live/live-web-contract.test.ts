import { once } from "node:events";
import { createServer } from "node:http";
import { createLiveWeb } from "../../../../lib/adapters/web/live/live-web.ts";
import { describeWeb } from "../../../contract/web.ts";
import { aUrl } from "../../../support/a-url.ts";
import { SETTINGS } from "./support/scripted-site.ts";

describeWeb({
  name: "The live web",
  async open(site) {
    const server = createServer((request, response) => {
      const answer = site[request.url ?? ""];
      const { status, headers, body } = answer ?? { status: 404, headers: [], body: "" };
      response.writeHead(status, headers.flat()).end(body);
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const web = createLiveWeb(SETTINGS);
    return {
      web,
      urlOf: (path) => aUrl(`http://127.0.0.1:${port}${path}`),
      async close() {
        await web.close();
        server.close();
        server.closeAllConnections();
        await once(server, "close");
      },
    };
  },
});

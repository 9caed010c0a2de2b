/** The commands that serve a folder: to people by a page, to agents by a protocol. */
import type { Command } from "@commander-js/extra-typings";
import { Option } from "@commander-js/extra-typings";
import { portOf, positiveNumber, webOption, wholeNumber } from "./options.ts";

const UI_HELP = `
Only this machine can reach it, and only by the address that is printed: its token is a key. Crawls are
programs of their own: a closed browser changes nothing.

Examples:
  dowser ui
  dowser ui studies/bees --port 0
  dowser ui --web site.warc.gz
  dowser ui --stack project.yaml

With --stack it shows the crawl in a project's stack on AWS, which is found as by dowser status and dowser
pull. A copy without pages is kept where dowser pull makes it while the page is open; reports and exports copy
all pages.`;

/** The port that is tried where none is named. */
const PORT = 8425;

/** Adds `dowser ui`. */
export function addUiCommand(program: Command<[], { stack?: true }>): void {
  program
    .command("ui")
    .description("open a page in the browser: begin, watch and judge crawls, look, export")
    .argument("[folder]", "folder with project files and their runs", ".")
    .option("--port <number>", "port to listen at; 0 for any that is free", portOf, PORT)
    .option(
      "--host <address>",
      "address to listen at; others than the default let others in",
      "127.0.0.1",
    )
    .addOption(webOption("crawl this recording"))
    .addOption(
      new Option(
        "--stack <project>",
        "show the crawl in the stack of this project file, in its folder",
      ).conflicts("web"),
    )
    .addHelpText("after", UI_HELP)
    .action(async (folder, options) => {
      const { uiCommand } = await import("./ui.ts");
      await uiCommand(folder, options);
    });
}

const MCP_HELP = `
An agent may begin crawls from a question, watch them, search and read their pages, ask why, label pages and export:
within these limits, which no agent can widen. Before it writes, the agent's client asks you. A client that cannot ask
is refused, unless --allow-writes is given. Crawls that agents began pause when the client leaves.

A client starts it by a configuration such as:

  { "mcpServers": { "dowser": { "command": "dowser", "args": ["mcp", "/home/me/studies", "--max-pages", "500",
    "--hosts", "example.org", "--contact", "me@example.org"] } } }

With --http it listens on this machine only, and prints address and token. docs/mcp.md has the rest.`;

/** Adds `dowser mcp`. */
export function addMcpCommand(program: Command<[], { stack?: true }>): void {
  program
    .command("mcp")
    .description("let an agent crawl, search and read within limits, by the Model Context Protocol")
    .argument("[folder]", "folder with project files and their runs", ".")
    .option("--max-pages <number>", "pages that all its crawls may fetch", wholeNumber(1), 1_000)
    .option("--max-hours <hours>", "longest time of a crawl", positiveNumber, 1)
    .option("--max-crawls <number>", "crawls that it may begin", wholeNumber(1), 10)
    .option("--hosts <names>", "only these hosts and their subdomains, with commas", hostsOf, [])
    .option("--contact <who>", "e-mail address or web page for site owners; live crawls need it")
    .option("--search <engine>", "seeds from brave, local, or the address of a SearXNG instance")
    .addOption(webOption("crawl this recording"))
    .option("--allow-writes", "let clients write that cannot ask you", false)
    .option(
      "--http <port>",
      "listen at this port instead of the standard streams; 0 for any",
      portOf,
    )
    .addHelpText("after", MCP_HELP)
    .action(async (folder, options, command) => {
      const { hostsNamed, mcpCommand } = await import("./mcp.ts");
      const hosts = hostsNamed(options.hosts);
      if (hosts === undefined)
        return command.error(
          "error: --hosts: expected host names such as example.org, with commas.",
        );
      await mcpCommand(folder, { ...options, hosts });
    });
}

function hostsOf(text: string): readonly string[] {
  return text.split(",").map((name) => name.trim());
}

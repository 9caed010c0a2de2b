import type { Command } from "@commander-js/extra-typings";
import { InvalidArgumentError } from "@commander-js/extra-typings";
import { hostSchema } from "../config/host-schema.ts";
import { portOf, positiveNumber, webOption, wholeNumber } from "./options.ts";

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
    .action(async (folder, options) => {
      const { mcpCommand } = await import("./mcp.ts");
      await mcpCommand(folder, options);
    });
}

function hostsOf(text: string): readonly string[] {
  return text.split(",").map((name) => {
    const host = hostSchema.safeParse(name.trim());
    if (host.success) return host.data;
    throw new InvalidArgumentError("expected host names such as example.org, with commas.");
  });
}

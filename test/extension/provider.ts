// A page, and providers behind it: they answer as the samples say, and count who asks.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { all, converse } from "../web/capture/exchanges.ts";

/** A running server. */
export interface Provider {
  readonly origin: string;
  /** Every path that was asked for. */
  readonly asked: string[];
  stop(): Promise<void>;
}

/** Starts it on a free port. */
export async function startProvider(): Promise<Provider> {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://x");
    asked.push(`${request.method} ${pathname}`);
    let text = "";
    for await (const chunk of request.setEncoding("utf8")) text += chunk;
    const [, sample] = all.find(([, { url }]) => url === pathname) ?? [];
    if (pathname === converse.url) {
      response.writeHead(200, { "content-type": "application/vnd.amazon.eventstream" });
      const stream = Buffer.concat(converse.frames);
      // Other letters than the checksum stands for.
      if (text.includes('"damaged":true')) stream.write("IT.", stream.indexOf("it."));
      response.end(stream);
    } else if (request.method !== "POST" || !sample) {
      response.setHeader("content-type", "text/html").end("<!doctype html><title>app</title><h1>app</h1>");
    } else if (text.includes('"wait":true')) {
      response.writeHead(200, { "content-type": "text/event-stream" }).write(": the rest never comes\n\n");
    } else if (text === JSON.stringify(sample.refused) || text.includes('"refuse":true')) {
      response.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify(sample.error));
    } else if (text.includes('"whole":true')) {
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(sample.whole));
    } else {
      response.writeHead(200, { "content-type": "text/event-stream" });
      const events = sample.stream.split(/(?<=\n\n)/);
      const left = Number(/"cut":(\d+)/.exec(text)?.[1] ?? 0);
      for (const event of events.slice(0, events.length - left)) response.write(event);
      response.end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    asked,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * The edge worker: the API under `/v1/`, the gateway under the names of its upstreams, and the inspector page as static
 * assets.
 *
 * A transcript is in memory while its request is answered, and is kept only where a session is stored. Nothing of it is
 * logged. Web standards only, so it runs in workerd without Node compatibility.
 */

import { createJsquashEngine } from "../src/adapters/jsquash/workerd.ts";
import { settingsOf, type Variables } from "./config.ts";
import { handleGateway } from "./gateway/index.ts";
import { gatewaySettingsOf } from "./gateway/settings.ts";
import type { ResponseCache } from "./image-cache.ts";
import type { Services } from "./operation.ts";
import { withSecurityHeaders } from "./problem.ts";
import { handleApi, isApiPath, toRefusal } from "./routes.ts";
import { type SessionBindings, sessionHostOf } from "./sessions/host.ts";

export { SessionWriter } from "./sessions/writer.ts";

/** One for the isolate: it works on one image at a time, and keeps its codecs between requests. */
const engine = createJsquashEngine({ memory: "edge" });

interface Env extends Variables, SessionBindings {
  /** The built page. */
  readonly ASSETS: { fetch(request: Request): Promise<Response> };
}

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const url = new URL(request.url);
    try {
      const services = servicesOf(env);
      if (isApiPath(url.pathname)) return handleApi(request, url, services);
      const forwarded = await handleGateway(request, url, { ...services, gateway: gatewaySettingsOf(env) });
      return forwarded ?? serveAsset(request, url, env);
    } catch (error) {
      return toRefusal(error).toResponse();
    }
  },
};

function servicesOf(env: Env): Services {
  const sessions = sessionHostOf(env);
  const imageCache = (globalThis as { caches?: { default?: ResponseCache } }).caches?.default;
  return {
    settings: settingsOf(env),
    engine,
    ...(imageCache && { imageCache }),
    ...(sessions && { sessions }),
  };
}

/** Asset names under `/assets/` hold a hash of the content, so they never change; all others are asked for again. */
async function serveAsset(request: Request, url: URL, env: Env): Promise<Response> {
  const response = withSecurityHeaders(await env.ASSETS.fetch(request));
  const lasting = response.ok && url.pathname.startsWith("/assets/");
  response.headers.set("cache-control", lasting ? "public, max-age=31536000, immutable" : "no-cache");
  return response;
}

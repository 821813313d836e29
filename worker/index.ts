/**
 * The edge worker: the API under `/v1/`, and the inspector page as static assets.
 *
 * It keeps nothing and logs nothing: a transcript is in memory while its request is answered. Web standards only, so it
 * runs in workerd without Node compatibility.
 */

import { createJsquashEngine } from "../src/adapters/jsquash/workerd.ts";
import { settingsOf, type Variables } from "./config.ts";
import { handleGateway } from "./gateway/index.ts";
import { gatewaySettingsOf } from "./gateway/settings.ts";
import { withSecurityHeaders } from "./problem.ts";
import { handleApi } from "./routes.ts";

/** One for the isolate: it works on one image at a time, and keeps its codecs between requests. */
const engine = createJsquashEngine({ memory: "edge" });

interface Env extends Variables {
  /** The built page. */
  readonly ASSETS: { fetch(request: Request): Promise<Response> };
}

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const url = new URL(request.url);
    const services = { settings: settingsOf(env), gateway: gatewaySettingsOf(env), images: { engine } };
    const forwarded = await handleGateway(request, url, services);
    if (forwarded) return forwarded;
    if (url.pathname === "/v1" || url.pathname.startsWith("/v1/"))
      return handleApi(request, url, { engine, settings: settingsOf(env) });
    return serveAsset(request, url, env);
  },
};

/** Asset names under `/assets/` hold a hash of the content, so they never change; all others are asked for again. */
async function serveAsset(request: Request, url: URL, env: Env): Promise<Response> {
  const response = withSecurityHeaders(await env.ASSETS.fetch(request));
  const lasting = response.ok && url.pathname.startsWith("/assets/");
  response.headers.set("cache-control", lasting ? "public, max-age=31536000, immutable" : "no-cache");
  return response;
}

/** The one setting of images that hosts keep in their configuration file. */
import { isRecord } from "../transcript/message.ts";

/** Side of an image unless the configuration names another. */
const DEFAULT_SIDE_PX = 1200;

/**
 * Reads `agents.defaults.imageMaxDimensionPx`: numbers are rounded down and at least 1, anything else is the default of
 * 1200. A configuration that is broken elsewhere must not stop a replay, so nothing here throws.
 *
 * @example
 * imageLimitsFromConfig({ agents: { defaults: { imageMaxDimensionPx: 800.9 } } }); // { maxDimensionPx: 800 }
 */
export function imageLimitsFromConfig(config: unknown): { maxDimensionPx: number } {
  const agents = isRecord(config) ? config["agents"] : undefined;
  const defaults = isRecord(agents) ? agents["defaults"] : undefined;
  const side = isRecord(defaults) ? defaults["imageMaxDimensionPx"] : undefined;
  const usable = typeof side === "number" && Number.isFinite(side);
  return { maxDimensionPx: usable ? Math.max(1, Math.floor(side)) : DEFAULT_SIDE_PX };
}

/** The side of images in a host's configuration. */
import { expect, test } from "vitest";
import { imageLimitsFromConfig } from "../../src/policy/image-config.ts";

const config = (imageMaxDimensionPx: unknown) => ({ agents: { defaults: { imageMaxDimensionPx } } });

test.each<[unknown, number]>([
  [config(800.9), 800],
  [config(0), 1],
  [config(-5), 1],
  [config(0.4), 1],
  [config(4096), 4096],
  [config("800"), 1200],
  [config("9"), 1200],
  [config(Number.NaN), 1200],
  [config(Number.POSITIVE_INFINITY), 1200],
  [config(null), 1200],
  [undefined, 1200],
  [null, 1200],
  [[], 1200],
  [{ agents: [] }, 1200],
  [{ agents: { defaults: 7 } }, 1200],
])("%j: %d px", (value, side) => {
  expect(imageLimitsFromConfig(value)).toEqual({ maxDimensionPx: side });
});

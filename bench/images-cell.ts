// What bench/images.mjs bundles for Node, for the browser and for workerd: our engine, with its memory in view.
import { readBase64 } from "../src/images/base64.ts";
import { createEngine } from "../src/images/engines/jsquash/engine.ts";
import type { JsquashModules } from "../src/images/engines/jsquash/modules.ts";
import { measureCanonical, measureImage } from "../src/images/measure.ts";
import type { EncodedImage } from "../src/images/types.ts";

export { measureCanonical, measureImage, readBase64 };

const LIMITS = { maxSide: 1200, maxBytes: 5 * 2 ** 20, formats: ["jpeg", "png"] } as const;

/** Our engine as the other programs are called: base64 in, base64 out. */
export function makeOurs(modules: JsquashModules, memory: "edge" | "default" = "default") {
  let most = 0;
  const engine = createEngine({ modules, memory }, (_, bytes) => {
    most = Math.max(most, bytes);
  });
  return {
    async run(data: string): Promise<EncodedImage> {
      const info = measureCanonical(data);
      if (!info) throw new Error("no image");
      return engine.process({ data, info, limits: LIMITS });
    },
    /** The most linear memory that was held, in bytes, since the last call. */
    peak(): number {
      const bytes = most;
      most = 0;
      return bytes;
    },
  };
}

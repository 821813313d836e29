/** The image engine of the page: its code and its codecs are loaded when an image needs work. */
import { type ImageEngine, ImageError } from "../src/index.ts";

let loaded: Promise<ImageEngine> | undefined;

/** Works like the engine `jsquash`, whose results it gives. */
export const imageEngine: ImageEngine = {
  name: "jsquash",
  async process(job, signal) {
    loaded ??= load();
    return (await loaded).process(job, signal);
  },
};

async function load(): Promise<ImageEngine> {
  try {
    const [{ createJsquashEngine }, { modules }] = await Promise.all([
      import("../src/images/engines/jsquash/index.ts"),
      import("./modules.ts"),
    ]);
    return createJsquashEngine({ modules });
  } catch (cause) {
    // The next image tries again.
    loaded = undefined;
    throw new ImageError("unavailable", "The image codecs could not be loaded", { cause });
  }
}

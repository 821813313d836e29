/** Builds parts of content that were not read from a body of this format. */
import { type Block, isFilled } from "../../transcript/message.ts";
import type { BuildBlock } from "../content.ts";
import { dataUrl } from "../data-url.ts";
import type { WireObject } from "../lens.ts";

/** Builds the parts of a message of a role of the session model. Undefined is what the format has no words for. */
export function partBuilder(role: string): BuildBlock {
  return (block) => {
    const built = role === "user" ? (buildText(block) ?? buildMedia(block)) : buildText(block);
    const { cache_control } = block;
    return built && cache_control !== undefined ? { ...built, cache_control } : built;
  };
}

function buildText({ type, text }: Block): WireObject | undefined {
  return type === "text" && typeof text === "string" ? { type, text } : undefined;
}

/** Pictures and files are the user's alone. */
function buildMedia(block: Block): WireObject | undefined {
  const { type, data, mimeType, url, text } = block;
  switch (type) {
    case "image": {
      const inline = dataUrl(mimeType, data);
      return inline === undefined ? undefined : { type: "image_url", image_url: { url: inline } };
    }
    case "media":
      return block["kind"] === "image" && typeof url === "string"
        ? { type: "image_url", image_url: { url } }
        : undefined;
    case "document":
      return typeof text === "string" ? { type: "text", text } : buildFile(block);
    default:
      return undefined;
  }
}

/** A file of another provider means nothing here: OpenAI's have ids that begin with `file-`. */
function buildFile({ name, mimeType, data, fileId }: Block): WireObject | undefined {
  if (typeof fileId === "string" && fileId.startsWith("file-")) return { type: "file", file: { file_id: fileId } };
  if (typeof data !== "string" || mimeType !== "application/pdf") return undefined;
  return {
    type: "file",
    file: { filename: isFilled(name) ? name : "document.pdf", file_data: dataUrl(mimeType, data) },
  };
}

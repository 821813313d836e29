// @ts-check
// What is wrong around an image: its label and its base64.
import { base64, join } from "./bytes.mjs";
import { exact } from "./fixture.mjs";
import { opaque, pixel, quadrants } from "./picture.mjs";
import { encodePng } from "./png.mjs";

/** @typedef {import("./fixture.mjs").ImageFixture} ImageFixture */

export function labels() {
  const picture = quadrants();
  const png = encodePng(96, 64, (x, y) => pixel(picture, x, y).slice(0, 3), { type: 2 });
  // Three lengths, for the three ends that base64 can have.
  const ending = (/** @type {number} */ left) => base64(join(png, Array((left + 3 - (png.length % 3)) % 3).fill(0)));
  const [whole, one, two] = [ending(0), ending(1), ending(2)];
  const info = { format: /** @type {const} */ ("png"), mimeType: "image/png", width: 96, height: 64 };
  const good = { info, corners: opaque, tolerance: exact };
  /** @type {(name: string, data: string, mimeType?: string) => ImageFixture} */
  const read = (name, data, mimeType = "image/png") => ({ name: `label/${name}`, data, mimeType, expect: good });
  /** @type {(name: string, data: string, mimeType?: string) => ImageFixture} */
  const refused = (name, data, mimeType = "image/png") => ({
    name: `label/${name}`,
    data,
    mimeType,
    expect: { info: null },
  });
  const page = '<!doctype html><title>404</title><p>There is no such image. <svg width="9" height="9"></svg>';
  return [
    read("png-as-jpeg", whole, "image/jpeg"),
    read("png-as-webp", whole, "image/webp"),
    read("short-name", whole, "png"),
    read("upper-case-with-parameter", whole, "IMAGE/PNG; charset=binary"),
    read("no-type", whole, ""),
    read("data-url", `data:image/png;base64,${whole}`),
    read("data-url-with-parameter", `data:image/png;name=a.png;base64,${whole}`),
    read("data-url-of-another-type", `data:image/jpeg;base64,${whole}`),
    read("url-safe", whole.replaceAll("+", "-").replaceAll("/", "_")),
    read("lines", whole.replaceAll(/.{76}/g, "$&\r\n")),
    read("spaces-around", `  ${whole}\n`),
    read("without-padding-of-one", two.replace(/=$/, "")),
    read("without-padding-of-two", one.replace(/==$/, "")),
    refused("empty", ""),
    refused("only-white-space", " \n\t"),
    refused(
      "unused-bits-set",
      one.replace(/(.)==$/, (_, last) => `${next(last)}==`),
    ),
    refused("one-character-too-many", `${whole}A`),
    refused("padding-inside", `${whole.slice(0, 100)}=${whole.slice(100)}`),
    refused("markup-behind", `${whole}" onerror="alert(1)`),
    refused("two-data-urls", `data:image/png;base64,data:image/png;base64,${whole}`),
    refused("data-url-in-text", "data:image/svg+xml,%3Csvg%3E"),
    refused("page-as-jpeg", base64(join(page)), "image/jpeg"),
    refused("text", base64(join("not an image at all, only a sentence")), "image/png"),
    refused("message-of-an-error", "Error: file not found", "image/png"),
    refused("pdf", base64(join("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<<>>\nendobj\n")), "image/png"),
  ];
}

/** The next letter, which sets a bit that no byte uses. @param {string} letter */
const next = (letter) => String.fromCharCode(letter.charCodeAt(0) + 1);

// The fixtures are files as others write them: sharp sees in them what they are said to show.
import sharp from "sharp";
import { expect, test } from "vitest";
import { distance, quadrantsOf } from "../conformance/images-pixels.ts";
import { fixtures, type ImageFixture } from "./fixtures.js";

/** Formats that sharp reads, too. */
const readable: ReadonlySet<string> = new Set(["jpeg", "png", "gif", "webp"]);

/** It looks for EXIF before the pixels only, converts inks by a color profile, and takes no file with a wrong check. */
const seenOtherwise: ReadonlySet<string> = new Set(["png/exif-8-behind-pixels", "jpeg/cmyk", "jpeg/ycck"]);
const readOtherwise = /^png\/(bad-check|lies|half)|^webp\/first-frame-at|-beyond-the-|^gif\/first-frame/;

const compared = fixtures.filter(({ name, expect: { corners, warned, code } }) => {
  if (!readable.has(name.split("/")[0] ?? "") || seenOtherwise.has(name) || readOtherwise.test(name)) return false;
  return corners?.some((corner) => corner !== null) && !code && (!warned || !name.includes("cut"));
});

test("every kind is compared", () => {
  expect(compared.length).toBeGreaterThan(80);
});

test.each(compared)("sharp shows $name", async ({ data, expect: { corners = [], tolerance = 0, info } }) => {
  const { data: pixels, info: size } = await decoded(data);
  expect([size.width, size.height]).toEqual([info?.width, info?.height]);
  const shown = quadrantsOf({ width: size.width, height: size.height, data: pixels });
  expect(distance(shown, corners), JSON.stringify(shown)).toBeLessThanOrEqual(tolerance);
});

test("four inks are the same picture, transformed or not", async () => {
  const [plain, transformed] = await Promise.all(
    [named("jpeg/cmyk"), named("jpeg/ycck")].map(({ data }) => decoded(data)),
  );
  const [a, b] = [plain, transformed].map((each) =>
    quadrantsOf({ width: 96, height: 64, data: each?.data ?? new Uint8Array() }),
  );
  expect(distance(a ?? [], b ?? [])).toBeLessThanOrEqual(2);
});

const decoded = (data: string) =>
  sharp(Buffer.from(data, "base64"))
    .autoOrient()
    .toColorspace("srgb")
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });

function named(name: string): ImageFixture {
  const fixture = fixtures.find((each) => each.name === name);
  if (!fixture) throw new Error(`there is no fixture ${name}`);
  return fixture;
}

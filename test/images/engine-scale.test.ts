// Pictures that are scaled as a whole, compared with the same scaled row by row.
import { expect, test } from "vitest";
import { RowResampler } from "../../src/images/engines/jsquash/resample.ts";
import { scalePicture } from "../../src/images/engines/jsquash/scale-picture.ts";
import { createRandom } from "../properties/random.ts";

const random = createRandom(1);

test.each([1, 3] as const)("%i channels: off by one at most", (channels) => {
  const sizes = [
    [1, 1, 1, 1],
    [40, 30, 40, 30],
    [41, 33, 1, 1],
    [150, 112, 120, 90],
    [200, 150, 120, 90],
    [97, 101, 13, 7],
    [300, 2, 299, 1],
    [2, 300, 1, 299],
  ] as const;
  for (const [width, height, toWidth, toHeight] of sizes) {
    const picture = Uint8Array.from({ length: width * height * channels }, () => random.below(256));
    const target = { width: toWidth, height: toHeight };
    const whole = scalePicture(picture, channels, { width, height }, target);
    const rows = new RowResampler({ width, height }, target, channels === 1 ? "gray" : "rgb");
    for (let y = 0; y < height; y++) rows.push(picture, y * width * channels);
    const { data } = rows.finish();
    expect(whole).toMatchObject({ ...target, opaque: true });
    expect(whole.data.length).toBe(data.length);
    expect(Math.max(...whole.data.map((value, i) => Math.abs(value - (data[i] as number))))).toBeLessThanOrEqual(1);
  }
});

test("a picture of one color stays of one color", () => {
  for (const value of [0, 1, 127, 254, 255]) {
    const { data } = scalePicture(
      new Uint8Array(97 * 53 * 3).fill(value),
      3,
      { width: 97, height: 53 },
      { width: 31, height: 17 },
    );
    expect(new Set(data.filter((_, i) => i % 4 < 3))).toEqual(new Set([value]));
  }
});

test("sides that are not scaled keep every pixel", () => {
  const picture = Uint8Array.from({ length: 20 * 10 * 3 }, () => random.below(256));
  const { data } = scalePicture(picture, 3, { width: 20, height: 10 }, { width: 20, height: 10 });
  expect([...data.filter((_, i) => i % 4 < 3)]).toEqual([...picture]);
});

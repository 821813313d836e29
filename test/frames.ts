// Frames of the binary event streams of AWS, built by their document.
import { crc32 } from "node:zlib";

/** An event of a service. */
export function eventFrame(event: string, payload: object): Buffer {
  return frame({ ":event-type": event, ":content-type": "application/json", ":message-type": "event" }, payload);
}

/** A frame with headers that are texts. */
export function frame(headers: Readonly<Record<string, string>>, payload: object): Buffer {
  const named = Object.entries(headers).flatMap(([name, value]) => {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(Buffer.byteLength(value));
    return [Buffer.from([name.length]), Buffer.from(name), Buffer.from([7]), length, Buffer.from(value)];
  });
  return frameOf(Buffer.concat(named), Buffer.from(JSON.stringify(payload)));
}

/** A frame of any headers and payload. */
export function frameOf(headers: Buffer, payload: Buffer): Buffer {
  const prelude = Buffer.alloc(12);
  prelude.writeUInt32BE(12 + headers.length + payload.length + 4, 0);
  prelude.writeUInt32BE(headers.length, 4);
  prelude.writeUInt32BE(crc32(prelude.subarray(0, 8)), 8);
  const start = Buffer.concat([prelude, headers, payload]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(start));
  return Buffer.concat([start, checksum]);
}

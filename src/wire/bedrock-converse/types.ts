/** Media types as Converse names them: by a short word. */

const DOCUMENTS: Readonly<Record<string, string>> = {
  pdf: "application/pdf",
  csv: "text/csv",
  doc: "application/msword",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xls: "application/vnd.ms-excel",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  html: "text/html",
  txt: "text/plain",
  md: "text/markdown",
};

/** The media type of a document's format; undefined when there is none of that name. */
export function documentTypeOf(format: unknown): string | undefined {
  return typeof format === "string" && Object.hasOwn(DOCUMENTS, format) ? DOCUMENTS[format] : undefined;
}

/** The format of a document's media type; undefined when Converse takes none of that type. */
export function documentFormatOf(mimeType: unknown): string | undefined {
  return Object.keys(DOCUMENTS).find((format) => DOCUMENTS[format] === mimeType);
}

/** The format of an image's media type. One that Converse does not take is named all the same, for others to judge. */
export function imageFormatOf(mimeType: unknown): unknown {
  if (typeof mimeType !== "string" || !mimeType.startsWith("image/")) return mimeType;
  const format = mimeType.slice("image/".length);
  return format === "jpg" ? "jpeg" : format;
}

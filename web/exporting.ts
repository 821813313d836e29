/** Takes a result along: asks the worker for the file and hands it to the host. */
import type { ExportKind } from "./protocol.ts";
import type { Inspector } from "./state.ts";

/** Said wherever a copy can be taken along. */
export const KEEP_SAFE = "To be sent once. Do not store it over the session";

/** Saves a file and says so. */
export async function saveExport(inspector: Inspector, kind: ExportKind): Promise<void> {
  const name = inspector.opening?.name ?? "transcript";
  const file = await inspector.ask("export", { kind, name });
  if (!file) return;
  if (kind === "curl") {
    try {
      await inspector.host.copy(await file.blob.text());
      inspector.set({ note: "The command was copied, without credentials." });
      return;
    } catch {
      // Where copying is not allowed, it is saved.
    }
  }
  inspector.host.save(file.name, file.blob);
  inspector.set({ note: `Saved ${file.name}.` });
}

/** What a person does with a request: looks into it, or takes something along. */
import { curlCommand } from "../exports/index.ts";
import { tryJson } from "../inputs/json.ts";
import type { Inspector } from "../state.ts";
import type { Listed } from "./feed.ts";
import { type Requests, targetOf } from "./requests.ts";

const GONE = "The request is no longer kept.";

/** Opens the request in the inspector's views. */
export async function inspect(request: Listed, requests: Requests, inspector: Inspector): Promise<void> {
  if (await open(request, requests, inspector)) inspector.show("transcript");
}

/** Copies the body as the provider takes it; images are worked on first. */
export async function copyRepaired(request: Listed, requests: Requests, inspector: Inspector): Promise<void> {
  const { tab } = inspector;
  if (!(await open(request, requests, inspector))) return;
  inspector.show(tab);
  await finished(inspector);
  const file = await inspector.ask("export", { kind: "body", name: nameOf(request) });
  if (!file) return;
  const left = inspector.result?.status === "unrepairable" ? " An error is left in it." : "";
  await copy(inspector, await file.blob.text(), `The repaired body was copied, without credentials.${left}`);
}

/** Copies a command that sends the body as it was. */
export async function copyCurl(request: Listed, requests: Requests, inspector: Inspector): Promise<void> {
  const text = await requests.ask("text", request.id);
  if (text === undefined) return inspector.set({ note: GONE });
  const { format, target, url } = request;
  const modelId = target.modelId ?? undefined;
  const command = curlCommand({ format, body: tryJson(text), url, ...(modelId !== undefined && { modelId }) });
  await copy(inspector, command, "The command was copied, without credentials.");
}

/** Copies the form of a request that was judged wrongly, and none of its words. */
export async function copyCase(request: Listed, requests: Requests, inspector: Inspector): Promise<void> {
  const text = await requests.ask("case", request.id);
  if (text === undefined) return inspector.set({ note: GONE });
  await copy(inspector, text, "The redacted case was copied. Look through it before you send it to anybody.");
}

async function copy(inspector: Inspector, text: string, note: string): Promise<void> {
  try {
    await inspector.host.copy(text);
    inspector.set({ note });
  } catch {
    inspector.set({ note: "The browser does not allow to copy." });
  }
}

/** What is open already stays open. */
async function open(request: Listed, requests: Requests, inspector: Inspector): Promise<boolean> {
  const isOpen = requests.inspected === request.id && inspector.opening?.name === nameOf(request);
  if (isOpen) return true;
  const text = await requests.ask("text", request.id);
  if (text === undefined) {
    inspector.set({ note: GONE });
    return false;
  }
  requests.inspected = request.id;
  inspector.open(nameOf(request), new Blob([text]), targetOf(request));
  return true;
}

function nameOf({ id, format }: Listed): string {
  return `request-${id}.${format}.json`;
}

/** When the inspector has nothing left to do. */
function finished(inspector: Inspector): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (inspector.working !== undefined || (!inspector.result && !inspector.trouble)) return;
      inspector.removeEventListener("change", look);
      resolve();
    };
    inspector.addEventListener("change", look);
    look();
  });
}

/** The page that the browser opens with its developer tools, and never shows: it makes the panel, and records. */
import { devtoolsApi } from "./devtools-api.ts";
import { type FromPanel, type FromRecorder, openChannel } from "./feed.ts";
import { Judge } from "./judging.ts";
import { Recorder } from "./recorder.ts";

const api = devtoolsApi();
if (api) {
  const channel = openChannel(api.inspectedWindow.tabId);
  const judge = new Judge((answer) => recorder.judged(answer));
  const recorder = new Recorder({
    tell: (message: FromRecorder) => channel.postMessage(message),
    ask: (question) => judge.ask(question),
  });
  let theme: FromRecorder | undefined;
  api.panels.setThemeChangeHandler?.((name) => {
    theme = { kind: "theme", name };
    channel.postMessage(theme);
  });
  channel.addEventListener("message", ({ data }: MessageEvent<FromPanel>) => {
    recorder.hear(data);
    if (data.kind === "hello" && theme) channel.postMessage(theme);
  });
  recorder.start(api);
  api.panels.create("Transcripts", "icon-32.png", "panel.html");
}

/** The panel: the inspector, with the requests of the page as its first view. */
import { html } from "lit";
import { App, defineParts } from "../parts/index.ts";
import { applyTheme } from "../theme.ts";
import { devtoolsApi } from "./devtools-api.ts";
import { openChannel } from "./feed.ts";
import { PanelHost, themeOf } from "./host.ts";
import { Requests } from "./requests.ts";
import { RequestsView } from "./requests-view.ts";

customElements.define("rs-requests", RequestsView);
defineParts();

const api = devtoolsApi();
const app = new App();
const followTheme = (name: string): void => applyTheme(themeOf(name), app);
const requests = new Requests(openChannel(api?.inspectedWindow.tabId ?? -1), followTheme);
app.host = new PanelHost(
  [
    {
      id: "requests",
      label: "Requests",
      count: () => requests.all.length,
      render: () => html`<rs-requests .inspector=${app.inspector} .requests=${requests}></rs-requests>`,
    },
  ],
  api?.panels,
);
api?.panels.onThemeChanged?.addListener(followTheme);
requests.addEventListener("change", () => app.requestUpdate());
document.body.append(app);
app.inspector.show("requests");

// What the gateway is compared with: a worker that forwards and does nothing else.
export default {
  fetch(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    const headers = new Headers(request.headers);
    headers.delete("host");
    const url = `https://api.anthropic.com${pathname.replace(/^\/anthropic/, "")}${search}`;
    return fetch(url, { method: request.method, headers, body: request.body, redirect: "manual" });
  },
};

/** The description of the API, made from its operations and their schemas. */
import * as z from "zod/mini";
import { version } from "../package.json";
import { problem } from "./api/answers.ts";
import type { Content, Operation } from "./operation.ts";

type Json = Readonly<Record<string, unknown>>;

let made: Json | undefined;

/** OpenAPI 3.1. Made when it is first asked for. */
export function openApi(operations: readonly Operation[]): Json {
  made ??= {
    openapi: "3.1.0",
    info: {
      title: "replaysafe",
      version,
      description:
        "Repairs the transcript of an LLM agent so that a given provider accepts it, and says what it changed.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    paths: Object.fromEntries(
      [...groupByPath(operations)].map(([path, ofPath]) => [
        path,
        Object.fromEntries(ofPath.map((operation) => [operation.method.toLowerCase(), describe(operation)])),
      ]),
    ),
    components: {
      schemas: { Problem: schemaOf(problem) },
      securitySchemes: { token: { type: "http", scheme: "bearer" } },
      responses: {
        Problem: {
          description: "A refusal. `code` says what is wrong, for programs; it never changes its meaning.",
          content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
        },
      },
    },
  };
  return made;
}

/** The operations of each path, in their order. */
export function groupByPath(operations: readonly Operation[]): ReadonlyMap<string, readonly Operation[]> {
  const paths = new Map<string, Operation[]>();
  for (const operation of operations) {
    const before = paths.get(operation.path);
    if (before) before.push(operation);
    else paths.set(operation.path, [operation]);
  }
  return paths;
}

function describe(operation: Operation): Json {
  const { summary, open, body, answers, refusals = [] } = operation;
  const statuses = new Set([...refusals, ...(open === true ? [] : [401]), 403, 500]);
  const responses = [
    ...Object.entries(answers).map(([status, content]) => [status, answerOf(status, content)] as const),
    ...[...statuses].sort().map((status) => [String(status), { $ref: "#/components/responses/Problem" }] as const),
  ];
  return {
    operationId: nameOf(operation),
    summary,
    parameters: parametersOf(operation),
    ...(body !== undefined && { requestBody: { required: true, content: contentOf(body) } }),
    responses: Object.fromEntries(responses),
    // An empty requirement beside the other: tokens are only asked for where some are set.
    security: open === true ? [{}] : [{ token: [] }, {}],
  };
}

/** `postSessionsAppend` for `POST /v1/sessions/{id}/append`. */
function nameOf({ method, path }: Operation): string {
  const words = path
    .replace("/v1/", "/")
    .split(/[/.]/)
    .filter((word) => word !== "" && word !== "{id}");
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

function parametersOf({ path, query = {}, headers = [] }: Operation): readonly Json[] {
  const id = {
    name: "id",
    in: "path",
    required: true,
    schema: { type: "string", pattern: "^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$" },
  };
  return [
    ...(path.includes("{id}") ? [id] : []),
    ...Object.entries(query).map(([name, description]) => ({
      name,
      in: "query",
      description,
      required: description.endsWith("required."),
      schema: { type: "string" },
    })),
    ...headers.map((name) => ({ name, in: "header", required: false, schema: { type: "string" } })),
  ];
}

function answerOf(status: string, content: Content | undefined): Json {
  const description = status === "304" ? "It is as the caller knows it." : "Done.";
  return { description, ...(content !== undefined && { content: contentOf(content) }) };
}

function contentOf(content: Content): Json {
  if (typeof content === "string") return { [content]: { schema: { type: "string" } } };
  return { "application/json": { schema: schemaOf(content) } };
}

function schemaOf(schema: z.ZodMiniType): Json {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { unrepresentable: "any", io: "input" });
  return described;
}

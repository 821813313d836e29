import { test } from "vitest";
import { sanitizePayload } from "../src/index.ts";
import { createRandom } from "./properties/random.ts";
import { damageCases } from "./payload/cases.ts";
const show = (x: unknown) => JSON.stringify(x).replace(/base64,[A-Za-z0-9+\/=]{20,}/g, "base64,…").slice(0, 6000);
test.each([["openai-completions","openai",1000090],["openai-completions","openai",1000148],["openai-completions","groq",1000143]] as const)("%s %s %i", async (format, provider, seed) => {
  const one = damageCases.find((c) => c.format === format && c.target.provider === provider)!;
  const random = createRandom(seed);
  const { body } = one.damage(one.generate(random) as never, random, 5);
  const r = await sanitizePayload(body, { format, target: one.target });
  console.log(show(body.messages)); console.log(show((r.body as any).messages)); console.log(JSON.stringify(r.findings.filter(f=>f.severity==="error")), r.changes.map(c=>`${c.rule} ${c.action} ${c.from} -> ${c.to} ${c.message}`));
});

// Makes src/net/wire.d.ts from wire.schema.json, the schema of all messages the server writes.
// `--check` fails where the committed file differs.

import { readFileSync, writeFileSync } from 'node:fs';
import { compile } from 'json-schema-to-typescript';

const schema = JSON.parse(readFileSync(new URL('../wire.schema.json', import.meta.url), 'utf8'));
const target = new URL('../src/net/wire.d.ts', import.meta.url);

// Each message is named once; titles would make a second name of it.
const text = await compile(schema, 'Wire', {
  bannerComment: '// Made by `npm run wire` from wire.schema.json. Not written by hand.',
  additionalProperties: false,
  ignoreMinAndMaxItems: true,
  style: { singleQuote: true },
});

if (process.argv.includes('--check')) {
  if (readFileSync(target, 'utf8') !== text) {
    console.error('src/net/wire.d.ts does not fit wire.schema.json: run `npm run wire`');
    process.exit(1);
  }
} else {
  writeFileSync(target, text);
}

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { loadEnv, type Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const STATIC = '../src/upcard/server/static';
const PACKED = /\.(js|css|svg|html|webmanifest)$/;

/** Writes a .gz beside each text file, which the server sends as it is. */
function pack(): Plugin {
  return {
    name: 'pack',
    apply: 'build',
    writeBundle(options) {
      const root = options.dir!;
      for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
        if (PACKED.test(name)) writeFileSync(`${root}/${name}.gz`, gzipSync(readFileSync(`${root}/${name}`), { level: 9 }));
      }
    },
  };
}

// `--mode fixture` serves the screens over recorded snapshots (fixture/); nothing of that is in a build.
export default defineConfig(({ mode }) => {
  const server = loadEnv(mode, '.', 'UPCARD_')['UPCARD_SERVER'] ?? 'http://127.0.0.1:8000';
  return {
    base: './',
    plugins: [svelte(), pack()],
    build: {
      outDir: mode === 'fixture' ? 'dist-fixture' : STATIC,
      emptyOutDir: true,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      target: 'es2022',
      ...(mode === 'fixture' ? { rollupOptions: { input: 'fixture.html' } } : {}),
    },
    // The rules panel shows pages of docs/games.
    server: { fs: { allow: ['..'] }, proxy: { '/api': server, '/ws': { target: server, ws: true } } },
    resolve: mode === 'test' ? { conditions: ['browser'] } : {},
    test: { environment: 'jsdom', include: ['tests/**/*.test.ts'] },
  };
});

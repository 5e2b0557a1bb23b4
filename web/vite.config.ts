import { svelte } from '@sveltejs/vite-plugin-svelte';
import { loadEnv } from 'vite';
import { defineConfig } from 'vitest/config';

// `--mode fixture` serves the screens over recorded snapshots (fixture/); nothing of that is in a build.
export default defineConfig(({ mode }) => ({
  base: './',
  plugins: [svelte()],
  define: { __FIXTURE__: JSON.stringify(mode === 'fixture') },
  build: {
    outDir: mode === 'fixture' ? 'dist-fixture' : '../src/upcard/server/static',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
  },
  server: {
    proxy: {
      '/api': loadEnv(mode, '.', 'UPCARD_')['UPCARD_SERVER'] ?? 'http://127.0.0.1:8000',
      '/ws': { target: loadEnv(mode, '.', 'UPCARD_')['UPCARD_SERVER'] ?? 'http://127.0.0.1:8000', ws: true },
    },
  },
  resolve: mode === 'test' ? { conditions: ['browser'] } : {},
  test: { environment: 'jsdom', include: ['tests/**/*.test.ts'] },
}));

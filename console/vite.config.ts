import { defineConfig } from 'vite';

/** What `npm run dev` hands requests on to: a `pinnace serve` that has the console's own paths. */
const server = process.env.PINNACE_SERVER ?? 'https://127.0.0.1:6443';

export default defineConfig({
  base: '/console/',
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // Images in style sheets stay files: the pages' policy allows no other source than the server.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    proxy: Object.fromEntries(
      ['/console/api', '/console/login', '/console/logout', '/console/session'].map((path) => [
        path,
        { target: server, secure: false, changeOrigin: false },
      ]),
    ),
  },
});

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const SERVER = 'http://localhost:4180'

/** What the app shell stands on: whoever loads a page has these, and each name in a preload list weighs on the shell. */
const SHELL = /^(rolldown-runtime|preload-helper|jsx-runtime|useRouter|useSelector|error)$/
const NAME = /([^/]+)-[^/]{8}\.js$/

/** Everything that the client does not own itself is the server's. */
const proxy = Object.fromEntries(
  ['/api', '/id', '/dev'].map((path) => [path, { target: SERVER, changeOrigin: false }]),
)

export default defineConfig({
  appType: 'mpa',
  plugins: [react(), themeScript(), appFallback()],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  server: { port: 5180, proxy },
  preview: { port: 5181, proxy },
  build: {
    manifest: true,
    target: 'baseline-widely-available',
    // The CSP lets fonts come from our own address only, not from `data:`.
    assetsInlineLimit: 0,
    modulePreload: {
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => !SHELL.test(NAME.exec(file)?.[1] ?? '')),
    },
    rollupOptions: {
      input: ['index.html', 'app.html'],
      output: {
        chunkFileNames: ({ name, isDynamicEntry }) =>
          isDynamicEntry || SHELL.test(name) ? 'assets/[name]-[hash].js' : 'assets/part-[hash].js',
      },
    },
  },
  test: {
    environment: 'jsdom',
    globalSetup: './src/test/zone.ts',
    setupFiles: './src/test/setup.ts',
    testTimeout: 20_000,
    css: { modules: { classNameStrategy: 'non-scoped' } },
    include: ['src/**/*.test.{ts,tsx}'],
  },
})

/** The one inline script: sets light or dark before the first paint. */
function themeScript() {
  const script = readFileSync(new URL('./src/theme/theme-script.js', import.meta.url), 'utf8').trim()
  return {
    name: 'tala-theme-script',
    transformIndexHtml: {
      order: 'post' as const,
      handler: (html: string) => html.replace('<!--theme-->', () => `<script>${script}</script>`),
    },
  }
}

/** The server's rule for development and preview too: `/` is the public site, every other page is the app. */
function appFallback() {
  const rewrite = (
    request: { url?: string; headers: { accept?: string } },
    _reply: unknown,
    next: () => void,
  ) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/'
    const isPage = request.headers.accept?.includes('text/html') && !path.includes('.') && path !== '/'
    if (isPage && !/^\/(api|id|dev)(\/|$)/.test(path)) request.url = '/app.html'
    next()
  }
  type Server = { middlewares: { use(handler: typeof rewrite): void } }
  return {
    name: 'tala-app-fallback',
    // Braces matter: what these return would be called again.
    configureServer(server: Server) {
      server.middlewares.use(rewrite)
    },
    configurePreviewServer(server: Server) {
      server.middlewares.use(rewrite)
    },
  }
}
